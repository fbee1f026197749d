// The personal numbers in a tax reduction: stored encrypted, and looked up by a keyed digest.
import { createHmac } from 'node:crypto'
import type { CompanyCall } from '#platform/call'
import type { Ore } from '#platform/money'
import { seal, tryUnseal } from '#platform/seal'
import { join, type Sql, sql } from '#platform/sql'
import type { SealedColumn } from '#secrets/sealed'
import { type Person, type ReductionUse, UNREADABLE } from './reduction.rules.ts'
import { taxReductionRefusals as refusals } from './refusals.ts'
import { type AskedReduction, usedByYear, type WorkToPay } from './request.rules.ts'

/** The purposes of the encryption key and the digest key. */
const SEAL = 'personal numbers'
const DIGEST = 'personal number digests'

/** `deductionOre` is the amount on the invoice; `askedOre` what is left of it after credit notes and refusals. */
export type PersonRecord = Person & { position: number; askedOre: Ore }

type PersonRow = { position: number; sealed: Buffer; deductionOre: bigint; askedOre: bigint }

/** A person from a row: a number that no key decrypts is masked, without affecting others. */
export const shownPersonOf = (
  { keysFor, companyId }: Pick<CompanyCall, 'keysFor' | 'companyId'>,
  invoiceId: string,
  { position, sealed, deductionOre, askedOre }: PersonRow,
): PersonRecord => {
  const personalNumber = tryUnseal(keysFor(SEAL), sealed, placeOf(companyId, invoiceId, position)) ?? UNREADABLE
  return { position, personalNumber, deductionOre, askedOre }
}

/** The persons who share the reduction of an invoice. */
export const peopleOf = async (call: CompanyCall, invoiceId: string): Promise<PersonRecord[]> =>
  [...(await peopleOfInvoices(call, [invoiceId])).values()].flat()

/** The same of several invoices, by their ids. */
export const peopleOfInvoices = async (
  call: CompanyCall,
  invoiceIds: readonly string[],
): Promise<Map<string, PersonRecord[]>> => {
  const rows = await call.db.rows<PersonRow & { invoiceId: string }>(sql`
    select invoice_id as "invoiceId", position, personal_number as sealed, deduction_ore as "deductionOre",
      asked_ore as "askedOre"
    from sales.tax_reduction_person
    where company_id = ${call.companyId} and invoice_id = any (${[...invoiceIds]}::uuid[])
    order by invoice_id, position`)
  const people = new Map<string, PersonRecord[]>()
  for (const { invoiceId, ...row } of rows) {
    const person = shownPersonOf(call, invoiceId, row)
    const others = people.get(invoiceId)
    if (others) others.push(person)
    else people.set(invoiceId, [person])
  }
  return people
}

/**
 * The people of a document that needs all numbers: the PDF and the request file.
 * @throws operation-not-allowed naming those that cannot be decrypted
 */
export const requireReadable = (
  people: readonly PersonRecord[],
  { id, number }: { id: string; number: bigint | null },
): readonly PersonRecord[] => {
  const silent = people.filter(({ personalNumber }) => personalNumber === UNREADABLE)
  if (silent.length === 0) return people
  const places = silent.map(({ position }) => position + 1).join(', ')
  throw refusals.unreadableNumbers({ number: String(number ?? id), people: places })
}

/** Replaces the persons of a draft's reduction. */
export const savePeople = async (call: CompanyCall, invoiceId: string, people: readonly Person[]): Promise<void> => {
  const { db, companyId } = call
  await db.rows(sql`
    delete from sales.tax_reduction_person where company_id = ${companyId} and invoice_id = ${invoiceId}`)
  const rows = people.map(({ personalNumber, deductionOre }, position) => {
    const sealed = seal(call.keysFor(SEAL), personalNumber, placeOf(companyId, invoiceId, position))
    const [digest] = digestsOf(call, personalNumber)
    return sql`(${companyId}, ${invoiceId}, ${position}, ${sealed}::bytea, ${digest}::bytea, ${deductionOre}::bigint,
      ${deductionOre}::bigint)`
  })
  await db.rows(sql`
    insert into sales.tax_reduction_person (
      company_id, invoice_id, position, personal_number, digest, deduction_ore, asked_ore)
    values ${join(rows)}`)
}

