// Refusals because of a company's plan or monthly quota.
import { fault, refusal } from '#platform/refusal'

export const planRefusals = {
  lacking: refusal(
    'forbidden',
    'plan.lacking',
    'The plan {plan} of the company does not include {feature}',
    'Företagets plan {plan} omfattar inte {feature}',
  ),
  expired: refusal(
    'forbidden',
    'plan.expired',
    'The plan {plan} of the company ended on {day}',
    'Företagets plan {plan} tog slut {day}',
  ),
  quotaSpent: refusal(
    'quota-exceeded',
    'plan.quota-spent',
    'All {quota} requests of this month have been made; the next month begins in {seconds} seconds',
    'Månadens alla {quota} anrop är gjorda; nästa månad börjar om {seconds} sekunder',
  ),
}

export const planFaults = {
  plan: fault('plan.plan', 'must be one of {known}', 'ska vara något av {known}'),
  addon: fault('plan.addon', 'must be one of {known}', 'ska vara något av {known}'),
}
