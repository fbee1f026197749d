// The endpoint of a company's plan, as its people see it.
import { DateOnly, named, nullable, object, type Row, row, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { dayOf, firstOfMonth } from '#platform/day'
import { addons, denialOf, features, isExpired, isInTrial, plans } from './plan.rules.ts'
import { readPlan } from './plan.ts'
import { requestsOfMonth } from './standing.ts'

const CompanyPlan = named(
  'CompanyPlan',
  object({
    name: Type.Enum([...plans]),
    addons: Type.Array(Type.Enum([...addons])),
    expiresOn: nullable({ ...DateOnly, description: 'The last day that is paid for; null: without end' }),
    trialEndsOn: nullable({ ...DateOnly, description: 'The last day of the trial; null: there is none' }),
    isExpired: Type.Boolean(),
    isInTrial: Type.Boolean({ description: 'A trial includes everything, even when the plan has ended' }),
    features: Type.Array(Type.Enum([...features]), {
      description: "What is included today: access for other people's integrations, for private tokens, and tags",
    }),
    requestsThisMonth: Type.Integer({ minimum: 0, description: 'Made with the private tokens of the company' }),
  }),
)

const shown = async (call: CompanyCall) => {
  const today = dayOf(call.now)
  const plan = await readPlan(call)
  return {
    name: plan.plan,
    addons: [...plan.addons],
    expiresOn: plan.expiresOn,
    trialEndsOn: plan.trialEndsOn,
    isExpired: isExpired(plan, today),
    isInTrial: isInTrial(plan, today),
    features: features.filter((feature) => denialOf(plan, [feature], today) === null),
    requestsThisMonth: await requestsOfMonth(call, firstOfMonth(today)),
  }
}

export const planRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/plan',
    operationId: 'getPlan',
    tag: 'Company information',
    summary: 'Read the plan of the company',
    description:
      'What it includes today, and until when. It can be read after the plan has ended too; then every member can read, but no one can make changes.',
    by: 'people',
    scope: 'plan:read',
    answer: { json: CompanyPlan },
    tagged: true,
    snapshot: true,
    refusals: [],
    run: shown,
  }),
]
