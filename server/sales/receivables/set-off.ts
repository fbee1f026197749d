// Set-offs without money: an overpayment of one invoice of a customer, or a credit after payment, pays another invoice
// of the same customer. It is booked as a repayment and a payment through a transit account, whose balance stays
// unchanged; under the cash method these are reversed and sold on that day, so that the VAT is declared then.
import { onBookVersion, proportion, transitAccountOf } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, isDay, momentText } from '#platform/day'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber, size } from '#platform/money'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { isInAccountingCurrency } from '#rule/currency'
import { bookingFaults as faults, bookingRefusals as refusals } from '#sales/booking/booking-refusals'
import { payableSale } from '#sales/booking/sale'
import type { Sale } from '#sales/booking/sale.rules'
import { readInvoice } from '#sales/invoices/invoice'
import { invoiceFaults, invoiceRefusals } from '#sales/invoices/invoice-refusals'
import { outstandingOf } from '#sales/invoices/invoice-status.rules'
import { claimSettledBy, type InBoth, openOf } from './in-currency.rules.ts'
import { lockInvoices } from './invoice-match.ts'
import { addPayment, recordPayment } from './payment.ts'

/**
 * A set-off as seen from one of its two invoices: `sumBaseCurrency` in SEK is paid on it, or taken from it if negative;
 * `amount` is the same in the currency of both, if that is not SEK.
 */
type SetOff = {
  id: string
  invoiceId: string
  invoiceRef: { id: string }
  date: Day
  amount?: number
  sumBaseCurrency: number
  journalEntryRef: { id: string } | null
  modifiedDateTime: string
}

/** By default, the sum is the maximum that both invoices allow, and the day is today. */
type NewSetOff = {
  invoiceRef: { id: string }
  date?: string | undefined
  amount?: number | undefined
  sumBaseCurrency?: number | undefined
}

/** Sets off two invoices of a customer against each other, in either direction, and books it at once. */
export const setOffInvoices = async (call: CompanyCall, invoiceId: string, body: NewSetOff): Promise<SetOff> => {
  refuseIfAny(await examineSetOff(call, body))
  const [own, other] = await bothOf(call, invoiceId, body.invoiceRef.id)
  refuseIfAny(wrongWith(own, other))
  const date = body.date === undefined ? dayOf(call.now) : dayFrom(body.date)
  const [from, to] = outstandingOf(own.record) < 0n ? [own, other] : [other, own]
  const money = isInAccountingCurrency(own.record) ? inSekOf(from, to, body) : inCurrencyOf(from, to, body)
  const titles = (one: Sale, against: Sale) =>
    `Kvittning av faktura ${one.record.number} mot faktura ${against.record.number}`
  const ids = await book(call, { from, to, date, ...money }, titles)
  return getSetOff(call, own.record.id, own === from ? ids.from : ids.to)
}

type Money = { ore: Ore; currencyOre: Ore | null }

const inSekOf = (from: Sale, to: Sale, { amount, sumBaseCurrency: sum }: NewSetOff): Money => {
  if (amount !== undefined) refuseIfAny([faults.amountOfSek('#/amount')])
  const most = least(size(outstandingOf(from.record)), size(outstandingOf(to.record)))
  const ore = sum === undefined ? most : (oreFromNumber(sum) ?? 0n)
  if (ore <= 0n || ore > most) refuseIfAny([faults.setOffBeyond('#/sumBaseCurrency', { most: numberFromOre(most) })])
  return { ore, currencyOre: null }
}

/**
 * Both give the same amount in their currency, worth what it is on the debt that is paid; what the other one stands at
 * beside it is an exchange difference. A sum in SEK is of the debt.
 */
const inCurrencyOf = (from: Sale, to: Sale, { amount, sumBaseCurrency: sum }: NewSetOff): Money => {
  if (amount !== undefined && sum !== undefined) refuseIfAny([faults.setOffAmountAndSum('#/amount')])
  const open = openOf(to)
  const most = least(size(openOf(from).ore), open.ore)
  const currencyOre = askedOf(open, amount, sum) ?? most
  if (currencyOre <= 0n || currencyOre > most) {
    const values = { most: numberFromOre(most), currency: to.record.currency }
    refuseIfAny([faults.setOffAmountBeyond(sum === undefined ? '#/amount' : '#/sumBaseCurrency', values)])
  }
  const ore = claimSettledBy({ ore: currencyOre, baseOre: 0n }, open, open)
  return { ore, currencyOre }
}

