// Suppliers that the sender of an invoice may be, and the accounts of their earlier invoices.
import { numberProperty } from '#parties'
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import type { VatTreatment } from '#purchasing/invoices/vat.rules'
import type { PaymentDetails } from './supplier.rules.ts'

/** The sender as stated in an invoice. Accounts are giros and IBANs in their stored form. */
type Invoicing = {
  name: string
  orgNumber: string | null
  vatNumber: string | null
  accounts: readonly string[]
}

export type LikelySupplier = {
  id: string
  name: string
  currency: string
  paymentDetails: PaymentDetails | null
  /** What it was found by. */
  by: 'number' | 'vatNumber' | 'account' | 'name'
}

/** Maximum number of suppliers considered. */
const MAX_LIKELY = 20

const CAPITALS = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'

/** Lower case for any database locale: in "C", PostgreSQL knows only ASCII letters. */
const small = (text: Sql): Sql => sql`lower(translate(${text}, ${CAPITALS}, ${CAPITALS.toLowerCase()}))`

/** Letters and digits only: foreign numbers are written in several ways. */
const plain = (number: Sql): Sql => sql`regexp_replace(upper(${number}), '[^0-9A-Z]', '', 'g')`

/** Digits only: other characters of a VAT number, such as the country prefix, may be omitted. */
const digits = (number: Sql): Sql => sql`regexp_replace(${number}, '[^0-9]', '', 'g')`

/**
 * Possible suppliers, most certain first: by organization number, VAT number, payment account, name. A different
 * organization number excludes all of these: companies of a VAT group (momsgrupp) share a VAT number, factoring
 * customers an account, and a name may be shared by anyone. A different VAT number excludes a match by account or name.
 */
export const likelySuppliers = (
  call: CompanyCall,
  { name, orgNumber, vatNumber, accounts }: Invoicing,
): Promise<LikelySupplier[]> => {
  const number = { number: sql`s.org_number`, digest: sql`s.org_number_digest` }
  const hasNumber = orgNumber === null ? null : numberProperty(call, number).toSql?.('==', orgNumber)
  const byNumber = hasNumber ? sql`coalesce((${hasNumber}), false)` : sql`false`
  const isOther = hasNumber
    ? sql`(${plain(sql`s.org_number`)} <> ${plain(sql`${orgNumber}::text`)}
        or (s.org_number_digest is not null and not ${byNumber}))`
    : sql`false`
  const isOtherByVat = sql`${digits(sql`s.vat_number`)} <> ${digits(sql`${vatNumber}::text`)}`
  const account = sql`coalesce(s.payment_details->>'bankgiroNumber', s.payment_details->>'plusgiroNumber',
    s.payment_details->>'iban')`
  // The statement is unnamed: its text depends on which data is known.
  return call.db.rows<LikelySupplier>(
    sql`
      select id, name, currency, "paymentDetails",
        (array['number', 'vatNumber', 'account', 'name'])[place] as by from (
        select s.id, s.name, s.currency, s.payment_details as "paymentDetails", s.modified_at, case
          when ${byNumber} then 1
          when ${isOther} then null
          when s.vat_number = ${vatNumber} then 2
          when ${isOtherByVat} then null
          when ${account} = any(${[...accounts]}::text[]) then 3
          when ${small(sql`s.name`)} = ${small(sql`${name}::text`)} then 4 end as place
        from purchasing.supplier s where s.company_id = ${call.companyId}) likely
      where place is not null order by place, modified_at desc, id limit ${MAX_LIKELY}`,
  )
}

/** Legal forms, which may be omitted from a name. */
const FORMS = '\\m(ab|aktiebolag|hb|kb|handelsbolag|kommanditbolag|publ|inc|ltd|gmbh|as|oy)\\M'
/** Word separators: all punctuation, as ranges, since character classes depend on the locale. */
const SIGNS = '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]+'
/** Minimum length of a name to search for in other texts. */
const LEAST_NAME = 3

/**
 * Suppliers whose name occurs in one of these plain texts (lower case, single spaces, no legal form), longest first;
 * not those known to have another organization number.
 */
export const suppliersNamed = (
  { db, companyId }: CompanyCall,
  texts: readonly string[],
  orgNumber: string | null,
): Promise<{ id: string; name: string; plain: string }[]> =>
  db.rows(
    sql`
      select id, name, plain from (
        select s.id, s.name, s.org_number, s.org_number_digest, btrim(regexp_replace(
          regexp_replace(${small(sql`s.name`)}, ${FORMS}, ' ', 'g'), ${SIGNS}, ' ', 'g')) as plain
        from purchasing.supplier s where s.company_id = ${companyId}) named
      where char_length(plain) >= ${LEAST_NAME}
        and (${orgNumber}::text is null or (org_number is null and org_number_digest is null))
        and exists (select from unnest(${[...texts]}::text[]) text
          where position(' ' || plain || ' ' in ' ' || text || ' ') > 0)
      order by char_length(plain) desc, id limit ${MAX_LIKELY}`,
    'suppliers-named',
  )

/** How a line of an invoice was booked. */
export type BookedBefore = { account: number; taxRate: number; vatTreatment: VatTreatment }

/** Maximum number of lines considered. */
const MAX_LINES_BEFORE = 100

/** The lines of the supplier's latest recorded invoice that is not for an advance. */
export const linesBefore = ({ db, companyId }: CompanyCall, supplierId: string): Promise<BookedBefore[]> =>
  db.rows<BookedBefore>(
    sql`
      select l.account, l.tax_rate as "taxRate", l.vat_treatment as "vatTreatment"
      from purchasing.supplier_invoice_line l
      where l.company_id = ${companyId} and l.supplier_invoice_id = (
        select i.id from purchasing.supplier_invoice i
        where i.company_id = ${companyId} and i.supplier_id = ${supplierId} and i.recorded_at is not null
          and not exists (
            select from purchasing.advance a where a.company_id = i.company_id and a.supplier_invoice_id = i.id)
        order by i.recorded_at desc, i.id desc limit 1)
      order by l.position limit ${MAX_LINES_BEFORE}`,
    'lines-before',
  )
