// Why a company's plan, or its month, does not let a caller in.
import { fault, refusal } from '#platform/refusal'

export const planRefusals = {
  lacking: refusal('forbidden', 'The plan {plan} of the company does not include {feature}'),
  expired: refusal('forbidden', 'The plan {plan} of the company ended on {day}'),
  quotaSpent: refusal(
    'quota-exceeded',
    'The {quota} requests of this month are spent; the next month begins in {seconds} seconds',
  ),
}

export const planFaults = {
  plan: fault('must be one of {known}'),
  addon: fault('must be one of {known}'),
}
