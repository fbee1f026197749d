// Changes the sales settings of a company. Published documents are unchanged.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { type FileOwners, wholePicture } from '#documents'
import type { FileAnswer, ReceivedFile } from '#http'
import { touchCompany } from '#identity'
import { bicNumber, ibanNumber } from '#numbers/bank-account'
import { bankgiroNumber, plusgiroNumber } from '#numbers/giro'
import { swedishVatNumber } from '#numbers/vat-number'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { fetchKept } from '#platform/files'
import { type FieldError, invalidWith, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { placeholders, unknownPlaceholder } from '#sales/sending/mail-text.rules'
import { sendingFaults, wrongInMailText } from '#sales/sending/sending-refusals'
import { reserveAndStore } from '#storage'
import { type Logo, type SalesSettings, settingsOf } from './settings.ts'
import { settingsFaults, settingsRefusals } from './settings-refusals.ts'

/**
 * Omitted fields are left unchanged; null clears a field. `logo` is the path of an image, or an uploaded and validated
 * one.
 */
export type SettingsChanges = { [Field in Exclude<keyof SalesSettings, 'logo'>]?: SalesSettings[Field] | undefined } & {
  logo?: string | ReceivedFile | null | undefined
}

/** Maximum size of a logo in bytes and pixels: it is on every page of every document. */
export const MAX_LOGO_BYTES = 1024 * 1024
const MAX_LOGO_PIXELS = 2000
/** Maximum number of characters in a text setting. */
export const MAX_SETTING_LENGTH = 200
export const MAX_PAYMENT_TERMS_DAYS = 365
/** The largest number that a series may start with. */
export const MAX_FIRST_NUMBER = 999_999_999n

/** The same, with the next invoice number. */
export type SalesDecisions = SettingsChanges & { nextInvoiceNumber?: number | undefined }

/** Changes sales settings and the next number, all or nothing. */
export const decideSales = async (
  call: CompanyCall,
  { nextInvoiceNumber: number, ...changes }: SalesDecisions,
): Promise<void> => {
  if (Object.values(changes).some((value) => value !== undefined)) await changeSettings(call, changes)
  if (number !== undefined) await setNextInvoiceNumber(call, { number: BigInt(number) })
}

/** Changes some of the settings, and returns all of them. */
export const changeSettings = async (call: CompanyCall, changes: SettingsChanges): Promise<SalesSettings> => {
  const { wanted, errors } = read(changes)
  refuseIfAny(errors)
  const logo = changes.logo ? await keepLogo(call, changes.logo) : null
  await lockSettings(call)
  const before = await settingsOf(call)
  const after: SalesSettings = { ...before, ...wanted, logo: changes.logo === undefined ? before.logo : logo }
  await call.db.rows(sql`
    update sales.settings set vat_number = ${after.vatNumber}, f_tax = ${after.fTax}, seat = ${after.seat},
      website = ${after.website}, bankgiro = ${after.bankgiro}, plusgiro = ${after.plusgiro}, iban = ${after.iban},
      bic = ${after.bic}, payment_terms_days = ${after.paymentTermsDays}, late_interest = ${after.lateInterest},
      rounds_total = ${after.roundsTotal}, refuses_incomplete = ${after.refusesIncomplete},
      tells_seen = ${after.tellsSeen},
      logo_digest = ${after.logo?.digest ?? null},
      logo_content_type = ${after.logo?.contentType ?? null},
      mail_subject = ${after.mailSubject}, mail_text = ${after.mailText},
      mail_subject_english = ${after.mailSubjectEnglish}, mail_text_english = ${after.mailTextEnglish}
    where company_id = ${call.companyId}`)
  if (after.vatNumber !== before.vatNumber) await touchCompany(call)
  const from = told(before)
  const to = told(after)
  const changed = Object.keys(to).filter((field) => from[field] !== to[field])
  const those = (of: Told) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  if (changed.length > 0)
    recordEvent(call, 'sales-settings.changed', { id: call.companyId }, { before: those(from), after: those(to) })
  return after
}

/** Serializes changes, so that the second sees the result of the first. */
const lockSettings = async ({ db, companyId, now }: CompanyCall): Promise<void> => {
  await db.rows(sql`
    insert into sales.settings (company_id, changed_at) values (${companyId}, ${now})
    on conflict (company_id) do update set changed_at = excluded.changed_at`)
}

type Told = Record<string, unknown>

/** The settings as recorded in the processing history: the digest instead of the logo. */
const told = ({ logo, ...settings }: SalesSettings): Told => ({
  ...settings,
  logo: logo?.digest.toString('hex') ?? null,
})

/** Normalizes each text; null if it is invalid. */
const forms: { [Field in keyof SettingsChanges]?: (text: string) => string | null } = {
  vatNumber: swedishVatNumber,
  bankgiro: bankgiroNumber,
  plusgiro: plusgiroNumber,
  iban: ibanNumber,
  bic: bicNumber,
}

/** The form of mail texts: a single-line subject, or text of several lines. */
const mailForms = {
  mailSubject: 'subject',
  mailText: 'text',
  mailSubjectEnglish: 'subject',
  mailTextEnglish: 'text',
} as const

const wrongInMail = (field: string, text: string, form: 'subject' | 'text'): FieldError[] => {
  const placeholder = unknownPlaceholder(text)
  const known = placeholders.map((name) => `{${name}}`).join(', ')
  return [
    ...wrongInMailText(field, text, form),
    ...(placeholder === null ? [] : [sendingFaults.unknownPlaceholder(field, { placeholder, known })]),
  ]
}

const read = ({ logo: _, ...changes }: SettingsChanges) => {
  const errors: FieldError[] = []
  const wanted: Partial<Omit<SalesSettings, 'logo'>> = {}
  for (const [field, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value.replace(/\r\n?/g, '\n').trim() || null : value
    const form = forms[field as keyof typeof forms]
    const kept = form && typeof text === 'string' ? form(text) : text
    Object.assign(wanted, { [field]: kept })
    if (text !== null && kept === null) errors.push(settingsFaults.wrongNumber(`#/${field}`, { text: String(text) }))
    const mail = mailForms[field as keyof typeof mailForms]
    if (mail && typeof text === 'string') errors.push(...wrongInMail(`#/${field}`, text, mail))
    else if (typeof text === 'string' && text.length > MAX_SETTING_LENGTH) {
      errors.push(settingsFaults.textTooLong(`#/${field}`, { limit: MAX_SETTING_LENGTH }))
    }
  }
  const days = wanted.paymentTermsDays ?? 0
  if (!Number.isInteger(days) || days < 0 || days > MAX_PAYMENT_TERMS_DAYS) {
    errors.push(settingsFaults.paymentTermsDays('#/paymentTermsDays', { limit: MAX_PAYMENT_TERMS_DAYS }))
  }
  return { wanted, errors }
}

/** Errors in these settings that do not depend on the company. */
export const wrongInSettings = (changes: SettingsChanges): FieldError[] => read(changes).errors

/** Stores an image among the files. */
const keepLogo = async (call: CompanyCall, logo: string | ReceivedFile): Promise<Logo> => {
  const path = typeof logo === 'string' ? logo : logo.path
  // An uploaded file has been validated as one of these types.
  const contentType =
    typeof logo === 'string'
      ? await logoType(path, call.companyId, '#/logo')
      : (logo.contentType as Logo['contentType'])
  const digest = createHash('sha256')
    .update(await readFile(path))
    .digest()
  await reserveAndStore(call, { namespace: '', kind: 'logo', digest, path })
  return { digest, contentType }
}

/** The content type of an uploaded image by its bytes; refused unless it is allowed for logos. */
export const judgeLogo = ({ path }: ReceivedFile, companyId: string): Promise<string> =>
  logoType(path, companyId, '#/file')

const logoType = async (path: string, companyId: string, field: string): Promise<Logo['contentType']> => {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  const picture = size > 0 && size <= MAX_LOGO_BYTES ? await wholePicture(path, companyId) : null
  if (!picture || Math.max(picture.width, picture.height) > MAX_LOGO_PIXELS) {
    throw invalidWith([settingsFaults.logo(field, { bytes: MAX_LOGO_BYTES, pixels: MAX_LOGO_PIXELS })])
  }
  return picture.contentType
}

/** The stored logo; refused as not found if there is none. */
export const downloadLogo = async (call: CompanyCall): Promise<FileAnswer> => {
  const { logo } = await settingsOf(call)
  if (!logo) throw settingsRefusals.noLogo()
  const fetched = await fetchKept(call.files, call.companyId, logo.digest)
  const { size } = await stat(fetched.path)
  const name = `logo.${logo.contentType === 'image/png' ? 'png' : 'jpg'}`
  return { ...fetched, name, size, contentType: logo.contentType }
}

/** Removes the logo; published documents keep it. Refused if there is none. */
export const removeLogo = async (call: CompanyCall): Promise<void> => {
  await lockSettings(call)
  if (!(await settingsOf(call)).logo) throw settingsRefusals.noLogo()
  await changeSettings(call, { logo: null })
}

/** The settings, with the number of the next invoice. */
export const salesDecisions = async (call: CompanyCall): Promise<SalesSettings & { nextInvoiceNumber: number }> => ({
  ...(await settingsOf(call)),
  nextInvoiceNumber: Number(await nextInvoiceNumber(call)),
})

/** The same, locked until the transaction ends. */
export const lockSalesDecisions = async (call: CompanyCall): Promise<SalesSettings & { nextInvoiceNumber: number }> => {
  await lockSettings(call)
  return salesDecisions(call)
}

/** The number of the next published invoice or credit note. */
export const nextInvoiceNumber = async ({ db, companyId }: CompanyCall): Promise<bigint> => {
  const counter = await db.maybe<{ next: bigint }>(sql`
    select next_invoice as next from sales.counter where company_id = ${companyId}`)
  return counter?.next ?? 1n
}

/**
 * Sets the first number of invoices and credit notes. After the first publication numbers are consecutive, as required
 * by law (mervärdesskattelagen 2023:200, 17 kap. 24 §): a skipped number looks like a missing document.
 */
export const setNextInvoiceNumber = async (call: CompanyCall, { number }: { number: bigint }): Promise<void> => {
  if (number < 1n || number > MAX_FIRST_NUMBER) {
    refuseIfAny([settingsFaults.firstNumber('#/nextInvoiceNumber', { limit: String(MAX_FIRST_NUMBER) })])
  }
  await call.db.rows(sql`
    insert into sales.counter (company_id) values (${call.companyId}) on conflict (company_id) do nothing`)
  const { before } = await call.db.one<{ before: bigint }>(sql`
    select next_invoice as before from sales.counter where company_id = ${call.companyId} for update`)
  if (before === number) return
  const published = await call.db.maybe<{ number: bigint }>(sql`
    select number from sales.invoice where company_id = ${call.companyId} and number is not null
    order by number limit 1`)
  if (published) throw settingsRefusals.seriesHasBegun({ first: String(published.number), next: String(before) })
  await call.db.rows(sql`
    update sales.counter set next_invoice = ${number} where company_id = ${call.companyId}`)
  recordEvent(
    call,
    'invoice-series.begun-at',
    { id: call.companyId },
    { before: String(before), after: String(number) },
  )
}

export const logoFiles: FileOwners = {
  name: '',
  thing: 'logo of company',
  table: sql`(select company_id, company_id as id, logo_digest as digest from sales.settings) logo`,
  has: sql`true`,
}
