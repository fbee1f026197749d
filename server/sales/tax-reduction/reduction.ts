// The tax reduction of an invoice: validated and stored with the draft, shown to its owner unmasked and to others
// masked, requested from publication on, and reduced by credit notes.
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { type PersonRecord, peopleOf, savePeople, shownPersonOf, usesOf, type WorkReader } from './person.ts'
import {
  isMasked,
  lowered,
  masked,
  type ReducedInvoice,
  type Reduction,
  sumOf,
  type WorkLine,
  weightOf,
  wrongInReduction,
} from './reduction.rules.ts'
import type { ShownTaxReduction, TaxReductionBody, TaxReductionStatus } from './schema.ts'

/**
 * The invoice as it would be after the request; `id` is null if it is new. `invoices` is a query of all invoices,
 * supplied by the higher context: company_id, id, number, kind, reduction_base_ore, is_paid (the customer's part), and
 * the years in which it was paid, or is to be paid. `workToPay` reads some of them.
 */
export type ReductionHost = ReducedInvoice & {
  id: string | null
  invoices: Sql
  workToPay: WorkReader
  createdByKind: string
  createdById: string
}

/** An invalid amount: not in whole kronor, and thus refused. */
const NOT_AN_AMOUNT = 1n

/** Errors in the tax reduction of an invoice as it would be, and in its work lines. */
export const wrongInTaxReduction = async (
  call: CompanyCall,
  host: ReductionHost,
  asked: TaxReductionBody | null | undefined,
): Promise<FieldError[]> => wrongInReductionOf(call, host, await meantReduction(call, host, asked))

/** The same for the stored reduction, when another part of the invoice changes. */
export const wrongInKeptReduction = async (
  call: CompanyCall,
  host: ReductionHost & { id: string },
): Promise<FieldError[]> => wrongInReductionOf(call, host, await keptReduction(call, host.id))

/**
 * Stores the reduction requested by the draft's owner: null or nothing removes it. Requests of others are ignored. Must
 * run after the invoice and its lines were stored, and validated by {@link wrongInTaxReduction}. Returns the requested
 * amount, which the invoice stores too; null if nothing changed.
 */
export const saveTaxReduction = async (
  call: CompanyCall,
  host: Pick<ReductionHost, 'createdByKind' | 'createdById'> & { id: string },
  asked: TaxReductionBody | null | undefined,
): Promise<Ore | null> => {
  if (!isOwner(call, host)) return null
  const { db, companyId } = call
  if (!asked) {
    await db.rows(sql`delete from sales.tax_reduction where company_id = ${companyId} and invoice_id = ${host.id}`)
    return 0n
  }
  const { people, ...reduction } = reductionOf(asked)
  await db.rows(sql`
    insert into sales.tax_reduction (
      company_id, invoice_id, type, description, property_type, real_estate_number, tenant_org_number,
      apartment_number, owner_kind, owner_id, status)
    values (${companyId}, ${host.id}, ${reduction.type}, ${reduction.description}, ${reduction.propertyType},
      ${reduction.realEstateNumber}, ${reduction.tenantOrgNumber}, ${reduction.apartmentNumber},
      ${host.createdByKind}, ${host.createdById}, 'draft')
    on conflict (company_id, invoice_id) do update set
      type = excluded.type, description = excluded.description, property_type = excluded.property_type,
      real_estate_number = excluded.real_estate_number, tenant_org_number = excluded.tenant_org_number,
      apartment_number = excluded.apartment_number`)
  await savePeople(call, host.id, people)
  return sumOf(people)
}

/**
 * The reduction is requested from publication on. It is validated again, since other invoices may have used a person's
 * annual maximum: publications must be serialized.
 */
export const requireReductionReadyForPublication = async (
  call: CompanyCall,
  invoice: ReductionHost & { id: string },
  kept: KeptReduction | null,
): Promise<void> => refuseIfAny(await wrongInReductionOf(call, invoice, kept))

/** Marks it as requested. */
export const requestTaxReductionAtPublication = async (
  { db, companyId }: CompanyCall,
  invoiceId: string,
): Promise<void> => {
  await db.rows(sql`
    update sales.tax_reduction set status = 'awaitingPayment'
    where company_id = ${companyId} and invoice_id = ${invoiceId} and status = 'draft'`)
}

/**
 * Reduces the requested amount when a credit note makes the work cheaper, in proportion to what may be asked for it and
 * in whole kronor. `credited`
 * are the lines of all published credit notes of the invoice, including this one. Returns the remainder, which the
 * invoice stores too, and the difference, which the credit note stores.
 */
