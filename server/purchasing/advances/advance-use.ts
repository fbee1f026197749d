// What becomes of an advance to a supplier: it is set off against an invoice, paid back, or deducted on an invoice or
// credit note of the supplier.
import { accountMapOf, bookDocument } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom, dayOf, isDay, momentText } from '#platform/day'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, Refusal, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type BookedLine, sumOf } from '#purchasing/invoices/booking.rules'
import { purchaseOf } from '#purchasing/invoices/purchase'
import { readSupplierInvoice, type SupplierInvoiceRecord } from '#purchasing/invoices/supplier-invoice'
import { supplierInvoiceFaults, supplierInvoiceRefusals } from '#purchasing/invoices/supplier-invoice-refusals'
import { pay } from '#purchasing/payment'
import { wrongInAccount } from '#purchasing/payment-account'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import { isInAccountingCurrency } from '#rule/currency'
import { baseOf, creditOf, deductedBy, rateDifference, repaidItems, usedShareOf } from './advance.rules.ts'
import { type AdvanceRecord, leftAdvancesOf, readAdvance, wrongAmount, wrongInBase } from './advance.ts'
import { advanceFaults as faults, advanceRefusals as refusals } from './advance-refusals.ts'

export const useKinds = ['setOff', 'repaid', 'deducted'] as const
type UseKind = (typeof useKinds)[number]

/** A use as the API shows it: below zero where an earlier one was taken back. */
type AdvanceUse = {
  id: string
  supplierAdvanceId: string
  kind: UseKind
  date: Day
  amount: number
  sumBaseCurrency: number
  supplierInvoiceRef: { id: string } | null
  bookkeepingAccountNumber?: number
  journalEntryRef: { id: string } | null
  reverses: { id: string } | null
  modifiedDateTime: string
}

/** A set-off where an invoice is named, otherwise a repayment; all that is left, and today, where left out. */
type NewAdvanceUse = {
  supplierInvoiceRef?: { id: string } | null | undefined
  date?: string | undefined
  amount?: number | undefined
  sumBaseCurrency?: number | undefined
  bookkeepingAccountNumber?: number | undefined
}

/** Maximum number of uses of one advance. */
const MAX_USES = 1000

/** Sets an advance off against an invoice of its supplier, or books what the supplier pays back of it. */
export const useSupplierAdvance = async (call: CompanyCall, id: string, body: NewAdvanceUse): Promise<AdvanceUse> => {
  refuseIfAny(await examineAdvanceUse(call, body))
  const date = body.date === undefined ? dayOf(call.now) : dayFrom(body.date)
  const ref = body.supplierInvoiceRef ?? null
  if (ref === null) return repay(call, await lockedAdvance(call, id), date, body)
  // Invoices are locked before advances, as when they are recorded and paid.
  await readAdvance(call, id)
  const invoice = await invoiceOf(call, ref.id)
  const advance = await lockedAdvance(call, id)
  refuseIfAny(wrongWith(advance, invoice))
  const most = least(advance.paidOre - advance.usedOre, invoice.totalOre - invoice.paidOre)
  const ore = body.amount === undefined ? most : (oreFromNumber(body.amount) ?? 0n)
  if (ore <= 0n || ore > most) refuseIfAny([faults.beyond('#/amount', { most: numberFromOre(most) })])
  return setOff(call, { advance, invoice, date, ore, word: 'Kvittning' })
}

/** All errors in a body by itself, which may be any object. */
export const examineAdvanceUse = async (call: CompanyCall, body: unknown): Promise<FieldError[]> => {
  const {
    supplierInvoiceRef,
    date,
    amount,
    sumBaseCurrency,
    bookkeepingAccountNumber: account,
  } = Object(body) as Record<string, unknown>
  const isSetOff = (supplierInvoiceRef ?? null) !== null
  return [
    ...wrongDay(date),
    ...wrongAmount(amount, '#/amount'),
    ...wrongAmount(sumBaseCurrency, '#/sumBaseCurrency'),
    ...(isSetOff && sumBaseCurrency !== undefined ? [faults.moneyOfSetOff('#/sumBaseCurrency')] : []),
    ...(isSetOff && account !== undefined ? [faults.moneyOfSetOff('#/bookkeepingAccountNumber')] : []),
    ...(!isSetOff && typeof account === 'number' ? await wrongInAccount(call, account) : []),
  ]
}

