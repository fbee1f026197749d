// The endpoints of client companies.
import {
  agencyRow,
  DateTime,
  Id,
  Name,
  named,
  nullable,
  object,
  pageOf,
  pageQuery,
  type Row,
  saying,
  Type,
} from '#http'
import { companyTypes, identityContribution, MAX_EMAIL, vatSettings } from '#identity'
import { accountingCurrencies } from '#rule/currency'
import type { NewClientCompany as NewCompany } from './client-company.rules.ts'
import { createClientCompany, examineClientCompany, getClientCompany, listClientCompanies } from './client-company.ts'
import { agencyFaults as faults, agencyRefusals as refusals } from './refusals.ts'

const MAX_NAME_LENGTH = 200
const MAX_LENGTH = 100
/** Most characters in an organization number, including spaces and dashes. */
const MAX_NUMBER_LENGTH = 50

const text = (examples: string[]) => Type.String({ maxLength: MAX_LENGTH, examples })
const companyType = Type.Enum([...companyTypes])

const address = {
  line1: text(['Storgatan 1']),
  line2: nullable(Type.String({ maxLength: MAX_LENGTH })),
  city: text(['Umeå']),
  postalCode: text(['903 26']),
  country: saying(
    faults.country(''),
    Type.String({ maxLength: 2, examples: ['SE'], description: 'ISO 3166-1 alpha-2' }),
  ),
}

const ClientCompany = named(
  'ClientCompany',
  object({
    id: Id,
    name: Type.String(),
    organizationNumber: Type.String({ examples: ['556677-8899'] }),
    vatNumber: nullable(Type.String({ examples: ['SE556677889901'] })),
    companyType,
    address: object(address),
    modifiedDateTime: DateTime,
  }),
)

const NewClientCompany = named(
  'NewClientCompany',
  object({
    name: Name({ maxLength: MAX_NAME_LENGTH, examples: ['Kunden AB'] }),
    ownerEmail: saying(
      faults.ownerNotMember(''),
      Type.String({
        maxLength: MAX_EMAIL,
        description: 'The address of a member of the agency',
        examples: ['anna@example.com'],
      }),
    ),
    organizationNumber: saying(
      identityContribution.faults.organizationNumber(''),
      Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['556677-8899'] }),
    ),
    vatNumber: Type.Optional(
      nullable(
        saying(faults.vatNumber(''), Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['SE556677889901'] })),
      ),
    ),
    companyType,
    accountingMethod: Type.Enum(['cash', 'accrual']),
    vatSetting: Type.Enum([...vatSettings]),
    accountingCurrency: Type.Optional(
      Type.Enum([...accountingCurrencies], {
        default: 'SEK',
        description: 'The currency of its books; EUR is for limited companies and cooperatives',
      }),
    ),
    address: Type.Optional(Type.Partial(object(address), { additionalProperties: false })),
    fiscalYearStart: Type.Optional(
      saying(
        faults.firstOfMonth(''),
        Type.String({ default: '01-01', maxLength: 5, description: 'MM-DD, the first of a month' }),
      ),
    ),
  }),
)

const companies = '/agencies/{agencyId}/companies'
const tag = 'Client companies'

export const clientCompanyRows: readonly Row[] = [
  agencyRow({
    method: 'GET',
    path: companies,
    operationId: 'listClientCompanies',
    tag,
    summary: 'List client companies',
    description: 'Newest first. `query` filters on name, organizationNumber and modifiedDateTime.',
    scope: 'agency-companies:read',
    query: pageQuery('name~Bygg'),
    answer: { json: pageOf(ClientCompany) },
    refusals: [],
    run: (call, { query }) => listClientCompanies(call, query),
  }),
  agencyRow({
    method: 'POST',
    path: companies,
    operationId: 'createClientCompany',
    tag,
    summary: 'Create a client company',
    description:
      'It starts with a 14-day trial, the standard chart of accounts and the fiscal year that today falls in. The owner is a member of the agency.',
    scope: 'agency-companies:write',
    body: NewClientCompany,
    answer: { json: ClientCompany },
    events: [
      'company.created',
      'fiscal-year.created',
      'plan.changed',
      'company.changed',
      'sales-settings.changed',
      'vat-setting.set',
      'client.added',
      'member.added',
    ],
    refusals: [],
    tagged: true,
    example: {
      body: {
        name: 'Kunden AB',
        ownerEmail: 'anna@example.com',
        organizationNumber: '559999-0008',
        companyType: 'limitedCompany',
        accountingMethod: 'accrual',
        vatSetting: 'quarterly',
      },
    },
    examine: examineClientCompany,
    run: (call, { body }) => createClientCompany(call, body as NewCompany),
  }),
  agencyRow({
    method: 'GET',
    path: `${companies}/{companyId}`,
    operationId: 'getClientCompany',
    tag,
    summary: 'Read a client company',
    description: "One of the agency's companies; its id is the one in the paths of the Company API.",
    scope: 'agency-companies:read',
    answer: { json: ClientCompany },
    tagged: true,
    refusals: [refusals.clientNotFound],
    run: (call, { params }) => getClientCompany(call, params.companyId ?? ''),
  }),
]