export const lowerTaxReduction = async (
  call: CompanyCall,
  invoice: { id: string; dueDate: Day; lines: readonly WorkLine[] },
  credited: readonly WorkLine[],
): Promise<{ left: Ore; taken: Ore }> => {
  const { db, companyId } = call
  const people = await peopleOf(call, invoice.id)
  const before = weightOf(invoice.lines, invoice.dueDate)
  const asked = lowered(people, { before, after: before - weightOf(credited, invoice.dueDate) })
  const left = await setAsked(
    call,
    invoice.id,
    people.map(({ position }, index) => ({ position, askedOre: asked[index] ?? 0n })),
  )
  const taken = people.reduce((sum, { askedOre }) => sum + askedOre, 0n) - left
  if (left === 0n && people.length > 0) {
    await db.rows(sql`
      update sales.tax_reduction set status = 'removed'
      where company_id = ${companyId} and invoice_id = ${invoice.id} and status = 'awaitingPayment'`)
  }
  return { left, taken }
}

/** Stores the remaining amount per person, and returns their sum, which the invoice stores too. */
export const setAsked = async (
  call: CompanyCall,
  invoiceId: string,
  people: readonly { position: number; askedOre: Ore }[],
): Promise<Ore> => {
  const { db, companyId } = call
  const positions = people.map(({ position }) => position)
  const sums = people.map(({ askedOre }) => askedOre)
  await db.rows(sql`
    update sales.tax_reduction_person p set asked_ore = asked.ore
    from unnest(${positions}::integer[], ${sums}::bigint[]) asked (position, ore)
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId} and p.position = asked.position`)
  return sums.reduce((sum, one) => sum + one, 0n)
}

/** The reductions of invoices as visible to the caller, by invoice id. */
export const shownTaxReductions = async (
  call: CompanyCall,
  invoices: Sql,
  invoiceIds: readonly string[],
): Promise<Map<string, ShownTaxReduction>> => {
  if (invoiceIds.length === 0) return new Map()
  const rows = await call.db.rows<{ id: string; reduction: ReductionRow }>(
    sql`
    select i.id, ${reductionOfInvoiceSql} as reduction
    from (${invoices}) i
    where i.company_id = ${call.companyId} and i.id = any(${invoiceIds}::uuid[])
      and exists (select from sales.tax_reduction r where r.company_id = i.company_id and r.invoice_id = i.id)`,
    'shown-tax-reductions',
  )
  return new Map(rows.map(({ id, reduction }) => [id, shownReduction(call, openedReduction(call, id, reduction))]))
}

/** A stored reduction with its outcome; people in order. */
export type KeptReduction = Omit<Reduction, 'people'> & {
  status: TaxReductionStatus
  /** When its submission to the tax authority was recorded. */
  submittedOn: Day | null
  /** The day of its latest decision. */
  answeredOn: Day | null
  paidOre: Ore
  refusedOre: Ore
  createdByKind: string
  createdById: string
  people: PersonRecord[]
}

/** The row shape of {@link reductionOfInvoiceSql}. */
export type ReductionRow = Omit<KeptReduction, 'people' | 'submittedOn' | 'paidOre' | 'refusedOre'> & {
  submittedAt: string | null
  paidOre: string
  refusedOre: string
  people: { position: number; sealed: string; deductionOre: string; askedOre: string }[]
}

/** The reduction with decrypted personal numbers, as far as a key is available. */
export const openedReduction = (
  call: CompanyCall,
  invoiceId: string,
  { submittedAt, paidOre, refusedOre, people, ...row }: ReductionRow,
): KeptReduction => ({
  ...row,
  submittedOn: submittedAt === null ? null : dayOf(new Date(submittedAt)),
  paidOre: BigInt(paidOre),
  refusedOre: BigInt(refusedOre),
  people: people.map(({ position, sealed, deductionOre, askedOre }) =>
    shownPersonOf(call, invoiceId, {
      position,
      sealed: Buffer.from(sealed, 'base64'),
      deductionOre: BigInt(deductionOre),
      askedOre: BigInt(askedOre),
    }),
  ),
})

/** The reduction as visible to the caller. */
export const shownReduction = (call: CompanyCall, kept: KeptReduction): ShownTaxReduction => {
  const { createdByKind, createdById, people, submittedOn, answeredOn, paidOre, refusedOre, ...rest } = kept
  const own = isOwner(call, { createdByKind, createdById })
  return {
    ...rest,
    deductionAmount: numberFromOre(sumOf(people)),
    askedAmount: numberFromOre(people.reduce((sum, { askedOre }) => sum + askedOre, 0n)),
    submittedDate: submittedOn,
    paidAmount: numberFromOre(paidOre),
    refusedAmount: numberFromOre(refusedOre),
    answeredDate: answeredOn,
    deductionPeople: people.map(({ personalNumber, deductionOre }) => ({
      personalNumber: own ? personalNumber : masked(personalNumber),
      deductionAmount: numberFromOre(deductionOre),
    })),
  }
}

