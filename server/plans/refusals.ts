// Refusals because of a company's plan or monthly quota.
import { fault, refusal } from '#platform/refusal'

export const planRefusals = {
  lacking: refusal('forbidden', 'The plan {plan} of the company does not include {feature}'),
  expired: refusal('forbidden', 'The plan {plan} of the company ended on {day}'),
  quotaSpent: refusal(
    'quota-exceeded',
    'All {quota} requests of this month have been made; the next month begins in {seconds} seconds',
  ),
}

export const planFaults = {
  plan: fault('must be one of {known}'),
  addon: fault('must be one of {known}'),
}