/** Reads invoices with their customers' payments. */
export type WorkReader = (call: CompanyCall, invoiceIds: readonly string[]) => Promise<readonly WorkToPay[]>

/** Amounts used in one year; or, if `year` is null, of an invoice paid in several years. */
type UseRow = AskedReduction & { place: number; year: number | null; id: string | null }

/**
 * The amounts requested for each person on the company's other published invoices, by the years in which the customer
 * has paid their part, or is to pay it.
 */
export const usesOf = async (
  call: CompanyCall,
  people: readonly Person[],
  { id: exceptInvoiceId, invoices, workToPay }: { id: string | null; invoices: Sql; workToPay: WorkReader },
): Promise<ReductionUse[]> => {
  const { db, companyId } = call
  if (people.length === 0) return []
  const digests = people.flatMap(({ personalNumber }, place) =>
    digestsOf(call, personalNumber).map((digest) => sql`(${place}::integer, ${digest}::bytea)`),
  )
  const rows = await db.rows<UseRow>(sql`
    select asked.place, r.type, case when cardinality(i.years) = 1 then i.years[1] end as year,
      case when cardinality(i.years) <> 1 then i.id end as id, sum(p.asked_ore)::bigint as "ownOre",
      max(i.reduction_base_ore) as "askedOre", max(r.refused_ore) as "refusedOre"
    from (values ${join(digests)}) asked (place, digest)
    join sales.tax_reduction_person p on p.company_id = ${companyId} and p.digest = asked.digest
    join sales.tax_reduction r on r.company_id = p.company_id and r.invoice_id = p.invoice_id
    join (${invoices}) i on i.company_id = p.company_id and i.id = p.invoice_id
    where r.status <> 'draft' and p.asked_ore > 0 and i.id is distinct from ${exceptInvoiceId}::uuid
    group by 1, 2, 3, 4`)
  const several = [...new Set(rows.flatMap(({ id }) => id ?? []))]
  const works = several.length > 0 ? await workToPay(call, several) : []
  return rows.flatMap(({ place, year, id, ...asked }) => {
    const { type, ownOre } = asked
    if (year !== null) return [{ place, type, year, ore: ownOre }]
    const work = works.find((one) => one.id === id)
    if (!work) throw new Error(`Invoice ${id} has a tax reduction but does not exist`)
    return usedByYear(work, asked).map((used) => ({ place, type, ...used }))
  })
}

/** The digests under the current key and earlier ones: the number may have been stored under any of them. */
const digestsOf = ({ keysFor, companyId }: CompanyCall, personalNumber: string): [Buffer, ...Buffer[]] => {
  const [first, ...earlier] = keysFor(DIGEST)
  const digest = (key: Buffer) => createHmac('sha256', key).update(`${companyId} ${personalNumber}`).digest()
  return [digest(first), ...earlier.map(digest)]
}

/** The context of an encrypted number: it cannot be decrypted for another invoice. */
const placeOf = (companyId: string, invoiceId: string, position: number) => `${companyId} ${invoiceId} ${position}`

/** The encrypted personal numbers; their digests are recomputed with them. */
export const sealedPersonalNumbers: SealedColumn = {
  what: 'personal numbers',
  purpose: SEAL,
  table: 'sales.tax_reduction_person',
  column: 'personal_number',
  key: ['company_id', 'invoice_id', 'position'],
  placeOf: (key) => key.join(' '),
  besides: (call, { key: [companyId = ''], bytes }) =>
    sql`, digest = ${digestsOf({ ...call, companyId }, bytes.toString())[0]}`,
}
