// What is said where a supplier invoice in another currency is paid.
import { dictionary } from '#words'

export const foreignWords = dictionary(
  {
    kronor: 'Belopp i kronor',
    kronorLead: 'Beloppet i kronor är det som lämnade kontot. Det är föreslaget efter fakturans kurs.',
  },
  {
    kronor: 'Amount in SEK',
    kronorLead: 'The amount in SEK is what left the account. It is proposed by the rate of the invoice.',
  },
)