const askedOf = (open: InBoth, amount: number | undefined, sum: number | undefined): Ore | null => {
  if (amount !== undefined) return oreFromNumber(amount) ?? 0n
  if (sum === undefined) return null
  return open.baseOre === 0n ? 0n : proportion(open.ore, oreFromNumber(sum) ?? 0n, open.baseOre)
}

/** Reverses a set-off completely: both invoices are as before. */
export const takeBackSetOff = async (
  call: CompanyCall,
  { invoiceId, id }: { invoiceId: string; id: string },
  { date: asked }: { date?: string | undefined },
): Promise<SetOff> => {
  refuseIfAny(wrongDay(asked))
  const made = await getSetOff(call, invoiceId, id)
  const [own, other] = await bothOf(call, invoiceId, made.invoiceRef.id)
  const ore = oreFromNumber(made.sumBaseCurrency) ?? 0n
  const standing = await standingBetween(call, own, other)
  if (ore > 0n ? standing < ore : standing > ore) throw refusals.setOffTakenBack({ id })
  const [from, to] = ore > 0n ? [own, other] : [other, own]
  const date = asked === undefined ? dayOf(call.now) : dayFrom(asked)
  const titles = (one: Sale, against: Sale) =>
    `Återtagen kvittning av faktura ${one.record.number} mot faktura ${against.record.number}`
  const currencyOre = made.amount === undefined ? null : size(oreFromNumber(made.amount) ?? 0n)
  const claims = await restoredBy(call, made.id)
  const ids = await book(call, { from, to, date, ore: size(ore), currencyOre, claims }, titles)
  return getSetOff(call, own.record.id, own === from ? ids.from : ids.to)
}

/** All errors in a body by itself, which may be any object. */
export const examineSetOff = async (_: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const { date, ...sums } = Object(body) as Record<string, unknown>
  const wrong = (['amount', 'sumBaseCurrency'] as const).filter((name) => {
    const sum = sums[name]
    return typeof sum === 'number' && !oreFromNumber(sum)
  })
  return [...wrongDay(date), ...wrong.map((name) => faults.zeroSum(`#/${name}`))]
}

const wrongDay = (date: unknown): FieldError[] =>
  typeof date === 'string' && !isDay(date) ? [invoiceFaults.badDate('#/date')] : []

/** Both sales, locked in the order of their ids, as when a transaction is matched with several invoices. */
const bothOf = async (call: CompanyCall, ownId: string, otherId: string): Promise<[Sale, Sale]> => {
  const field = '#/invoiceRef/id'
  if (ownId.toLowerCase() === otherId.toLowerCase()) refuseIfAny([faults.setOffItself(field)])
  await lockInvoices(call, [ownId, otherId])
  const own = await payableSale(call, ownId)
  try {
    return [own, await payableSale(call, otherId)]
  } catch (cause) {
    const { invoiceNotFound } = invoiceRefusals
    const isUnknown =
      cause instanceof Refusal && [invoiceNotFound, refusals.noMoneyOnDraft].includes(cause.kind as never)
    if (isUnknown) refuseIfAny([faults.setOffUnknown(field, { id: otherId })])
    throw cause
  }
}

const wrongWith = (own: Sale, other: Sale): FieldError[] => {
  const field = '#/invoiceRef/id'
  const { customerId, currency } = own.record
  if (customerId === null || other.record.customerId !== customerId) return [faults.setOffOtherParty(field)]
  if (other.record.currency !== currency) return [faults.setOffOtherCurrency(field, { currency })]
  const ownOre = outstandingOf(own.record)
  const otherOre = outstandingOf(other.record)
  if (ownOre === 0n || otherOre === 0n || ownOre > 0n === otherOre > 0n) {
    const values = { outstanding: numberFromOre(ownOre), other: numberFromOre(otherOre) }
    return [faults.setOffNothing(field, values)]
  }
  // A repayment is booked against recorded payments, so all must be recorded first.
  const unrecorded = [own, other].filter(({ payments }) => payments.some(({ recordedAt }) => recordedAt === null))
  return unrecorded.map(({ record }) => faults.setOffUnrecorded(field, { number: String(record.number) }))
}

type Both = Money & { from: Sale; to: Sale; date: Day; claims?: ReadonlyMap<string, Ore> }

