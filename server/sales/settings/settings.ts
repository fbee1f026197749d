// The sales settings of a company: invoice content, payment accounts, and terms.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'

/** An image at the top of invoices, stored among the files. */
export type Logo = { digest: Buffer; contentType: 'image/png' | 'image/jpeg' }

export type SalesSettings = {
  vatNumber: string | null
  /** Approved for F-tax (godkänd för F-skatt). */
  fTax: boolean
  /** Registered seat (säte). */
  seat: string | null
  website: string | null
  /** As printed, with a hyphen. */
  bankgiro: string | null
  plusgiro: string | null
  /** Without spaces. */
  iban: string | null
  bic: string | null
  /** Days from an invoice's date to its due date, if neither the invoice nor the customer specifies it. */
  paymentTermsDays: number | null
  /** The text about interest on late payment. */
  lateInterest: string | null
  /** Whether totals in SEK are rounded to whole kronor. */
  roundsTotal: boolean
  /** Whether a document without legally required content is refused at publication, instead of a warning. */
  refusesIncomplete: boolean
  /** Whether the company is notified when an invoice is viewed by its payment link. */
  tellsSeen: boolean
  logo: Logo | null
  /** Mail texts of invoices, with placeholders; for customers in Swedish, and in English. */
  mailSubject: string | null
  mailText: string | null
  mailSubjectEnglish: string | null
  mailTextEnglish: string | null
}

/**
 * Payment terms in days if neither the document nor the customer nor the company sets them (räntelagen 1975:635, 4 § 3
 * st.).
 */
export const USUAL_TERMS_DAYS = 30

/** The settings of a company that has changed none. */
const defaultSettings: SalesSettings = {
  vatNumber: null,
  fTax: false,
  seat: null,
  website: null,
  bankgiro: null,
  plusgiro: null,
  iban: null,
  bic: null,
  paymentTermsDays: null,
  lateInterest: null,
  roundsTotal: false,
  refusesIncomplete: false,
  tellsSeen: false,
  mailSubject: null,
  mailText: null,
  mailSubjectEnglish: null,
  mailTextEnglish: null,
  logo: null,
}

/** The company's settings, with defaults for unset ones. */
export const settingsOf = async (call: CompanyCall): Promise<SalesSettings> => {
  const { settings } = await call.db.one<{ settings: SettingsRow | null }>(
    sql`select ${settingsSql(call.companyId)} as settings`,
    'sales-settings',
  )
  return settingsFrom(settings)
}

/** A subquery for the settings of a company, in the shape of {@link settingsFrom}. */
export const settingsSql = (companyId: string): Sql => sql`(
  select jsonb_build_object('vatNumber', s.vat_number, 'fTax', s.f_tax, 'seat', s.seat, 'website', s.website,
    'bankgiro', s.bankgiro, 'plusgiro', s.plusgiro, 'iban', s.iban, 'bic', s.bic,
    'paymentTermsDays', s.payment_terms_days, 'lateInterest', s.late_interest, 'roundsTotal', s.rounds_total,
    'refusesIncomplete', s.refuses_incomplete, 'tellsSeen', s.tells_seen, 'logoDigest', encode(s.logo_digest, 'hex'),
    'logoContentType', s.logo_content_type, 'mailSubject', s.mail_subject, 'mailText', s.mail_text,
    'mailSubjectEnglish', s.mail_subject_english, 'mailTextEnglish', s.mail_text_english)
  from sales.settings s where s.company_id = ${companyId})`

/** The settings from a row, with defaults for unset ones. */
export const settingsFrom = (row: SettingsRow | null): SalesSettings => {
  if (!row) return defaultSettings
  const { logoDigest, logoContentType, ...settings } = row
  const isSet = logoDigest !== null && logoContentType !== null
  const logo = isSet ? { digest: Buffer.from(logoDigest, 'hex'), contentType: logoContentType } : null
  // Database JSON has its own key order; people read the settings in ours.
  return { ...defaultSettings, ...settings, logo }
}

export type SettingsRow = Omit<SalesSettings, 'logo'> & {
  logoDigest: string | null
  logoContentType: Logo['contentType'] | null
}
