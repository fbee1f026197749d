// What is said where a supplier invoice in another currency is paid.
import { ownCurrency, ownName } from '#ui'
import { dictionary } from '#words'

export const foreignWords = dictionary(
  {
    get kronor() {
      return `Belopp i ${ownName()}`
    },
    get kronorLead() {
      return `Beloppet i ${ownName()} är det som lämnade kontot. Det är föreslaget efter fakturans kurs.`
    },
  },
  {
    get kronor() {
      return `Amount in ${ownCurrency()}`
    },
    get kronorLead() {
      return `The amount in ${ownCurrency()} is what left the account. It is proposed by the rate of the invoice.`
    },
  },
)
