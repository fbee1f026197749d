// The endpoints of employees.
import {
  DateOnly,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageQuery,
  type Row,
  readOnly,
  resourceRows,
  type Static,
  Type,
} from '#http'
import { Country, known, optionalText, partyLimits } from '#parties'
import { momentText } from '#platform/day'
import { COLUMNS, FIRST_TABLE, LAST_TABLE } from '#rule/payroll/tax-tables'
import { type TaxSetting, taxKinds } from './employee.rules.ts'
import {
  createEmployee,
  deleteEmployee,
  type EmployeeRecord,
  holdEmployee,
  listEmployees,
  readEmployee,
  updateEmployee,
  wrongInBody,
} from './employee.ts'
import { peopleRefusals as refusals } from './people-refusals.ts'

/** Maximum kronor of tax a month that an employee or a decision may ask for. */
const MAX_TAX = 10_000_000

const kronor = (description: string) => Type.Number({ minimum: 0, maximum: MAX_TAX, description, examples: [500] })
const number = (example: string) => Type.String({ minLength: 1, maxLength: partyLimits.number, examples: [example] })

const Tax = named(
  'EmployeeTax',
  object({
    kind: Type.Enum([...taxKinds], {
      description:
        'table: main employer; sideIncome: another employer is; abroad, abroadAtSea, artistAbroad: special income tax (SINK, A-SINK); none: F-tax, or pay that is not taxed in Sweden',
    }),
    table: Type.Optional(
      Type.Integer({ minimum: FIRST_TABLE, maximum: LAST_TABLE, description: 'Of the municipality', examples: [32] }),
    ),
    column: Type.Optional(Type.Integer({ minimum: 1, maximum: COLUMNS, examples: [1] })),
    extra: Type.Optional(kronor('Whole kronor more from each payment, as the employee wishes')),
    decision: Type.Optional(
      nullable(
        object({
          percent: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100, examples: [12.5] }))),
          amount: Type.Optional(nullable(kronor('Whole kronor a month'))),
          from: DateOnly,
          to: DateOnly,
        }),
      ),
    ),
  }),
)

const BankAccount = named(
  'EmployeeBankAccount',
  object({ clearingNumber: number('9071'), accountNumber: number('4172383') }),
)

const Given = {
  firstName: Name({ maxLength: partyLimits.name, examples: ['Anna'] }),
  lastName: Name({ maxLength: partyLimits.name, examples: ['Ek'] }),
  personalNumber: Type.String({
    maxLength: partyLimits.number,
    description: 'A personal or coordination number; stored encrypted',
    examples: ['19900101-2385'],
  }),
}

const EmployeeWrite = named(
  'EmployeeWrite',
  object({
    id: readOnly(Id),
    modifiedDateTime: readOnly(DateTime),
    ...Given,
    email: optionalText(partyLimits.line, { format: 'email', examples: ['anna.ek@example.com'] }),
    address: Type.Optional(
      nullable(
        object({
          line1: optionalText(partyLimits.line, { examples: ['Storgatan 1'] }),
          line2: optionalText(partyLimits.line),
          postalCode: optionalText(partyLimits.postalCode, { examples: ['903 26'] }),
          city: optionalText(partyLimits.line, { examples: ['Umeå'] }),
          country: Type.Optional(nullable(Country('ISO 3166-1 alpha-2; SE when left out'))),
        }),
      ),
    ),
    bankAccount: Type.Optional(nullable(BankAccount)),
    tax: Tax,
  }),
)

const part = Type.Optional(Type.String())

const Employee = named(
  'Employee',
  object({
    id: Id,
    ...Given,
    email: part,
    address: Type.Optional(
      object({ line1: part, line2: part, postalCode: part, city: part, country: Type.String({ examples: ['SE'] }) }),
    ),
    bankAccount: Type.Optional(BankAccount),
    tax: Tax,
    modifiedDateTime: DateTime,
  }),
)

const example = {
  firstName: 'Anna',
  lastName: 'Ek',
  personalNumber: '19900101-2385',
  email: 'anna.ek@example.com',
  bankAccount: { clearingNumber: '9071', accountNumber: '4172383' },
  tax: { kind: 'table', table: 32, column: 1 },
}

const shownTax = ({ kind, table, column, extra, decision }: TaxSetting): Static<typeof Tax> => ({
  kind,
  ...known({ table, column }),
  extra,
  ...(decision && {
    decision: {
      ...known({ percent: decision.percent, amount: decision.amount }),
      from: decision.from,
      to: decision.to,
    },
  }),
})

/** An employee as the API shows it; unknown fields are omitted. */
const shown = (employee: EmployeeRecord): Static<typeof Employee> => {
  const { id, firstName, lastName, personalNumber, email, address, bankAccount, tax, modifiedAt } = employee
  return {
    id,
    firstName,
    lastName,
    personalNumber,
    ...known({ email }),
    ...(address ? { address: { ...known(address), country: address.country } } : {}),
    ...known({ bankAccount }),
    tax: shownTax(tax),
    modifiedDateTime: momentText(modifiedAt),
  }
}

const { create, list, read, replace, remove } = resourceRows({
  tag: 'Payroll',
  scope: 'payroll',
  path: '/companies/{companyId}/employees',
  idName: 'employeeId',
  answer: Employee,
  shown,
  notFound: refusals.employeeNotFound,
})

export const employeeRows: readonly Row[] = [
  create({
    operationId: 'createEmployee',
    summary: 'Add an employee',
    description:
      'A person whom the company pays. The personal number is stored encrypted, and a person is one employee of a company. `tax` says how tax is withheld; a decision of the tax authority takes the place of the rest on its days.',
    body: EmployeeWrite,
    events: ['employee.created'],
    example: { body: example },
    examine: (call, body) => wrongInBody(call, body, null),
    run: createEmployee,
  }),
  list({
    operationId: 'listEmployees',
    summary: 'List employees',
    description: 'Newest first. `query` filters on firstName, lastName and modifiedDateTime.',
    query: pageQuery('lastName==Ek||firstName~Ann'),
    run: listEmployees,
  }),
  read({
    operationId: 'getEmployee',
    summary: 'Read an employee',
    description: 'One employee, with where pay goes and how tax is withheld.',
    run: readEmployee,
  }),
  replace({
    operationId: 'updateEmployee',
    summary: 'Change an employee',
    description: 'What is left out is removed. The history tells which fields were changed, and none of their values.',
    body: EmployeeWrite,
    example: { body: { ...example, lastName: 'Ek Lund' } },
    examine: wrongInBody,
    events: ['employee.changed'],
    hold: holdEmployee,
    run: updateEmployee,
  }),
  remove({
    operationId: 'deleteEmployee',
    summary: 'Remove an employee',
    description: 'Only an employee without employments.',
    events: ['employee.deleted'],
    refusals: [refusals.employeeInUse],
    hold: holdEmployee,
    run: deleteEmployee,
  }),
]
