// The request file to the tax authority for tax reductions of paid invoices. Making it changes nothing: the operator
// afterwards marks what was sent.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { findCompany } from '#identity'
import { LEGAL_PERSON_PREFIX } from '#numbers/organization-number'
import { personalNumber } from '#numbers/personal-number'
import type { CompanyCall } from '#platform/call'
import { type Day, dayOf } from '#platform/day'
import type { Ore } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { type Sql, sql } from '#platform/sql'
import { type ReductionType, reductionTypes } from '#rule/tax-reductions'
import { creditIdsSql, customerPaidSql, type PaidRow, paidSql, worksToPayOf } from '#sales/invoices/reduced-invoice'
import { peopleOfInvoices, requireReadable } from '#sales/tax-reduction/person'
import { taxReductionFaults as faults, taxReductionRefusals as refusals } from '#sales/tax-reduction/refusals'
import {
  type Case,
  casesOf,
  filesOf,
  greenRequestFile,
  MAX_CASES,
  requestFile,
  requestName,
} from '#sales/tax-reduction/request.rules'
import { awaitingPayment } from '#sales/tax-reduction/standing'

type Asked = { type?: ReductionType; from?: string; to?: string; part?: number }

/** Maximum number of invoices examined for one file and its parts. */
const MAX_INVOICES = 5000
/** How many invoices are read per statement. */
const BATCH = 500

/** The request file for payments in a period within one year; each part has at most a hundred cases. */
export const exportTaxReductions = async (call: CompanyCall, asked: Asked): Promise<FileAnswer> => {
  const today = dayOf(call.now)
  const period = periodOf(asked, today)
  const ready = await readyInvoices(call, asked.type ?? null, paidIn(period, today))
  const [{ type } = { type: null }] = ready
  if (type === null) throw refusals.nothingToSubmit({ type: asked.type ?? reductionTypes.join(', '), ...period })
  if (ready.length > MAX_INVOICES) throw refusals.tooManyInvoices({ limit: MAX_INVOICES, ...period })
  if (ready.some((one) => one.type !== type)) refuseIfAny([faults.typeMissing('type')])
  const perInvoice = await casesOfInvoices(call, ready)
  const files = filesOf(
    perInvoice.map((cases) => cases.filter(({ paidOn }) => paidOn >= period.from && paidOn <= period.to)),
  )
  const parts = files.length
  if (parts === 0) throw refusals.nothingToSubmit({ type, ...period })
  if (asked.part === undefined && parts > 1) {
    throw refusals.tooManyCases({ count: files.flat().length, limit: MAX_CASES, parts })
  }
  const { part = 1 } = asked
  if (part > parts) refuseIfAny([faults.noSuchPart('part', { parts })])
  const name = requestName(type, today, part)
  const cases = files[part - 1] ?? []
  const text =
    type === 'green' ? greenRequestFile(await performerOf(call), name, cases) : requestFile(type, name, cases)
  const path = call.files.newWorkFile()
  await writeFile(path, text, { mode: 0o600 })
  const contentType = 'application/xml'
  return { path, name: `${name.replace(' ', '-').toLowerCase()}.xml`, size: Buffer.byteLength(text), contentType }
}

/** The company's number as the tax authority writes it: twelve digits. */
const performerOf = async (call: CompanyCall): Promise<string> => {
  const { organizationNumber } = await findCompany(call.db, call.companyId)
  const digits = organizationNumber.replace(/\D/g, '')
  return (
    personalNumber(organizationNumber, dayOf(call.now))?.replace('-', '') ??
    `${LEGAL_PERSON_PREFIX}${digits.slice(-10)}`
  )
}

/** What can be requested for an invoice whose customer has paid, on any day. */
export const casesToAsk = async (call: CompanyCall, invoiceId: string): Promise<Case[]> => {
  const ready = await readyInvoices(call, null, sql`i.id = ${invoiceId}`)
  return (await casesOfInvoices(call, ready)).flat()
}

/** The requested period, within one year; defaults to the rest of the year. */
const periodOf = ({ from, to }: Asked, today: Day): { from: Day; to: Day } => {
  const year = (from ?? to ?? today).slice(0, 4)
  const period = { from: (from ?? `${year}-01-01`) as Day, to: (to ?? `${year}-12-31`) as Day }
  if (period.to.slice(0, 4) !== period.from.slice(0, 4)) refuseIfAny([faults.twoYears('to')])
  if (period.to < period.from) refuseIfAny([faults.backwards('to')])
  return period
}

type ReadyRow = PaidRow & {
  type: ReductionType
  dueOre: Ore
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
}

/** Invoices with a payment in the period and none on a future day. */
const paidIn = ({ from, to }: { from: Day; to: Day }, today: Day): Sql => sql`
  paid.day <= ${today} and exists (select from unnest(paid.days) d (day) where d.day between ${from} and ${to})`

/**
 * The invoices that are ready to be submitted, in order of payment. The file has unencrypted personal numbers: an
 * integration gets only those of its own invoices, people get all.
 */
const readyInvoices = (call: CompanyCall, type: ReductionType | null, which: Sql): Promise<ReadyRow[]> =>
  call.db.rows<ReadyRow>(sql`
    select r.invoice_id as id, r.type, paid.payments, paid.charged,
      i.total_base_ore - i.reduction_base_ore - i.credited_base_ore as "dueOre",
      r.real_estate_number as "realEstateNumber", r.tenant_org_number as "tenantOrgNumber",
      r.apartment_number as "apartmentNumber",
      ${creditIdsSql} as "creditIds"
    from (${awaitingPayment(call, type)}) r
    join sales.invoice i on i.company_id = r.company_id and i.id = r.invoice_id
    cross join lateral ${paidSql}
    where ${customerPaidSql} and ${which}
    order by paid.day, i.number limit ${MAX_INVOICES + 1}`)

/** The cases of each of these invoices, in their order. */
const casesOfInvoices = async (call: CompanyCall, ready: readonly ReadyRow[]): Promise<Case[][]> => {
  const perInvoice: Case[][] = []
  for (let first = 0; first < ready.length; first += BATCH) {
    const rows = ready.slice(first, first + BATCH)
    const works = await worksToPayOf(call, rows)
    const people = await peopleOfInvoices(
      call,
      rows.map(({ id }) => id),
    )
    for (const { row, work } of works) {
      const { invoice, lines, payments, chargedOre } = work
      const sharing = requireReadable(people.get(invoice.id) ?? [], invoice)
      perInvoice.push(casesOf({ ...row, payments, chargedOre, number: String(invoice.number), lines, people: sharing }))
    }
  }
  return perInvoice
}
