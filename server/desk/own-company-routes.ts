// The endpoints of a person's companies.
import { DateOnly, Id, Name, named, object, personRow, type Row, saying, Type } from '#http'
import { companyTypes, identityContribution, vatSettings } from '#identity'
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from '#platform/list'
import { MAX_CURSOR_LENGTH } from '#platform/page'
import { accountingCurrencies } from '#rule/currency'
import { companyRoles } from '#rule/roles'
import { createOwnCompany, enterCompany, listOwnCompanies, MOST_OWN_COMPANIES } from './own-company.ts'
import { deskRefusals as refusals } from './refusals.ts'

const MAX_NAME_LENGTH = 200
/** Maximum number of characters in an organization number as it may be written, with spaces and dashes. */
const MAX_NUMBER_LENGTH = 50
/** Maximum number of characters in a search text. */
const MAX_SEARCH_LENGTH = 100

const tag = 'Your companies'

const OwnCompany = named(
  'OwnCompany',
  object({
    id: Id,
    name: Type.String({ examples: ['Provbolaget AB'] }),
    organizationNumber: Type.String({ examples: ['559999-0008'] }),
    companyType: Type.Enum([...companyTypes]),
    isTest: Type.Boolean({ description: 'A company to try things out in' }),
    clockDays: Type.Integer({ minimum: 0, description: 'By how many days the clock of a test company is ahead' }),
    role: Type.Enum([...companyRoles], { description: 'The most powerful of those that you have there' }),
    isSignatory: Type.Boolean({ description: 'Whether you sign for the company' }),
    agencies: Type.Array(object({ id: Id, name: Type.String() }), {
      description: 'Agencies of yours that have it as a client',
    }),
    scopes: Type.Array(Type.String(), { description: 'What the role allows there through the API' }),
  }),
)

const EnteredCompany = named(
  'EnteredCompany',
  object({
    ...OwnCompany.properties,
    lastEventNumber: Type.Integer({
      minimum: 0,
      description:
        'The number of its last event. Follow the events from here before you read anything else, and you miss nothing',
    }),
  }),
)

/** The properties of a new company. */
export const asked = {
  name: Name({ maxLength: MAX_NAME_LENGTH, examples: ['Provbolaget AB'] }),
  organizationNumber: saying(
    identityContribution.faults.organizationNumber(''),
    Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['559999-0008'] }),
  ),
  companyType: Type.Optional(Type.Enum([...companyTypes], { default: 'limitedCompany' })),
  fiscalYear: object({ startDate: DateOnly, endDate: DateOnly }, { description: 'The first one: 18 months at most' }),
  accountingMethod: Type.Optional(Type.Enum(['cash', 'accrual'], { default: 'accrual' })),
  vatSetting: Type.Optional(
    Type.Enum([...vatSettings], { description: 'How often it reports VAT; may be said later as well' }),
  ),
  isTest: Type.Optional(Type.Boolean({ default: false, description: 'A company to try things out in' })),
  accountingCurrency: Type.Optional(
    Type.Enum([...accountingCurrencies], {
      default: 'SEK',
      description: 'The currency of its books; EUR is for limited companies and cooperatives',
    }),
  ),
}

/** The events of a new company. */
export const founding = ['company.created', 'fiscal-year.created', 'vat-setting.set', 'member.added'] as const

export const ownCompanyRows: readonly Row[] = [
  personRow({
    method: 'POST',
    path: '/companies',
    operationId: 'createCompany',
    tag,
    summary: 'Make a company of your own',
    description: `With the standard chart of accounts and its first fiscal year; you are its owner, and may own ${MOST_OWN_COMPANIES}. It has every feature of the service until the service operator gives it a plan.`,
    body: named('NewCompany', object(asked)),
    answer: { json: OwnCompany },
    events: founding,
    refusals: [refusals.tooManyCompanies, refusals.tooManyRemoved],
    example: {
      body: {
        name: 'Provbolaget AB',
        organizationNumber: '559999-0008',
        vatSetting: 'quarterly',
        fiscalYear: { startDate: '2026-01-01', endDate: '2026-12-31' },
      },
    },
    run: (call, { body }) => createOwnCompany(call, body),
  }),
  personRow({
    method: 'GET',
    path: '/me/companies',
    operationId: 'listOwnCompanies',
    tag,
    summary: 'List the companies that you may enter',
    description:
      'As a member, or through an agency that looks after them, by name. `search` finds a part of the name, or the first digits of the organization number; names that begin with it come first. `nextCursor` is there when more follows.',
    query: object({
      search: Type.Optional(Type.String({ maxLength: MAX_SEARCH_LENGTH, examples: ['bygg'] })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE, default: DEFAULT_PAGE_SIZE })),
      cursor: Type.Optional(Type.String({ default: '', maxLength: MAX_CURSOR_LENGTH })),
    }),
    answer: {
      json: named(
        'OwnCompanyPage',
        object({ nextCursor: Type.Optional(Type.String()), items: Type.Array(OwnCompany) }),
      ),
    },
    refusals: [],
    run: (call, { query }) => listOwnCompanies(call, query),
  }),
  personRow({
    method: 'GET',
    path: '/me/companies/{companyId}',
    operationId: 'getOwnCompany',
    tag,
    summary: 'Read a company that you may enter',
    description:
      'Your role in it, through which agencies you have it, what it allows you, and how far its events have come.',
    answer: { json: EnteredCompany },
    tagged: true,
    refusals: [refusals.noCompany],
    run: (call, { params }) => enterCompany(call, params.companyId ?? ''),
  }),
]
