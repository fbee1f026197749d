// The words of what changes of VAT rates touch.
import { dictionary } from '#words'

type Change = {
  kind: string
  from: string
  rateBefore: number
  rate: number
  items: number
  recurringInvoices: number
}

export const vatChangeWords = dictionary(
  {
    title: (changes: number, unclear: number) =>
      [
        changes > 0 ? `Momssatser som ändras: ${changes}` : '',
        unclear > 0 ? `Ser ut som livsmedel med annan moms: ${unclear}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    change: ({ kind, from, rateBefore, rate, items, recurringInvoices }: Change) =>
      `${kind}: ${rateBefore} % blir ${rate} % för det som levereras från ${from}. Gäller ${items} artiklar och ${recurringInvoices} avtalsfakturor, som följer med av sig själva.`,
    line: (description: string, rate: number) => `Avtalsfaktura, ${description}: ${rate} % i dag`,
    likeFood: 'Artiklar som ser ut som livsmedel',
    item: (description: string, rate: number) => `${description}, ${rate} %`,
    give: 'Ange livsmedel',
    sure: (count: number) => (count === 1 ? '1 artikel får livsmedelsmoms.' : `${count} artiklar får livsmedelsmoms.`),
    sureLead:
      'Momssatsen följer sedan lagen och leveransdagen. Priset utan moms ändras inte. Fakturor som redan är utfärdade ändras inte.',
    done: 'Artiklarna är ändrade.',
  },
  {
    title: (changes: number, unclear: number) =>
      [
        changes > 0 ? `VAT rates that change: ${changes}` : '',
        unclear > 0 ? `Looks like food at another rate: ${unclear}` : '',
      ]
        .filter(Boolean)
        .join(' · '),
    change: ({ kind, from, rateBefore, rate, items, recurringInvoices }: Change) =>
      `${kind}: ${rateBefore} % becomes ${rate} % for what is supplied from ${from} on. It touches ${items} items and ${recurringInvoices} recurring invoices, which follow by themselves.`,
    line: (description: string, rate: number) => `Recurring invoice, ${description}: ${rate} % today`,
    likeFood: 'Items that look like food',
    item: (description: string, rate: number) => `${description}, ${rate} %`,
    give: 'Make them food',
    sure: (count: number) => (count === 1 ? '1 item gets the VAT of food.' : `${count} items get the VAT of food.`),
    sureLead:
      'Their rate then follows the law and the day of supply. The price without VAT stays, and so do published invoices.',
    done: 'The items have been changed.',
  },
)
