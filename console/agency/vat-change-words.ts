// The words of changed VAT rates at the clients of an agency.
import { dictionary } from '#words'

const sv = {
  title: 'Ändrade momssatser',
  lead: 'Artiklar, avtalsfakturor, konteringsmallar och matchningsregler hos klienterna som ser ut som livsmedel och har en egen momssats. En sådan ändras aldrig av sig själv när lagen ändras.',
  noAgency: 'Du arbetar inte på någon byrå.',
  noClients: 'Byrån har inga klienter än.',
  look: (count: number) => `Gå igenom ${count} klienter`,
  looked: 'Klienterna är genomgångna.',
  none: 'Inget hos klienterna ser ut som livsmedel med en egen momssats.',
  client: (name: string, count: number) => `${name}: ${count}`,
  one: (description: string, rate: number) => `${description} (${rate} %)`,
  unread: (names: string) => `Du får inte läsa artiklarna hos: ${names}.`,
  give: 'Ange livsmedel',
  sure: (count: number) => (count === 1 ? 'Ändras hos 1 klient.' : `Ändras hos ${count} klienter.`),
  sureLead:
    'Momssatsen följer sedan lagen och leveransdagen, även när den ändras tillbaka. Gå in hos en klient för att välja mellan dess artiklar.',
  done: 'Livsmedel har angetts hos klienterna.',
}

const en: typeof sv = {
  title: 'Changed VAT rates',
  lead: 'Items, recurring invoices, entry templates and matching rules of clients that look like food and have a rate of their own. Such a rate never changes by itself when the law does.',
  noAgency: 'You work at no agency.',
  noClients: 'The agency has no clients yet.',
  look: (count) => `Look through ${count} clients`,
  looked: 'The clients have been looked through.',
  none: 'Nothing at the clients looks like food with a rate of its own.',
  client: (name, count) => `${name}: ${count}`,
  one: (description, rate) => `${description} (${rate}%)`,
  unread: (names) => `You may not read the items of: ${names}.`,
  give: 'Make them food',
  sure: (count) => (count === 1 ? '1 client is changed.' : `${count} clients are changed.`),
  sureLead:
    'The rate then follows the law and the day of supply, also when it changes back. Open a client to choose among its items.',
  done: 'Their VAT is now that of food at the clients.',
}

export const vatChangeWords = dictionary(sv, en)