/** The status of the reduction `r` of an invoice, given whether the customer has paid it. */
const statusBy = (isPaid: Sql): Sql => sql`
  case when r.status = 'awaitingPayment' and ${isPaid} then 'readyToSubmit' else r.status end`

/** The same for invoice `i` in a query of invoices. */
export const statusSql = statusBy(sql`i.is_paid`)

/** The status of the reduction of invoice `i`, within a statement on invoices; null if it has none. */
export const reductionStatusSql = (isPaid: Sql): Sql => sql`(
  select ${statusBy(isPaid)} from sales.tax_reduction r where r.company_id = i.company_id and r.invoice_id = i.id)`

/**
 * The reduction of invoice `i` in a query of invoices, with its people, in the shape of {@link openedReduction}; null
 * if there is none.
 */
export const reductionOfInvoiceSql = sql`(
  select jsonb_build_object('type', r.type, 'description', r.description, 'propertyType', r.property_type,
    'realEstateNumber', r.real_estate_number, 'tenantOrgNumber', r.tenant_org_number,
    'apartmentNumber', r.apartment_number, 'createdByKind', r.owner_kind, 'createdById', r.owner_id,
    'status', ${statusSql}, 'submittedAt', r.submitted_at, 'paidOre', r.paid_ore::text,
    'refusedOre', r.refused_ore::text, 'answeredOn', (
      select max(a.date) from sales.tax_reduction_answer a
      where a.company_id = r.company_id and a.invoice_id = r.invoice_id),
    'people', (
      select jsonb_agg(jsonb_build_object('position', p.position, 'sealed', encode(p.personal_number, 'base64'),
        'deductionOre', p.deduction_ore::text, 'askedOre', p.asked_ore::text) order by p.position)
      from sales.tax_reduction_person p where p.company_id = r.company_id and p.invoice_id = r.invoice_id))
  from sales.tax_reduction r where r.company_id = i.company_id and r.invoice_id = i.id)`

/** The reduction that applies: the owner's request, or the stored one if the caller is not the owner. */
const meantReduction = async (
  call: CompanyCall,
  host: ReductionHost,
  asked: TaxReductionBody | null | undefined,
): Promise<Reduction | null> => {
  if (isOwner(call, host)) return asked ? reductionOf(asked) : null
  return host.id === null ? null : keptReduction(call, host.id)
}

const wrongInReductionOf = async (
  call: CompanyCall,
  host: ReductionHost,
  reduction: Reduction | null,
): Promise<FieldError[]> => {
  // A masked number does not tell whose it is.
  const people = reduction?.people.filter(({ personalNumber }) => !isMasked(personalNumber)) ?? []
  const uses = people.length === reduction?.people.length ? await usesOf(call, people, host) : []
  return wrongInReduction(reduction, host, { uses, today: dayOf(call.now) as Day })
}

const keptReduction = async (call: CompanyCall, invoiceId: string): Promise<Reduction | null> => {
  const kept = await termsOf(call, invoiceId)
  return kept && { ...kept, people: await peopleOf(call, invoiceId) }
}

/** The reduction of an invoice without its persons; null if it has none. */
const termsOf = ({ db, companyId }: CompanyCall, invoiceId: string): Promise<Omit<Reduction, 'people'> | null> =>
  db.maybe<Omit<Reduction, 'people'>>(sql`
    select type, description, property_type as "propertyType", real_estate_number as "realEstateNumber",
      tenant_org_number as "tenantOrgNumber", apartment_number as "apartmentNumber"
    from sales.tax_reduction where company_id = ${companyId} and invoice_id = ${invoiceId}`)

const reductionOf = (body: TaxReductionBody): Reduction => ({
  type: body.type,
  description: body.description.trim(),
  propertyType: body.propertyType ?? null,
  realEstateNumber: textOf(body.realEstateNumber),
  tenantOrgNumber: textOf(body.tenantOrgNumber),
  apartmentNumber: textOf(body.apartmentNumber),
  people: body.deductionPeople.map(({ personalNumber, deductionAmount }) => ({
    personalNumber,
    deductionOre: oreFromNumber(deductionAmount) ?? NOT_AN_AMOUNT,
  })),
})

const textOf = (text: string | null | undefined): string | null => text?.trim() || null

/**
 * Whether the caller may set it: the creator of the document, and people, who work with all documents of their company.
 */
const isOwner = (
  { actor }: CompanyCall,
  { createdByKind, createdById }: Pick<ReductionHost, 'createdByKind' | 'createdById'>,
): boolean => !isOfApi(actor.kind) || (actor.kind === createdByKind && actor.id === createdById)