const wrongDay = (date: unknown): FieldError[] =>
  typeof date === 'string' && !isDay(date) ? [supplierInvoiceFaults.badDate('#/date')] : []

const invoiceOf = async (call: CompanyCall, id: string): Promise<SupplierInvoiceRecord> => {
  try {
    return await readSupplierInvoice(call, id, { lock: true })
  } catch (cause) {
    const isUnknown = cause instanceof Refusal && cause.kind === supplierInvoiceRefusals.supplierInvoiceNotFound
    if (isUnknown) refuseIfAny([faults.unknownInvoice('#/supplierInvoiceRef/id', { id })])
    throw cause
  }
}

const wrongWith = (advance: AdvanceRecord, invoice: SupplierInvoiceRecord): FieldError[] => {
  const field = '#/supplierInvoiceRef/id'
  if (invoice.supplierId !== advance.supplierId) return [faults.otherSupplier(field)]
  const isOwed = invoice.totalOre - invoice.paidOre > 0n && invoice.totalOre > 0n
  return isOwed && invoice.id !== advance.supplierInvoiceId ? [] : [faults.nothingOwed(field)]
}

const lockedAdvance = async (call: CompanyCall, id: string): Promise<AdvanceRecord> => {
  const advance = await readAdvance(call, id, { lock: true })
  const { count } = await call.db.one<{ count: bigint }>(
    sql`select count(*) from purchasing.advance_use where company_id = ${call.companyId} and advance_id = ${id}`,
    'count-advance-uses',
  )
  if (count >= MAX_USES) throw refusals.tooManyUses({ limit: MAX_USES })
  return advance
}

type SettingOff = { advance: AdvanceRecord; invoice: SupplierInvoiceRecord; date: Day; ore: Ore; word: string }

/** Pays an invoice with an advance, in its currency; below zero it takes an earlier set-off back. */
const setOff = async (
  call: CompanyCall,
  { advance, invoice, date, ore, word }: SettingOff,
  reversesId: string | null = null,
): Promise<AdvanceUse> => {
  const { account } = advance
  const base = baseOf(advance, ore)
  const credits =
    advance.supplierInvoiceId === null ? [{ account, credit: base }] : creditOf(await shareOf(call, advance, ore))
  const title = `${word} av förskott mot leverantörsfaktura ${invoice.invoiceNumber ?? invoice.invoiceDate}, ${advance.supplierName}`
  const money = { date, ore, base, account, discount: 0n, termsOnInvoice: true }
  const paying = { id: newId(), with: null, title, advanceId: advance.id, credits }
  const { paymentId, journalEntryId } = await pay(call, invoice, money, paying)
  const of = { supplierInvoiceId: invoice.id, paymentId, journalEntryId, reversesId }
  return keepUse(call, advance, { kind: 'setOff', date, ore, base, ...of })
}

/** The parts of the invoice for an advance that a use takes back. */
const shareOf = async (call: CompanyCall, advance: AdvanceRecord, ore: Ore) => {
  const invoice = await readSupplierInvoice(call, advance.supplierInvoiceId ?? '')
  return usedShareOf(await purchaseOf(call, invoice), advance, ore, await accountMapOf(call))
}

/** Books money that the supplier pays back. */
const repay = async (
  call: CompanyCall,
  advance: AdvanceRecord,
  date: Day,
  body: NewAdvanceUse,
): Promise<AdvanceUse> => {
  const { supplierInvoiceId, account } = advance
  if (supplierInvoiceId !== null) throw refusals.repaidByCreditNote({ supplierInvoiceId, account })
  const most = advance.paidOre - advance.usedOre
  const ore = body.amount === undefined ? most : (oreFromNumber(body.amount) ?? 0n)
  if (ore <= 0n || ore > most) refuseIfAny([faults.beyond('#/amount', { most: numberFromOre(most) })])
  const amount = numberFromOre(ore)
  refuseIfAny(await wrongInBase(call, advance, { amount, sumBaseCurrency: body.sumBaseCurrency }))
  const money = oreFromNumber(body.sumBaseCurrency ?? amount) ?? 0n
  const paymentAccount = body.bookkeepingAccountNumber ?? USUAL_PAYMENT_ACCOUNT
  return bookRepaid(call, { advance, date, ore, money, paymentAccount, word: 'Återbetalt förskott från' })
}

type Repaying = {
  advance: AdvanceRecord
  date: Day
  ore: Ore
  money: Ore
  paymentAccount: number
  word: string
}

