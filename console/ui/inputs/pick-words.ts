// What a field with choices says of a text that is none of them.
import { dictionary } from '#words'

export const pickWords = dictionary(
  { choose: 'Välj ett alternativ i listan.' },
  { choose: 'Choose one of those in the list.' },
)
