// What is done in the background, in words. A kind that has none yet is shown by its name.
import { dictionary } from '#words'

/** Kinds of jobs, each with what is done. */
const kinds: Readonly<Record<string, readonly [sv: string, en: string]>> = {
  'mail.send': ['Skicka mejl', 'Send mail'],
  'webhooks.follow': ['Ställa webhookar i kö', 'Queue webhooks'],
  'webhooks.deliver': ['Leverera webhookar', 'Deliver webhooks'],
  'webhooks.sweep': ['Leta efter webhookar som blivit kvar', 'Look for webhooks left behind'],
  'deliveries.find': ['Leta efter leveranser som inget jobb skickar', 'Look for deliveries that no job sends'],
  'recurring.find': ['Leta efter avtalsfakturor att skapa', 'Look for recurring invoices to make'],
  'recurring.make': ['Skapa avtalsfakturor', 'Make recurring invoices'],
  'recurring.send': ['Skicka avtalsfakturor som väntat på plats', 'Send recurring invoices that waited for room'],
  'reminders.find': ['Leta efter fakturor att påminna om', 'Look for invoices to remind of'],
  'reminders.send': ['Skicka påminnelser', 'Send reminders'],
  'templates.roll-out': ['Rulla ut mallar till klienter', 'Roll templates out to clients'],
  'upload.read': ['Läsa av underlag', 'Read documents'],
  'books.verify': ['Kontrollera böckerna', 'Verify the books'],
  'anchors.make': ['Skriva under kedjornas slut', 'Sign the chain heads'],
  'demo.year': ['Bokföra ett år i ett testföretag', 'Book a year in a test company'],
  'answers.forget': ['Rensa sparade svar på anrop', 'Clear kept answers to requests'],
  'tokens.forget': ['Rensa utgångna åtkomstnycklar', 'Clear expired tokens'],
  'visits.forget': ['Rensa avslutade inloggningar', 'Clear ended logins'],
  'drafts.forget': ['Rensa gamla utkast', 'Clear old drafts'],
  'events.forget': ['Rensa gamla händelser', 'Clear old events'],
  'links.forget': ['Rensa gamla länkar', 'Clear old links'],
  'mails.forget': ['Rensa gamla mejl', 'Clear old mails'],
  'received-mails.forget': ['Rensa gamla mottagna mejl', 'Clear old received mails'],
  'deliveries.forget': ['Rensa gamla leveranser av webhookar', 'Clear old deliveries of webhooks'],
  'requests.forget': ['Rensa gamla anrop ur integrationers loggar', 'Clear old requests from logs of integrations'],
  'jobs.forget': ['Rensa gamla misslyckade jobb', 'Clear old failed jobs'],
  'uploads.delete': ['Radera borttagna underlags filer', 'Delete the files of removed documents'],
  'attachments.delete': ['Radera borttagna bilagors filer', 'Delete the files of removed attachments'],
  'company-files.delete': ['Radera ett borttaget företags filer', 'Delete the files of a removed company'],
  'removed-files.delete': [
    'Radera filer som kommit tillbaka för borttagna företag',
    'Delete files of removed companies that came back',
  ],
  'leftovers.remove': ['Ta bort tillfälliga filer', 'Remove temporary files'],
}

const wordsIn = (place: 0 | 1): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(kinds).map(([kind, row]): [string, string] => [kind, row[place]]))

export const jobWords = dictionary({ kinds: wordsIn(0) }, { kinds: wordsIn(1) })

/** The kinds whose words hold a text, in the language of the words. */
export const kindsSaying = (texts: (typeof jobWords)['sv'], text: string): string[] => {
  const typed = text.trim().toLowerCase()
  return Object.entries(texts.kinds).flatMap(([kind, said]) => (said.toLowerCase().includes(typed) ? [kind] : []))
}
