// The text of the mail that a document is sent with: the company's own or the default one, with placeholders filled in
// from the document.
import type { Language } from '#platform/sentences'

/** The value of each placeholder. */
type MailFacts = Record<Placeholder, string>

/** The placeholders, written in braces, such as `{number}`. */
export const placeholders = ['number', 'amount', 'dueDate', 'reference', 'customer', 'company'] as const
type Placeholder = (typeof placeholders)[number]

/** Maximum number of characters in a subject and in a text, placeholders included. */
export const MAX_SUBJECT_LENGTH = 200
export const MAX_TEXT_LENGTH = 5000

export type MailText = { subject: string; text: string }
type PaperKind = 'invoice' | 'cashInvoice' | 'advanceInvoice' | 'creditNote'

const swedish = (noun: string, lines: readonly string[]): MailText => ({
  subject: `${noun} {number} från {company}`,
  text: ['Hej!', ...lines, 'Vänliga hälsningar\n{company}'].join('\n\n'),
})

const english = (noun: string, lines: readonly string[]): MailText => ({
  subject: `${noun} {number} from {company}`,
  text: ['Hello!', ...lines, 'Kind regards\n{company}'].join('\n\n'),
})

/** The default texts. */
const usualTexts: Readonly<Record<Language, Record<PaperKind, MailText>>> = {
  sv: {
    invoice: swedish('Faktura', [
      'Här kommer faktura {number} på {amount}, att betala senast {dueDate}. Den är bifogad som PDF.',
      'Ange {reference} när du betalar.',
    ]),
    cashInvoice: swedish('Faktura', [
      'Här kommer faktura {number} på {amount}, som är betald. Den är bifogad som PDF.',
    ]),
    advanceInvoice: swedish('Förskottsfaktura', [
      'Här kommer förskottsfaktura {number} på {amount}, att betala senast {dueDate}. Den är bifogad som PDF.',
      'Ange {reference} när du betalar.',
    ]),
    creditNote: swedish('Kreditfaktura', ['Här kommer kreditfaktura {number} på {amount}. Den är bifogad som PDF.']),
  },
  en: {
    invoice: english('Invoice', [
      'Here is invoice {number} for {amount}, to be paid by {dueDate}. It is attached as a PDF.',
      'Please give {reference} with your payment.',
    ]),
    cashInvoice: english('Invoice', ['Here is invoice {number} for {amount}, which is paid. It is attached as a PDF.']),
    advanceInvoice: english('Advance invoice', [
      'Here is advance invoice {number} for {amount}, to be paid by {dueDate}. It is attached as a PDF.',
      'Please give {reference} with your payment.',
    ]),
    creditNote: english('Credit note', ['Here is credit note {number} for {amount}. It is attached as a PDF.']),
  },
}

/** The company's texts, or the default ones, for a document. */
export const mailTextFor = (
  document: { kind: PaperKind; language: Language },
  own: Readonly<Record<Language, { subject: string | null; text: string | null }>>,
  facts: MailFacts,
): MailText => {
  const usual = usualTexts[document.language][document.kind]
  const isAsked = document.kind === 'invoice' || document.kind === 'advanceInvoice'
  const { subject, text } = own[document.language]
  return {
    subject: filled((isAsked ? subject : null) ?? usual.subject, facts)
      .replace(/\s+/g, ' ')
      .trim()
      .slice(0, MAX_SUBJECT_LENGTH),
    text: filled((isAsked ? text : null) ?? usual.text, facts).slice(0, MAX_TEXT_LENGTH),
  }
}

const inBraces = /\{(\w+)\}/g

const filled = (text: string, facts: MailFacts): string =>
  text.replace(inBraces, (whole, name: string) => (Object.hasOwn(facts, name) ? facts[name as Placeholder] : whole))

/** The first unknown placeholder; null if all are known. */
export const unknownPlaceholder = (text: string): string | null =>
  [...text.matchAll(inBraces)].map(([whole]) => whole).find((whole) => !known.has(whole)) ?? null

const known = new Set<string>(placeholders.map((name) => `{${name}}`))

export const sendingStates = ['waiting', 'sent', 'delayed', 'delivered', 'bounced', 'failed'] as const
export type SendingState = (typeof sendingStates)[number]

/** The delivery events of a mail. */
type SendingCourse = {
  sentAt: Date | null
  failedAt: Date | null
  delayedAt: Date | null
  deliveredAt: Date | null
  bouncedAt: Date | null
}

/**
 * The state of a sending, by the service's clock. A mail that no server accepted within the outbox lifetime has failed.
 */
export const sendingStateOf = (
  { madeAt, sentAt, failedAt, delayedAt, deliveredAt, bouncedAt }: SendingCourse & { madeAt: Date },
  now: Date,
  lifetimeMs: number,
): SendingState => {
  if (bouncedAt) return 'bounced'
  if (deliveredAt) return 'delivered'
  if (delayedAt) return 'delayed'
  if (sentAt) return 'sent'
  return failedAt || madeAt.getTime() <= now.getTime() - lifetimeMs ? 'failed' : 'waiting'
}
