// Refusals of matching rules and habits.
import { refusal } from '#platform/refusal'

export const matchingRefusals = {
  ruleNotFound: refusal('not-found', 'There is no matching rule {id} in this company'),
  tooManyRules: refusal('operation-not-allowed', 'A company has at most {limit} matching rules'),
  habitNotFound: refusal('not-found', 'There is no habit {id} in this company'),
}
