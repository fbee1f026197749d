// The texts of a reminder: on the PDF and in the mail, the company's own or the default one.
import type { Language } from '#platform/sentences'

/** The placeholders, written in braces, such as `{number}`. */
export const reminderPlaceholders = ['number', 'amount', 'dueDate', 'reference', 'customer', 'company'] as const
type ReminderFacts = Record<(typeof reminderPlaceholders)[number], string>

/** Maximum number of characters of a company's own text. */
export const MAX_REMINDER_TEXT = 2000
/** Maximum number of characters in the subject of a mail. */
const MAX_SUBJECT = 200

const inBraces = /\{(\w+)\}/g

/** The first unknown placeholder; null if all are known. */
export const strangePlaceholder = (text: string): string | null => {
  const known = new Set<string>(reminderPlaceholders.map((name) => `{${name}}`))
  return [...text.matchAll(inBraces)].map(([whole]) => whole).find((whole) => !known.has(whole)) ?? null
}

const filled = (text: string, facts: ReminderFacts): string =>
  text.replace(inBraces, (whole, name: string) =>
    Object.hasOwn(facts, name) ? facts[name as keyof ReminderFacts] : whole,
  )

const usual: Readonly<Record<Language, { first: string; later: string }>> = {
  sv: {
    first:
      'Vi saknar betalning av faktura {number}. Har ni redan betalat kan ni bortse från påminnelsen; annars ber vi er betala {amount} senast {dueDate}.',
    later:
      'Trots tidigare påminnelse saknar vi betalning av faktura {number}. Betala {amount} senast {dueDate}, eller hör av er om något är fel med fakturan.',
  },
  en: {
    first:
      'We have not received payment of invoice {number}. If you have paid already, please disregard this reminder; otherwise we ask you to pay {amount} by {dueDate}.',
    later:
      'Despite our earlier reminder we have not received payment of invoice {number}. Please pay {amount} by {dueDate}, or get in touch if something is wrong with the invoice.',
  },
}

/** The text above the amounts. */
export const messageOf = (language: Language, number: number, own: string | null, facts: ReminderFacts): string =>
  filled(own ?? usual[language][number === 1 ? 'first' : 'later'], facts)

/** The mail of a reminder. */
export const reminderMail = (
  language: Language,
  number: number,
  message: string,
  { number: invoice, reference, company }: ReminderFacts,
): { subject: string; text: string } => {
  const parts =
    language === 'sv'
      ? {
          subject: `${number === 1 ? 'Påminnelse' : `Påminnelse ${number}`}: faktura ${invoice} från ${company}`,
          lines: ['Hej!', message, `Ange ${reference} när du betalar. Påminnelsen är bifogad som PDF.`],
          end: `Vänliga hälsningar\n${company}`,
        }
      : {
          subject: `${number === 1 ? 'Reminder' : `Reminder ${number}`}: invoice ${invoice} from ${company}`,
          lines: ['Hello!', message, `Please give ${reference} with your payment. The reminder is attached as a PDF.`],
          end: `Kind regards\n${company}`,
        }
  return {
    subject: parts.subject.replace(/\s+/g, ' ').trim().slice(0, MAX_SUBJECT),
    text: [...parts.lines, parts.end].join('\n\n'),
  }
}
