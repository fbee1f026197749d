// What a company has decided about its sales: what its invoices say of it, how it is paid, and on which terms.
import type { CompanyCall } from '#platform/call'
import { sql } from '#platform/sql'

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
  logo: Logo | null
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
  logo: null,
}

/** The settings of the company; what it has not decided is as usual. */
export const settingsOf = async (call: CompanyCall): Promise<SalesSettings> => {
  const row = await call.db.maybe<SettingsRow>(
    sql`
      select vat_number as "vatNumber", f_tax as "fTax", seat, website, bankgiro, plusgiro, iban, bic,
        payment_terms_days as "paymentTermsDays", late_interest as "lateInterest", rounds_total as "roundsTotal",
        refuses_incomplete as "refusesIncomplete", logo_digest, logo_content_type
      from sales.settings where company_id = ${call.companyId}`,
    'sales-settings',
  )
  if (!row) return defaultSettings
  const { logo_digest: digest, logo_content_type: contentType, ...settings } = row
  if (!digest || !contentType) return { ...settings, logo: null }
  return { ...settings, logo: { digest, contentType } }
}

type SettingsRow = Omit<SalesSettings, 'logo'> & {
  logo_digest: Buffer | null
  logo_content_type: Logo['contentType'] | null
}