const bookRepaid = async (
  call: CompanyCall,
  { advance, date, ore, money, paymentAccount, word }: Repaying,
  reversesId: string | null = null,
): Promise<AdvanceUse> => {
  const base = baseOf(advance, ore)
  const items = repaidItems({ money, base, account: advance.account, paymentAccount }, await accountMapOf(call))
  const { id: journalEntryId } = await bookDocument(call, { title: `${word} ${advance.supplierName}`, date, items })
  return keepUse(call, advance, { kind: 'repaid', date, ore, base, money, paymentAccount, journalEntryId, reversesId })
}

/** Takes a set-off or a repayment back, once and as a whole. */
export const takeBackAdvanceUse = async (
  call: CompanyCall,
  { advanceId, id }: { advanceId: string; id: string },
  { date: asked }: { date?: string | undefined },
): Promise<AdvanceUse> => {
  refuseIfAny(wrongDay(asked))
  const use = await useOf(call, advanceId, id)
  const { supplierInvoiceId, kind, paymentAccount, moneyOre } = use
  if (kind === 'deducted') throw refusals.useOfRecord({ id, supplierInvoiceId: supplierInvoiceId ?? '' })
  const invoice = supplierInvoiceId === null ? null : await readSupplierInvoice(call, supplierInvoiceId, { lock: true })
  const advance = await lockedAdvance(call, advanceId)
  if (use.reversesId !== null || (await isTakenBack(call, id))) throw refusals.useTakenBack({ id })
  const date = asked === undefined ? dayOf(call.now) : dayFrom(asked)
  if (invoice) return setOff(call, { advance, invoice, date, ore: -use.ore, word: 'Återtagen kvittning' }, id)
  const money = { money: -(moneyOre ?? 0n), paymentAccount: paymentAccount ?? USUAL_PAYMENT_ACCOUNT }
  return bookRepaid(call, { advance, date, ore: -use.ore, ...money, word: 'Återtagen återbetalning av förskott,' }, id)
}

const isTakenBack = async ({ db, companyId }: CompanyCall, id: string): Promise<boolean> =>
  (await db.maybe(
    sql`select id from purchasing.advance_use where company_id = ${companyId} and reverses_id = ${id}`,
    'reversal-of-advance-use',
  )) !== null

/**
 * What a recorded invoice or credit note deducts on the account of advances is used of those of its supplier, the
 * oldest first; what is above them is booked as it stands. In another currency the difference between the rates is
 * booked.
 */
export const deductAdvances = async (
  call: CompanyCall,
  invoice: SupplierInvoiceRecord,
  { lines, date, account }: { lines: readonly BookedLine[]; date: Day; account: number },
): Promise<void> => {
  const { gross, net } = deductedBy(lines, account)
  if (gross === 0n) return
  let left = gross
  for (const advance of await leftAdvancesOf(call, invoice.supplierId, invoice.currency)) {
    const ore = least(left, advance.paidOre - advance.usedOre)
    if (ore <= 0n) continue
    const own = proportionOf(net, gross - left, ore, gross)
    await deduct(call, { invoice, advance, date, ore, net: own })
    left -= ore
  }
}

/** The part of the net that belongs to an amount with tax, after what was deducted before. */
const proportionOf = (net: Ore, before: Ore, ore: Ore, gross: Ore): Ore =>
  (net * (before + ore)) / gross - (net * before) / gross

type Deducting = { invoice: SupplierInvoiceRecord; advance: AdvanceRecord; date: Day; ore: Ore; net: Ore }

const deduct = async (call: CompanyCall, { invoice, advance, date, ore, net }: Deducting): Promise<void> => {
  const { account } = advance
  const base = baseOf(advance, ore)
  const isOwn = isInAccountingCurrency(invoice)
  const isInvoiced = advance.supplierInvoiceId !== null && !isOwn
  const costs = isInvoiced ? (await shareOf(call, advance, ore)).filter(({ kind }) => kind === 'cost') : []
  const netBase = isInvoiced ? sumOf(costs) : base
  const rate = invoice.currencyRate
  const items = isOwn ? [] : rateDifference({ net, netBase, rate, account }, await accountMapOf(call))
  const title = `Kursdifferens på förskott, leverantörsfaktura ${invoice.invoiceNumber ?? invoice.invoiceDate}`
  const entry = items.length === 0 ? null : await bookDocument(call, { title, date, items })
  const of = { supplierInvoiceId: invoice.id, journalEntryId: entry?.id ?? null }
  await keepUse(call, advance, { kind: 'deducted', date, ore, base, ...of })
}