/** Adds and records both payments, the repayment first. */
const book = async (
  call: CompanyCall,
  { from, to, date, ore, currencyOre, claims }: Both,
  titleOf: (one: Sale, against: Sale) => string,
): Promise<{ from: string; to: string }> => {
  const ids = { from: newId(), to: newId() }
  const account = await transitAccountOf(call)
  const payments = [
    { sale: from, against: to, id: ids.from, setOffWith: ids.to, sign: -1n },
    { sale: to, against: from, id: ids.to, setOffWith: ids.from, sign: 1n },
  ]
  for (const { sale, against, sign, ...payment } of payments) {
    const money = { ore: currencyOre === null ? null : currencyOre * sign, sumBaseOre: ore * sign }
    const made = { ...payment, ...money, date, account, claim: claims?.get(sale.record.id) }
    await onBookVersion(call, (versionedBook) => addPayment(call, versionedBook, sale, made))
    await recordPayment(call, sale.record.id, payment.id, titleOf(sale, against))
  }
  return ids
}

/** The debt in SEK that the reversal of a set-off restores on each invoice, exchange differences included. */
const restoredBy = async ({ db, companyId }: CompanyCall, id: string): Promise<ReadonlyMap<string, Ore>> => {
  const rows = await db.rows<{ invoiceId: string; ore: Ore }>(
    sql`
    select p.invoice_id as "invoiceId", (-p.sum_base_ore - coalesce((
      select sum(s.sum_base_ore) from sales.payment_charge c
      join sales.settlement s on s.company_id = c.company_id and s.id = c.settlement_id
      where c.company_id = p.company_id and c.payment_id = p.id), 0))::bigint as ore
    from sales.payment p
    where p.company_id = ${companyId} and (p.id = ${id} or p.set_off_payment_id = ${id}) and p.ore is not null`,
    'restored-by-set-off',
  )
  return new Map(rows.map(({ invoiceId, ore }) => [invoiceId, ore]))
}

/** The sum of set-offs between the two invoices, as paid on the first. */
const standingBetween = async ({ db, companyId }: CompanyCall, own: Sale, other: Sale): Promise<Ore> => {
  const { ore } = await db.one<{ ore: Ore }>(
    sql`
    select coalesce(sum(p.sum_base_ore), 0)::bigint as ore from sales.payment p
    join sales.payment o on o.company_id = p.company_id and o.id = p.set_off_payment_id
    where p.company_id = ${companyId} and p.invoice_id = ${own.record.id} and o.invoice_id = ${other.record.id}`,
    'set-off-between',
  )
  return ore
}

const least = (one: Ore, other: Ore): Ore => (one < other ? one : other)

type SetOffRow = {
  id: string
  invoiceId: string
  otherId: string
  date: Day
  ore: Ore | null
  sumBaseOre: Ore
  journalEntryId: string | null
  recordedAt: Date
}

const columns = sql`
  p.id, p.invoice_id as "invoiceId", o.invoice_id as "otherId", p.date, p.ore, p.sum_base_ore as "sumBaseOre",
  p.journal_entry_id as "journalEntryId", p.recorded_at as "recordedAt"`

const source = sql`sales.payment p
  join sales.payment o on o.company_id = p.company_id and o.id = p.set_off_payment_id`

const shown = ({ id, invoiceId, otherId, date, ore, sumBaseOre, journalEntryId, recordedAt }: SetOffRow): SetOff => ({
  id,
  invoiceId,
  invoiceRef: { id: otherId },
  date,
  ...(ore === null ? {} : { amount: numberFromOre(ore) }),
  sumBaseCurrency: numberFromOre(sumBaseOre),
  journalEntryRef: journalEntryId === null ? null : { id: journalEntryId },
  modifiedDateTime: momentText(recordedAt),
})

/** One set-off of an invoice, by the id of its payment; refused as not found if it does not exist. */
export const getSetOff = async ({ db, companyId }: CompanyCall, invoiceId: string, id: string): Promise<SetOff> => {
  const row = await db.maybe<SetOffRow>(
    sql`
    select ${columns} from ${source}
    where p.company_id = ${companyId} and p.invoice_id = ${invoiceId} and p.id = ${id}`,
    'read-set-off',
  )
  if (!row) throw refusals.setOffNotFound({ id })
  return shown(row)
}

/** The set-offs of an invoice, newest first. */
export const listSetOffs = async (
  call: CompanyCall,
  invoiceId: string,
  request: PageRequest,
): Promise<Page<SetOff>> => {
  await readInvoice(call, invoiceId, 'invoice')
  const list: List<SetOffRow, SetOff> = {
    name: `set-offs of ${invoiceId}`,
    columns,
    from: source,
    where: sql`p.company_id = ${call.companyId} and p.invoice_id = ${invoiceId}`,
    key: [sql`p.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`p.date` },
        sumBaseCurrency: { type: 'amount', column: sql`p.sum_base_ore` },
        modifiedDateTime: { type: 'datetime', column: sql`p.recorded_at` },
      },
    },
    itemOf: shown,
  }
  return listPage(call, list, request)
}
