// The endpoints for the data about a customer or supplier.
import { type CompanyRowCall, type Row, row } from '#http'
import { payrollContribution } from '#payroll'
import type { PartyKind } from '#privacy/party'
import { purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { copyAboutParty } from './party-copy.ts'

/** The scopes required beside the register: the caller must be allowed to read all of it. */
const scopesBeside: Readonly<Record<PartyKind, readonly string[]>> = {
  customer: [
    'customers:read',
    'invoices:read',
    'credit-notes:read',
    'journal-entries:read',
    'uploads:read',
    'bank-statements:read',
  ],
  supplier: [
    'suppliers:read',
    'supplier-invoices:read',
    'journal-entries:read',
    'uploads:read',
    'bank-statements:read',
  ],
  employee: ['payroll:read', 'journal-entries:read'],
}

const requireAll = (call: CompanyRowCall, kind: PartyKind): void => {
  for (const scope of scopesBeside[kind]) call.requireRow({ scope })
}

const described = (of: string): string =>
  `A copy of everything that the company's books hold about the ${of}, for the person or company it is about (GDPR art. 15 and 20): a JSON file whose \`parts\` each have a \`name\`, \`why\` it is kept and until when, where it is \`from\`, whom it has gone \`to\`, and its \`items\`. Look through entriesThatNameThem before you give it out. It is noted who has made one. The caller may read all of what is in it.`

export const partyRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/customers/{customerId}/personal-data',
    operationId: 'downloadCustomerData',
    tag: 'Customers',
    summary: 'Download what the books hold about a customer',
    description: described('customer'),
    scope: 'personal-data:read',
    by: 'people',
    answer: { file: 'application/json' },
    leavesTrace: true,
    events: ['customer.copied'],
    refusals: [salesContribution.customerRefusals.customerNotFound],
    run: (call, { params, language }) => {
      requireAll(call, 'customer')
      return copyAboutParty(call, { kind: 'customer', id: params.customerId ?? '', language })
    },
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/suppliers/{supplierId}/personal-data',
    operationId: 'downloadSupplierData',
    tag: 'Suppliers',
    summary: 'Download what the books hold about a supplier',
    description: described('supplier'),
    scope: 'personal-data:read',
    by: 'people',
    answer: { file: 'application/json' },
    leavesTrace: true,
    events: ['supplier.copied'],
    refusals: [purchasingContribution.supplierRefusals.supplierNotFound],
    run: (call, { params, language }) => {
      requireAll(call, 'supplier')
      return copyAboutParty(call, { kind: 'supplier', id: params.supplierId ?? '', language })
    },
  }),
  row({
    method: 'GET',
    path: '/companies/{companyId}/employees/{employeeId}/personal-data',
    operationId: 'downloadEmployeeData',
    tag: 'Payroll',
    summary: 'Download what the books hold about an employee',
    description: described('employee'),
    scope: 'personal-data:read',
    by: 'people',
    answer: { file: 'application/json' },
    leavesTrace: true,
    events: ['employee.copied'],
    refusals: [payrollContribution.peopleRefusals.employeeNotFound],
    run: (call, { params, language }) => {
      requireAll(call, 'employee')
      return copyAboutParty(call, { kind: 'employee', id: params.employeeId ?? '', language })
    },
  }),
]