type Use = {
  kind: UseKind
  date: Day
  ore: Ore
  base: Ore
  money?: Ore
  paymentAccount?: number
  supplierInvoiceId?: string
  paymentId?: string
  journalEntryId: string | null
  reversesId?: string | null
}

const keepUse = async (call: CompanyCall, { id: advanceId }: AdvanceRecord, use: Use): Promise<AdvanceUse> => {
  const { companyId, actor, now } = call
  const { kind, date, ore, base, money = null, paymentAccount = null, supplierInvoiceId = null } = use
  const id = newId()
  await call.db.rows(sql`
    insert into purchasing.advance_use (
      company_id, id, advance_id, kind, date, ore, base_ore, money_ore, payment_account, supplier_invoice_id,
      payment_id, journal_entry_id, reverses_id, created_by_kind, created_by_id, created_at)
    values (${companyId}, ${id}, ${advanceId}, ${kind}, ${date}, ${ore}, ${base}, ${money}, ${paymentAccount},
      ${supplierInvoiceId}, ${use.paymentId ?? null}, ${use.journalEntryId}, ${use.reversesId ?? null}, ${actor.kind},
      ${actor.id}, ${now})`)
  recordEvent(call, 'supplier-advance.used', { id: advanceId })
  return getAdvanceUse(call, advanceId, id)
}

type UseRow = {
  id: string
  advanceId: string
  kind: UseKind
  date: Day
  ore: Ore
  baseOre: Ore
  moneyOre: Ore | null
  paymentAccount: number | null
  supplierInvoiceId: string | null
  journalEntryId: string | null
  reversesId: string | null
  createdAt: Date
}

const columns = sql`
  u.id, u.advance_id as "advanceId", u.kind, u.date, u.ore, u.base_ore as "baseOre", u.money_ore as "moneyOre",
  u.payment_account as "paymentAccount", u.supplier_invoice_id as "supplierInvoiceId",
  u.journal_entry_id as "journalEntryId", u.reverses_id as "reversesId", u.created_at as "createdAt"`

const shown = (row: UseRow): AdvanceUse => ({
  id: row.id,
  supplierAdvanceId: row.advanceId,
  kind: row.kind,
  date: row.date,
  amount: numberFromOre(row.ore),
  sumBaseCurrency: numberFromOre(row.moneyOre ?? row.baseOre),
  supplierInvoiceRef: row.supplierInvoiceId === null ? null : { id: row.supplierInvoiceId },
  ...(row.paymentAccount === null ? {} : { bookkeepingAccountNumber: row.paymentAccount }),
  journalEntryRef: row.journalEntryId === null ? null : { id: row.journalEntryId },
  reverses: row.reversesId === null ? null : { id: row.reversesId },
  modifiedDateTime: momentText(row.createdAt),
})

const useOf = async ({ db, companyId }: CompanyCall, advanceId: string, id: string): Promise<UseRow> => {
  const use = await db.maybe<UseRow>(
    sql`
    select ${columns} from purchasing.advance_use u
    where u.company_id = ${companyId} and u.advance_id = ${advanceId} and u.id = ${id}`,
    'read-advance-use',
  )
  if (!use) throw refusals.useNotFound({ id })
  return use
}

/** One use of an advance; refused as not found. */
export const getAdvanceUse = async (call: CompanyCall, advanceId: string, id: string): Promise<AdvanceUse> =>
  shown(await useOf(call, advanceId, id))

/** The uses of an advance, newest first. */
export const listAdvanceUses = async (
  call: CompanyCall,
  advanceId: string,
  request: PageRequest,
): Promise<Page<AdvanceUse>> => {
  await readAdvance(call, advanceId)
  const list: List<UseRow, AdvanceUse> = {
    name: `uses of ${advanceId}`,
    columns,
    from: sql`purchasing.advance_use u`,
    where: sql`u.company_id = ${call.companyId} and u.advance_id = ${advanceId}`,
    key: [sql`u.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`u.date` },
        amount: { type: 'amount', column: sql`u.ore` },
        modifiedDateTime: { type: 'datetime', column: sql`u.created_at` },
      },
    },
    itemOf: shown,
  }
  return listPage(call, list, request)
}

const least = (one: Ore, other: Ore): Ore => (one < other ? one : other)
