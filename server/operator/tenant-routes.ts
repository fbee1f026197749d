// Companies with their plans, and agencies, as operators see them.
import {
  DateOnly,
  httpContribution,
  Id,
  Name,
  named,
  nullable,
  object,
  operatorRow,
  pageOf,
  pageQuery,
  type Row,
  Type,
} from '#http'
import { findCompany, identityContribution, MAX_EMAIL } from '#identity'
import { addons, isExpired, isInTrial, plans, setPlan } from '#plans'
import { dayFrom, dayOf } from '#platform/day'
import { at, tag } from './shapes.ts'
import { listOperatedAgencies, listOperatedCompanies, makeAgency, type OperatedCompany } from './tenant.ts'

const counted = Type.Integer({ minimum: 0 })
const MAX_NAME_LENGTH = 200
/** Allows different notations; the verb validates the number. */
const MAX_NUMBER_LENGTH = 20

const plan = {
  plan: Type.Enum([...plans]),
  addons: Type.Array(Type.Enum([...addons]), { maxItems: addons.length }),
  expiresOn: nullable({ ...DateOnly, description: 'The last day that is paid for; null: without end' }),
  trialEndsOn: nullable({ ...DateOnly, description: 'The last day of the trial; null: there is none' }),
}

const Company = named(
  'OperatedCompany',
  object({
    id: Id,
    name: Type.String({ examples: ['Provbolaget AB'] }),
    organizationNumber: Type.String({ examples: ['559999-0008'] }),
    isTest: Type.Boolean(),
    members: counted,
    agencies: counted,
    ...plan,
    plan: nullable({ ...plan.plan, description: 'null: none is set, and the company has every feature' }),
    isExpired: Type.Boolean(),
    isInTrial: Type.Boolean(),
  }),
)

const Agency = named(
  'OperatedAgency',
  object({
    id: Id,
    name: Type.String({ examples: ['Byrån AB'] }),
    organizationNumber: Type.String({ examples: ['556677-8899'] }),
    members: counted,
    clients: counted,
  }),
)

const shown = ({ plan: name, addons: bought, expiresOn, trialEndsOn, ...company }: OperatedCompany, now: Date) => {
  const held = { plan: name ?? 'Business', addons: bought ?? [], expiresOn, trialEndsOn } as Parameters<
    typeof isExpired
  >[0]
  const today = dayOf(now)
  const expired = isExpired(held, today)
  const inTrial = isInTrial(held, today)
  return { ...company, ...held, plan: name, addons: [...held.addons], isExpired: expired, isInTrial: inTrial }
}

export const tenantRows: readonly Row[] = [
  operatorRow({
    method: 'GET',
    path: at('/companies'),
    operationId: 'listOperatedCompanies',
    tag,
    summary: 'List all companies',
    description:
      'The newest first, with their plans; nothing of their books. `query` filters on name, organizationNumber, plan, expiresOn and trialEndsOn.',
    query: pageQuery('name=~bageri'),
    answer: { json: pageOf(Company) },
    refusals: [],
    run: async (call, { query }) => {
      const page = await listOperatedCompanies(call, query)
      return { ...page, items: page.items.map((one) => shown(one, call.now)) }
    },
  }),
  operatorRow({
    method: 'POST',
    path: at('/companies/{companyId}/plan'),
    operationId: 'setPlanOfCompany',
    tag,
    summary: 'Give a company a plan',
    description: 'Whole: what is left out of it is not there any more. The next request has it.',
    body: named('OperatedPlan', object(plan)),
    answer: { json: named('OperatedPlan', object(plan)) },
    events: ['plan.changed'],
    refusals: [identityContribution.refusals.companyNotFound, httpContribution.refusals.tenantEnded],
    example: { body: { plan: 'Business', addons: [], expiresOn: '2027-12-31', trialEndsOn: null } },
    run: async (call, { params, body }) => {
      await findCompany(call.db, params.companyId ?? '')
      const { plan: name, addons: bought, expiresOn, trialEndsOn } = body
      const paid = expiresOn === null ? null : dayFrom(expiresOn)
      const tried = trialEndsOn === null ? null : dayFrom(trialEndsOn)
      const asked = { plan: name, addons: bought, expiresOn: paid, trialEndsOn: tried }
      const set = await setPlan({ ...call, companyId: params.companyId ?? '' }, asked)
      return { ...set, addons: [...set.addons] }
    },
  }),
  operatorRow({
    method: 'GET',
    path: at('/agencies'),
    operationId: 'listOperatedAgencies',
    tag,
    summary: 'List all agencies',
    description: 'The newest first. `query` filters on name and organizationNumber.',
    query: pageQuery('name=~byrå'),
    answer: { json: pageOf(Agency) },
    refusals: [],
    run: (call, { query }) => listOperatedAgencies(call, query),
  }),
  operatorRow({
    method: 'POST',
    path: at('/agencies'),
    operationId: 'makeAgency',
    tag,
    summary: 'Register an agency',
    description: 'With its first administrator, who has an account and invites the others.',
    body: named(
      'NewOperatedAgency',
      object({
        name: Name({ maxLength: MAX_NAME_LENGTH, examples: ['Byrån AB'] }),
        organizationNumber: Type.String({ maxLength: MAX_NUMBER_LENGTH, examples: ['556677-8899'] }),
        adminEmail: Type.String({ maxLength: MAX_EMAIL, examples: ['anna@example.com'] }),
      }),
    ),
    answer: { json: Agency },
    events: ['agency.created', 'member.added'],
    refusals: [identityContribution.peopleRefusals.agencyTaken],
    example: { body: { name: 'Byrån AB', organizationNumber: '556677-8899', adminEmail: 'anna@example.com' } },
    run: (call, { body }) => makeAgency(call, body),
  }),
]
