// Refusals of matching rules and habits.
import { refusal } from '#platform/refusal'

export const matchingRefusals = {
  ruleNotFound: refusal(
    'not-found',
    'bank-match.rule-not-found',
    'There is no matching rule {id} in this company',
    'Det finns ingen matchningsregel {id} i företaget',
  ),
  tooManyRules: refusal(
    'operation-not-allowed',
    'bank-match.too-many-rules',
    'A company has at most {limit} matching rules',
    'Ett företag har högst {limit} matchningsregler',
  ),
  habitNotFound: refusal(
    'not-found',
    'bank-match.habit-not-found',
    'There is no habit {id} in this company',
    'Det finns ingen lärd kontering {id} i företaget',
  ),
}
