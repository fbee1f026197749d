// Changing what a company has decided about its sales. What is published keeps what it said then.
import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { pictureOf, wrongInPicture } from '#documents'
import { bankgiroNumber, bicNumber, ibanNumber, plusgiroNumber, swedishVatNumber } from '#numbers'
import { type CompanyCall, remember } from '#platform/call'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type Logo, type SalesSettings, settingsOf } from './settings.ts'
import { settingsFaults, settingsRefusals } from './settings-refusals.ts'

/** What is left out stays; null takes it away. `logo` is the path of a picture. */
export type SettingsChanges = Partial<Omit<SalesSettings, 'logo'>> & { logo?: string | null }

/** Bytes and pixels of a logo: it is put on every page of every document. */
const MAX_LOGO_BYTES = 1024 * 1024
const MAX_LOGO_PIXELS = 2000
const MAX_TEXT_LENGTH = 200
const MAX_PAYMENT_TERMS_DAYS = 365
/** The largest number that a series may begin with. */
const MAX_FIRST_NUMBER = 999_999_999n

/** Changes some of the settings, and answers all of them. */
export const changeSettings = async (call: CompanyCall, changes: SettingsChanges): Promise<SalesSettings> => {
  const { wanted, errors } = read(changes)
  refuseIfAny(errors)
  const logo = changes.logo ? await keepLogo(call, changes.logo) : null
  // Two changes at once: the second sees what the first has made.
  await call.db.rows(sql`
    insert into sales.settings (company_id, changed_at) values (${call.companyId}, ${call.now})
    on conflict (company_id) do update set changed_at = excluded.changed_at`)
  const before = await settingsOf(call)
  const after: SalesSettings = { ...before, ...wanted, logo: changes.logo === undefined ? before.logo : logo }
  await call.db.rows(sql`
    update sales.settings set vat_number = ${after.vatNumber}, f_tax = ${after.fTax}, seat = ${after.seat},
      website = ${after.website}, bankgiro = ${after.bankgiro}, plusgiro = ${after.plusgiro}, iban = ${after.iban},
      bic = ${after.bic}, payment_terms_days = ${after.paymentTermsDays}, late_interest = ${after.lateInterest},
      rounds_total = ${after.roundsTotal}, refuses_incomplete = ${after.refusesIncomplete},
      logo_digest = ${after.logo?.digest ?? null},
      logo_content_type = ${after.logo?.contentType ?? null}
    where company_id = ${call.companyId}`)
  const [from, to] = [told(before), told(after)]
  const changed = Object.keys(to).filter((field) => from[field] !== to[field])
  const those = (of: Told) => Object.fromEntries(changed.map((field) => [field, of[field]]))
  if (changed.length > 0) await remember(call, 'sales-settings.changed', { before: those(from), after: those(to) })
  return after
}

type Told = Record<string, unknown>

/** The settings as the processing history tells them: of a logo, the digest. */
const told = ({ logo, ...settings }: SalesSettings): Told => ({
  ...settings,
  logo: logo?.digest.toString('hex') ?? null,
})

/** How each text is written when it is right; null when it is wrong. */
const forms: { [Field in keyof SettingsChanges]?: (text: string) => string | null } = {
  vatNumber: swedishVatNumber,
  bankgiro: bankgiroNumber,
  plusgiro: plusgiroNumber,
  iban: ibanNumber,
  bic: bicNumber,
}

const read = ({ logo: _, ...changes }: SettingsChanges) => {
  const errors: FieldError[] = []
  const wanted: Partial<Omit<SalesSettings, 'logo'>> = {}
  for (const [field, value] of Object.entries(changes)) {
    if (value === undefined) continue
    const text = typeof value === 'string' ? value.trim() || null : value
    const form = forms[field as keyof typeof forms]
    const kept = form && typeof text === 'string' ? form(text) : text
    Object.assign(wanted, { [field]: kept })
    if (text !== null && kept === null) errors.push(settingsFaults.wrongNumber(`#/${field}`, { text: String(text) }))
    if (typeof text === 'string' && text.length > MAX_TEXT_LENGTH) {
      errors.push(settingsFaults.textTooLong(`#/${field}`, { limit: MAX_TEXT_LENGTH }))
    }
  }
  const days = wanted.paymentTermsDays ?? 0
  if (!Number.isInteger(days) || days < 0 || days > MAX_PAYMENT_TERMS_DAYS) {
    errors.push(settingsFaults.paymentTermsDays('#/paymentTermsDays', { limit: MAX_PAYMENT_TERMS_DAYS }))
  }
  return { wanted, errors }
}

/** Keeps a picture among the files; whether it is one is seen from its bytes. */
const keepLogo = async (call: CompanyCall, path: string): Promise<Logo> => {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  const bytes = size > 0 && size <= MAX_LOGO_BYTES ? await readFile(path) : null
  const picture = bytes && pictureOf(bytes)
  const fits = picture && Math.max(picture.width, picture.height) <= MAX_LOGO_PIXELS
  if (!bytes || !picture || !fits || (await wrongInPicture(bytes, picture)) !== null) {
    refuseIfAny([settingsFaults.logo('#/logo', { bytes: MAX_LOGO_BYTES, pixels: MAX_LOGO_PIXELS })])
    throw new Error('A logo that is no picture was not refused')
  }
  const digest = createHash('sha256').update(bytes).digest()
  await call.files.keep(call.companyId, digest, path)
  return { digest, contentType: picture.contentType }
}

/** The number that the next published invoice or credit note gets. */
export const nextInvoiceNumber = async ({ db, companyId }: CompanyCall): Promise<bigint> => {
  const counter = await db.maybe<{ next: bigint }>(sql`
    select next_invoice as next from sales.counter where company_id = ${companyId}`)
  return counter?.next ?? 1n
}

/**
 * Sets where the series of invoices and credit notes begins. From the first published document on it goes by one, as
 * the law asks (mervärdesskattelagen 2023:200, 17 kap. 24 §): a number that is left out could not be told from one of
 * a document that is kept back.
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
  await remember(call, 'invoice-series.begun-at', { before: String(before), after: String(number) })
}
