// A reminder as sent: its stored content, its PDF, and its mail.
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { askerOf, moneyText, type ReminderPaper, type ReminderSpan, reminderPdfOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { addDays } from '#platform/day'
import { readKept } from '#platform/files'
import { madeOutside } from '#platform/retry-with-results'
import { asTest, presentPaper } from '#sales'
import type { Claim } from './claim.ts'
import type { Span } from './interest.rules.ts'
import { messageOf, reminderMail } from './text.rules.ts'

/** The stored content of a reminder: its data, and the logo. */
export type Sheet = { paper: ReminderPaper; logo: string | null }

type SheetAndMail = { sheet: Sheet; subject: string; text: string }

const HUNDREDTHS = 2

/** The content of a claim's reminder, and its mail. */
export const sheetOf = async (call: CompanyCall, claim: Claim): Promise<SheetAndMail> => {
  const { content, logo } = await presentPaper(call, claim.invoice.id)
  const { number, date, dueDate, unpaidOre, feesOre, interestOre, totalOre, settings, spans } = claim
  const { language } = content
  const facts = {
    number: content.number,
    reference: content.paymentReference ?? content.number,
    dueDate,
    amount: moneyText(Number(totalOre), 'SEK', language),
    customer: content.buyer.name,
    company: content.seller.name,
  }
  const message = messageOf(language, number, language === 'sv' ? settings.text : settings.textEnglish, facts)
  const mail = reminderMail(language, number, message, facts)
  const paper: ReminderPaper = {
    invoice: content,
    number,
    date,
    dueDate,
    message,
    unpaid: Number(unpaidOre),
    fees: Number(feesOre),
    isCompensation: claim.isCompensated,
    interest: Number(interestOre),
    total: Number(totalOre),
    spans: spans.map(spanOnPaper),
    hasInterest: settings.chargesInterest && claim.invoice.type === 'invoice',
    madeAt: call.now.toISOString(),
  }
  return {
    sheet: { paper, logo: logo?.digest.toString('hex') ?? null },
    ...(content.seller.isTest ? asTest(mail) : mail),
  }
}

/** Days in inclusive form: the first is the day after the one from which interest runs. */
const spanOnPaper = ({ fromDate, toDate, days, unpaidOre, rate }: Span): ReminderSpan => ({
  fromDate: addDays(fromDate, 1),
  toDate,
  days,
  unpaid: Number(unpaidOre),
  rate: percentText(rate),
})

/** Hundredths of a percent as decimal text. */
const percentText = (hundredths: number): string => (hundredths / 100).toFixed(HUNDREDTHS)

/** The PDF, deterministic for the same content, made outside the caller's turn. A missing logo is left out. */
export const bytesOfSheet = (call: CompanyCall, { paper, logo }: Sheet): Promise<Buffer> => {
  const picture = async () => (logo === null ? null : pictureOf(call, logo))
  const key = createHash('sha256').update(JSON.stringify([paper, logo]))
  return madeOutside(call, `reminder ${key.digest('hex')}`, () => reminderPdfOf(paper, picture, askerOf(call)))
}

const pictureOf = ({ files, companyId }: CompanyCall, digest: string): Promise<Buffer | null> =>
  readKept(files, companyId, Buffer.from(digest, 'hex')).catch(() => null)

/** `Paminnelse-1001-1.pdf` */
export const fileNameOfSheet = ({ paper: { invoice, number } }: Sheet): string =>
  `${invoice.language === 'sv' ? 'Paminnelse' : 'Reminder'}-${invoice.number}-${number}.pdf`

export const sheetAnswer = async (call: CompanyCall, sheet: Sheet): Promise<FileAnswer> => {
  const bytes = await bytesOfSheet(call, sheet)
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: fileNameOfSheet(sheet), size: bytes.length, contentType: 'application/pdf' }
}
