// What is said where several invoices are reminded of at once.
import { dictionary } from '#words'

const times = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const remindSeveralWords = dictionary(
  {
    chosen: (count: number, sum: string) => `${times(count, 'faktura', 'fakturor')}, ${sum} kr obetalt`,
    without: (count: number) =>
      `${times(count, 'kund', 'kunder')} har ingen e-postadress och hoppas över: skriv ut de påminnelserna en och en.`,
    remindAll: 'Påminn markerade',
    selectNone: 'Avmarkera alla',
    allHow: (count: number) =>
      `${times(count, 'påminnelse går', 'påminnelser går')} ut med e-post. Ett mejl kan inte hämtas tillbaka.`,
    allSaid: (count: number) => `${times(count, 'påminnelse', 'påminnelser')} är på väg.`,
    progress: (done: number, count: number) => `${done} av ${count}`,
    notReminded: 'Gick inte att påminna om',
  },
  {
    chosen: (count: number, sum: string) => `${times(count, 'invoice', 'invoices')}, SEK ${sum} unpaid`,
    without: (count: number) =>
      `${times(count, 'customer has', 'customers have')} no e-mail address and will be left out: print those one by one.`,
    remindAll: 'Remind of the selected',
    selectNone: 'Select none',
    allHow: (count: number) =>
      `${times(count, 'reminder goes', 'reminders go')} out by mail. A mail cannot be called back.`,
    allSaid: (count: number) => `${times(count, 'reminder is', 'reminders are')} on the way.`,
    progress: (done: number, count: number) => `${done} of ${count}`,
    notReminded: 'Could not be reminded of',
  },
)
