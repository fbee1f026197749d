// What the pages say of what becomes of a tax reduction.
import { dictionary } from '#words'

export const reductionWords = dictionary(
  {
    standing: 'Hos Skatteverket',
    standings: {
      notAsked: 'Inte begärd: kunden har inte betalat sin del',
      askable: 'Inte begärd: kan begäras nu',
      asked: (day: string) => `Begärd ${day}, väntar på svar`,
      answeredInPart: (day: string, paid: string, refused: string) =>
        `Begärd ${day}: ${paid} utbetalt, ${refused} nekat, resten väntar på svar`,
      paid: (day: string) => `Utbetald ${day}`,
      paidInPart: (day: string, paid: string, refused: string) =>
        `Utbetald till en del, senaste svar ${day}: ${paid} utbetalt, ${refused} nekat`,
      refused: (day: string) => `Nekad ${day}`,
      nothingLeft: 'Inget kvar att begära',
    },
    submit: 'Markera som begärd hos Skatteverket',
    submitted: 'Skattereduktionen är markerad som begärd.',
    answers: { paid: 'Skatteverket har betalat', refused: 'Skatteverket har nekat' },
    leads: {
      paid: 'Beloppet bokförs mot fordran på Skatteverket. Betalades bara en del, skriv den; resten kan nekas sedan.',
      refused: 'Kunden blir skyldig beloppet igen, och fakturan får det kvar att betala.',
    },
    said: { paid: 'Utbetalningen är bokförd.', refused: 'Kunden är skyldig beloppet igen.' },
  },
  {
    standing: 'With the tax authority',
    standings: {
      notAsked: 'Not asked for: the customer has not paid',
      askable: 'Not asked for: can be asked for now',
      asked: (day: string) => `Asked for on ${day}, not answered`,
      answeredInPart: (day: string, paid: string, refused: string) =>
        `Asked for on ${day}: ${paid} paid, ${refused} refused, the rest not answered`,
      paid: (day: string) => `Paid on ${day}`,
      paidInPart: (day: string, paid: string, refused: string) =>
        `Paid in part, last answer on ${day}: ${paid} paid, ${refused} refused`,
      refused: (day: string) => `Refused on ${day}`,
      nothingLeft: 'Nothing left to ask for',
    },
    submit: 'Mark as asked for',
    submitted: 'The tax reduction is marked as asked for.',
    answers: { paid: 'The tax authority has paid', refused: 'The tax authority has refused' },
    leads: {
      paid: 'The amount is booked against the claim on the tax authority. If only a part was paid, type that.',
      refused: 'The customer owes the amount again.',
    },
    said: { paid: 'The payment is booked.', refused: 'The customer owes the amount again.' },
  },
)
