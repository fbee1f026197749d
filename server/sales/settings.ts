// What a company has decided about its sales: what its invoices say of it, how it is paid, and on which terms.
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'

/** A picture for the top of invoices, kept among the files. */
export type Logo = { digest: Buffer; contentType: 'image/png' | 'image/jpeg' }

export type SalesSettings = {
  vatNumber: string | null
  /** Approved for F-tax (godkänd för F-skatt). */
  fTax: boolean
  /** Registered seat (säte). */
  seat: string | null
  website: string | null
  /** As it is printed, with its hyphen. */
  bankgiro: string | null
  plusgiro: string | null
  /** Without blanks. */
  iban: string | null
  bic: string | null
  /** Days from an invoice's date to its due date, where neither invoice nor customer says otherwise. */
  paymentTermsDays: number | null
  /** What is said of interest on late payment. */
  lateInterest: string | null
  /** Whether totals in SEK are rounded to whole kronor. */
  roundsTotal: boolean
  /** Whether a document without what the law asks for is refused at publication, and not only told of. */
  refusesIncomplete: boolean
  /** Whether the company is told that somebody has had an invoice shown by its payment link. */
  tellsSeen: boolean
  logo: Logo | null
  /** What mails with invoices say, with places for what the invoice says; to customers in Swedish, and in English. */
  mailSubject: string | null
  mailText: string | null
  mailSubjectEnglish: string | null
  mailTextEnglish: string | null
}

/** Days until an invoice is due when neither it nor customer nor company says (räntelagen 1975:635, 4 § 3 st.). */
export const USUAL_TERMS_DAYS = 30

/** What holds for a company that has decided nothing. */
export const defaultSettings: SalesSettings = {
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

/** The settings of the company; what it has not decided is as usual. */
export const settingsOf = async (call: CompanyCall): Promise<SalesSettings> => {
  const { settings } = await call.db.one<{ settings: SettingsRow | null }>(
    sql`select ${settingsSql(call.companyId)} as settings`,
    'sales-settings',
  )
  return settingsFrom(settings)
}

/** The settings of the company with an id, as {@link settingsFrom} takes them: a part of a statement. */
export const settingsSql = (companyId: string): Sql => sql`(
  select jsonb_build_object('vatNumber', s.vat_number, 'fTax', s.f_tax, 'seat', s.seat, 'website', s.website,
    'bankgiro', s.bankgiro, 'plusgiro', s.plusgiro, 'iban', s.iban, 'bic', s.bic,
    'paymentTermsDays', s.payment_terms_days, 'lateInterest', s.late_interest, 'roundsTotal', s.rounds_total,
    'refusesIncomplete', s.refuses_incomplete, 'tellsSeen', s.tells_seen, 'logoDigest', encode(s.logo_digest, 'hex'),
    'logoContentType', s.logo_content_type, 'mailSubject', s.mail_subject, 'mailText', s.mail_text,
    'mailSubjectEnglish', s.mail_subject_english, 'mailTextEnglish', s.mail_text_english)
  from sales.settings s where s.company_id = ${companyId})`

/** The settings as they were read; what a company has not decided is as usual. */
export const settingsFrom = (row: SettingsRow | null): SalesSettings => {
  if (!row) return defaultSettings
  const { logoDigest, logoContentType, ...settings } = row
  const isSet = logoDigest !== null && logoContentType !== null
  const logo = isSet ? { digest: Buffer.from(logoDigest, 'hex'), contentType: logoContentType } : null
  // JSON of the database has an order of its own; people read the settings in ours.
  return { ...defaultSettings, ...settings, logo }
}

export type SettingsRow = Omit<SalesSettings, 'logo'> & {
  logoDigest: string | null
  logoContentType: Logo['contentType'] | null
}
