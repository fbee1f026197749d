// The text of the mail with a statement of account.
import type { Language } from '#platform/sentences'
import type { MailText } from '#sales/sending/mail-text.rules'

/** The customer's balance in one currency at the end of the statement, as text with the currency. */
type StatementSum = { owed: string; overdue: string | null; isOwedToThem: boolean }

export type StatementFacts = { company: string; from: string; to: string; sums: readonly StatementSum[] }

export const statementMail = (language: Language, facts: StatementFacts): MailText =>
  language === 'sv' ? swedish(facts) : english(facts)

const swedish = ({ company, from, to, sums }: StatementFacts): MailText => ({
  subject: `Reskontrautdrag från ${company}`,
  text: [
    'Hej!',
    `Här kommer reskontrautdraget för tiden ${from} till ${to}. Det är bifogat som PDF.`,
    sums.length === 0 ? 'Inget är obetalt.' : sums.map(inSwedish).join('\n'),
    `Vänliga hälsningar\n${company}`,
  ].join('\n\n'),
})

const inSwedish = ({ owed, overdue, isOwedToThem }: StatementSum): string =>
  isOwedToThem
    ? `Tillgodo: ${owed}`
    : `Obetalt: ${owed}${overdue === null ? '' : `, varav ${overdue} har förfallit till betalning`}`

const english = ({ company, from, to, sums }: StatementFacts): MailText => ({
  subject: `Statement of account from ${company}`,
  text: [
    'Hello!',
    `Here is the statement of account from ${from} to ${to}. It is attached as a PDF.`,
    sums.length === 0 ? 'Nothing is unpaid.' : sums.map(inEnglish).join('\n'),
    `Kind regards\n${company}`,
  ].join('\n\n'),
})

const inEnglish = ({ owed, overdue, isOwedToThem }: StatementSum): string =>
  isOwedToThem
    ? `In your favour: ${owed}`
    : `Unpaid: ${owed}${overdue === null ? '' : `, of which ${overdue} is overdue`}`
