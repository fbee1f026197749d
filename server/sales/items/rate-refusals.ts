// What is doubtful about the rate of VAT of a line or an item: it is told, and nothing is refused.
import { fault } from '#platform/refusal'

export const rateWarnings = {
  foodRate: fault(
    'rate.food',
    'this looks like food, whose rate is {food} percent on {day}, not {rate}: set vatKind to food, or to what it is',
    'det här ser ut som livsmedel, vars moms är {food} procent den {day}, inte {rate}: ange vatKind food, eller vad det är',
  ),
}
