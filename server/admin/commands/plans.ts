// Plans: the operator's commands.

import type { Answer } from '#admin/answer'
import { type Given, UsageError } from '#admin/arguments'
import { type Command, companyOption, forCompany } from '#admin/command'
import {
  type Addon,
  addons,
  type CompanyPlan,
  isExpired,
  isInTrial,
  type Plan,
  plans,
  plansService,
  setPlan,
} from '#plans'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf, isDay } from '#platform/day'

export const planCommands: readonly Command[] = [
  {
    name: 'plan set',
    summary: 'Give a company a plan; it applies from the next request. The plan is without what is left out',
    options: [
      companyOption,
      { name: 'plan', value: 'PLAN', required: true, description: `One of ${plans.join(', ')}` },
      { name: 'expires', value: 'DATE|none', description: 'The last day that is paid for' },
      { name: 'addon', value: 'ADDON|none', description: `One of ${addons.join(', ')}` },
      { name: 'trial-ends', value: 'DATE|none', description: 'The last day of the trial' },
    ],
    run: forCompany(async (call, given) => {
      const asked = given.text('addon') ?? 'none'
      const plan = await setPlan(call, {
        // Invalid plans and add-ons are refused by the verb.
        plan: (given.text('plan') ?? '') as Plan,
        addons: asked === 'none' ? [] : (asked.split(/[\s,]+/) as Addon[]),
        expiresOn: dayIn(given, 'expires'),
        trialEndsOn: dayIn(given, 'trial-ends'),
      })
      return answerOf(call, plan)
    }),
  },
  {
    name: 'plan show',
    summary: "Show a company's plan",
    options: [companyOption],
    run: forCompany(async (call) => answerOf(call, await plansService.readPlan(call))),
  },
]

const dayIn = (given: Given, option: string): Day | null => {
  const text = given.text(option) ?? 'none'
  if (text === 'none') return null
  if (!isDay(text)) throw new UsageError(`--${option}: ${text} is not a date; write YYYY-MM-DD, or none`)
  return text
}

const answerOf = ({ companyId, now }: CompanyCall, plan: CompanyPlan): Answer => {
  const today = dayOf(now)
  const expired = isExpired(plan, today)
  const inTrial = isInTrial(plan, today)
  const parts = [
    `Company ${companyId} has the plan ${plan.plan}`,
    ...plan.addons.map((addon) => `the add-on ${addon}`),
    plan.expiresOn === null ? 'without end' : `${expired ? 'ended on' : 'until'} ${plan.expiresOn}`,
    ...(plan.trialEndsOn === null ? [] : [`${inTrial ? 'in trial until' : 'its trial ended on'} ${plan.trialEndsOn}`]),
  ]
  return { json: { companyId, ...plan, isExpired: expired, isInTrial: inTrial }, text: parts.join(', ') }
}
