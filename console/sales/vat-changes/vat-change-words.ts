// The words of VAT rates that change, and of what they touch.
import { dictionary } from '#words'

type Counted = readonly (readonly [name: string, count: number])[]

const sv = {
  title: 'Ändrade momssatser',
  lead: 'Momssatser som lagen ändrar, och vad hos företaget som påverkas. Det som anger vad som säljs följer med av sig självt, efter leveransdagen.',
  known: 'Beslutade ändringar',
  kind: 'Vad som säljs',
  from: 'Levereras från',
  rate: 'Momssats',
  follows: 'Följer med',
  becomes: (before: number, after: number) => `${before} % blir ${after} %`,
  followers: (counted: Counted) =>
    counted
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ') || 'inget ännu',
  noChange: 'Ingen ändring är beslutad.',
  carriers: {
    items: 'Artiklar',
    recurringInvoices: 'Avtalsfakturor',
    entryTemplates: 'Konteringsmallar',
    matchingRules: 'Matchningsregler',
  },
  likeFood: 'Ser ut som livsmedel, med en egen momssats',
  likeFoodLead:
    'En egen momssats ändras aldrig av sig själv. Avmarkera det som inte är livsmedel, till exempel servering.',
  none: 'Inget ser ut som livsmedel med en egen momssats.',
  willBe: (description: string, before: number, after: number) => `${description}: ${before} % blir ${after} %`,
  isRight: (description: string, rate: number) => `${description}: ${rate} % gäller i dag, och följer sedan lagen`,
  give: 'Ange livsmedel',
  sure: (count: number) => (count === 1 ? '1 sak får livsmedelsmoms.' : `${count} saker får livsmedelsmoms.`),
  sureLead:
    'Momssatsen följer sedan lagen och leveransdagen, även när den ändras tillbaka. Priser utan moms och fakturor som redan är utfärdade ändras inte.',
  done: 'Livsmedel har angetts.',
  note: (count: number) =>
    count === 1
      ? '1 sak ser ut som livsmedel med fel momssats'
      : `${count} saker ser ut som livsmedel med fel momssats`,
}

const en: typeof sv = {
  title: 'Changed VAT rates',
  lead: 'VAT rates that the law changes, and what of the company they touch. What has a kind in place of a rate follows by itself, by the day of supply.',
  known: 'Changes decided',
  kind: 'What is sold',
  from: 'Supplied from',
  rate: 'VAT rate',
  follows: 'Follows',
  becomes: (before, after) => `${before}% becomes ${after}%`,
  followers: (counted) =>
    counted
      .filter(([, count]) => count > 0)
      .map(([name, count]) => `${name}: ${count}`)
      .join(', ') || 'nothing yet',
  noChange: 'No change has been decided.',
  carriers: {
    items: 'Items',
    recurringInvoices: 'Recurring invoices',
    entryTemplates: 'Entry templates',
    matchingRules: 'Matching rules',
  },
  likeFood: 'Looks like food, with a rate of its own',
  likeFoodLead: 'A rate of its own never changes by itself. Clear what is not food, such as meals that are served.',
  none: 'Nothing looks like food with a rate of its own.',
  willBe: (description, before, after) => `${description}: ${before}% becomes ${after}%`,
  isRight: (description, rate) => `${description}: ${rate}% is right today, and then follows the law`,
  give: 'Make them food',
  sure: (count) => (count === 1 ? '1 thing gets the VAT of food.' : `${count} things get the VAT of food.`),
  sureLead:
    'The rate then follows the law and the day of supply, also when it changes back. Prices without VAT and published invoices do not change.',
  done: 'Their VAT is now that of food.',
  note: (count) =>
    count === 1
      ? '1 thing looks like food at the wrong VAT rate'
      : `${count} things look like food at the wrong VAT rate`,
}

export const vatChangeWords = dictionary(sv, en)
