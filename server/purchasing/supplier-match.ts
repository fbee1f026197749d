// Which suppliers somebody who invoices may be, and what their invoices were last booked on.
import { numberProperty } from '#parties'
import type { CompanyCall } from '#platform/call'
import { type Sql, sql } from '#platform/sql'
import type { PaymentDetails } from './supplier.rules.ts'
import type { VatTreatment } from './vat.rules.ts'

/** Who invoices, by what an invoice says. Accounts are giros and IBANs in their kept form. */
export type Invoicing = {
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
  /** By what it was found. */
  by: 'number' | 'vatNumber' | 'account' | 'name'
}

/** Maximum number of suppliers that are looked at. */
const MAX_LIKELY = 20

const CAPITALS = 'ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞ'

/** In small letters whatever the locale of the database: in "C" it knows those of ASCII alone. */
const small = (text: Sql): Sql => sql`lower(translate(${text}, ${CAPITALS}, ${CAPITALS.toLowerCase()}))`

/** Letters and digits alone: abroad a number is written in several ways. */
const plain = (number: Sql): Sql => sql`regexp_replace(upper(${number}), '[^0-9A-Z]', '', 'g')`

/** Digits alone: what else is in a VAT number may be left out, such as the country before it. */
const digits = (number: Sql): Sql => sql`regexp_replace(${number}, '[^0-9]', '', 'g')`

/**
 * Those that it may be, the surest first: by organization number, VAT number, payment account, name. Nothing holds
 * against another organization number: the companies of a VAT group (momsgrupp) share a VAT number, those who sell
 * their claims an account, and anybody a name. An account or a name holds against no other VAT number either.
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
  // Without a name: how it is written depends on what is known.
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

/** Legal forms, which a name may be written with or without. */
const FORMS = '\\m(ab|aktiebolag|hb|kb|handelsbolag|kommanditbolag|publ|inc|ltd|gmbh|as|oy)\\M'
/** What stands between words: all signs, as ranges, since classes of characters follow the locale. */
const SIGNS = '[\\u0001-\\u002f\\u003a-\\u0040\\u005b-\\u0060\\u007b-\\u00bf\\u2000-\\u206f]+'
/** The fewest letters of a name that is looked for in other texts. */
const LEAST_NAME = 3

/**
 * Those whose name stands in one of these plain texts (small letters, one blank between words, no legal form), the
 * longest first; not those that are known to have another organization number.
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

/** What a line of an invoice was booked on. */
export type BookedBefore = { account: number; taxRate: number; vatTreatment: VatTreatment }

/** Maximum number of lines that are looked at. */
const MAX_LINES_BEFORE = 100

/** The lines of the supplier's invoice that was recorded last. */
export const linesBefore = ({ db, companyId }: CompanyCall, supplierId: string): Promise<BookedBefore[]> =>
  db.rows<BookedBefore>(
    sql`
      select l.account, l.tax_rate as "taxRate", l.vat_treatment as "vatTreatment"
      from purchasing.supplier_invoice_line l
      where l.company_id = ${companyId} and l.supplier_invoice_id = (
        select i.id from purchasing.supplier_invoice i
        where i.company_id = ${companyId} and i.supplier_id = ${supplierId} and i.recorded_at is not null
        order by i.recorded_at desc, i.id desc limit 1)
      order by l.position limit ${MAX_LINES_BEFORE}`,
    'lines-before',
  )
