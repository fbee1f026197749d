// Booking of what happens to sales: how things stand with an invoice by what is booked, and the entries that follow.
import { treatmentsOnPapers } from '#archive'
import { type AccountMap, accountMapOf, bookDocument, type DocumentItem } from '#ledger'
import type { VatTreatment } from '#paper'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { join, sql } from '#platform/sql'
import {
  type Applied,
  appliedItems,
  apply,
  byKey,
  type CashShare,
  type CashState,
  cashShareOf,
  creditOf,
  type Debt,
  owedItems,
  type Part,
  paidSettlements,
  partsLess,
  partsOf,
} from './booking.rules.ts'
import { type InvoiceRecord, readInvoices } from './invoice.ts'
import { isSalesLine } from './line.rules.ts'

/** What pays an invoice: the id is that of a payment or settlement, or of what the tax authority paid. */
export type Payer = 'customer' | 'taxAuthority'

/** How things stand with an invoice, by what is booked of it. */
export type BookedState = Debt & {
  /** Credit notes without an entry, and what those with one lowered the receivable by. */
  unbookedCredits: string[]
  bookedCredits: Ore
  /** What payments and settlements lowered the claim by. */
  claims: Ore
}

/** How things stand with an invoice; the caller holds its lock. */
export const bookedStateOf = async (call: CompanyCall, invoice: InvoiceRecord): Promise<BookedState> => {
  const { claims, advance, credits } = await call.db.one<StateRow>(
    sql`
    select
      (select coalesce(sum(m.claim_base_ore), 0)::bigint from ${moneyOf(call, invoice.id)} m) as claims,
      (select coalesce(sum(m.advance_base_ore), 0)::bigint from ${moneyOf(call, invoice.id)} m) as advance,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.id, 'total', c.total_base_ore::text,
          'reduction', c.reduction_base_ore::text, 'booked', c.journal_entry_id is not null) order by c.id), '[]')
        from sales.invoice c
        where c.company_id = ${call.companyId} and c.credits_id = ${invoice.id} and c.published_at is not null
      ) as credits`,
    'booked-state',
  )
  const booked = credits.filter((credit) => credit.booked)
  const unbooked = credits.filter((credit) => !credit.booked)
  // What a cash invoice is credited by counts at once: nothing of it is booked before money moves. The reduction of an
  // invoice falls when its credit note is published; while that is not booked, the books have it as it was.
  const credited =
    invoice.journalEntryId === null ? total(credits, 'total') : total(booked, 'total') + total(unbooked, 'reduction')
  return {
    open: invoice.totalBaseOre - invoice.reductionBaseOre - credited - claims,
    advance,
    isSek: invoice.currency === 'SEK',
    unbookedCredits: unbooked.map(({ id }) => id),
    bookedCredits: total(booked, 'total') - total(booked, 'reduction'),
    claims,
  }
}

type CreditRow = { id: string; total: string; reduction: string; booked: boolean }
type StateRow = { claims: bigint; advance: bigint; credits: CreditRow[] }

const total = (credits: readonly CreditRow[], of: 'total' | 'reduction'): Ore =>
  credits.reduce((sum, credit) => sum + BigInt(credit[of]), 0n)

const moneyOf = ({ companyId }: CompanyCall, invoiceId: string) => sql`(
  select claim_base_ore, advance_base_ore from sales.payment
  where company_id = ${companyId} and invoice_id = ${invoiceId}
  union all
  select claim_base_ore, advance_base_ore from sales.settlement
  where company_id = ${companyId} and invoice_id = ${invoiceId})`

/** The company's accounts; the receivable is where the invoice's claim stands, once it is booked. */
export const accountsFor = async (call: CompanyCall, invoiceId: string): Promise<AccountMap> => {
  const accounts = await accountMapOf(call)
  const invoice = await call.db.one<{ account: number | null }>(
    sql`
    select receivable_account as account from sales.invoice
    where company_id = ${call.companyId} and id = ${invoiceId}`,
    'receivable-account',
  )
  return invoice.account === null ? accounts : { ...accounts, receivable: invoice.account }
}

/** What lowers the claim on a customer: what it is, when, and what stands for it in debit; `ore` is their sum. */
export type Lowering = {
  id: string
  title: string
  date: Day
  ore: Ore
  debit: readonly DocumentItem[]
  /** Nothing of the sale, such as a fee: it stands on the receivable under either method. */
  isMoney?: boolean
  /** The customer has paid it: of an advance the tax is owed then. */
  isPaid?: boolean
}

/**
 * Books what lowers the claim on a customer: against the receivable of an invoice that is booked, else against income
 * and tax in proportion (kontantmetoden).
 */
export const bookLowering = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { id, title, date, ore, debit, isMoney = false, isPaid = false }: Lowering,
): Promise<Applied & { entryId: string }> => {
  const accounts = await accountsFor(call, invoice.id)
  const state = await bookedStateOf(call, invoice)
  const applied = apply(ore, state)
  const share =
    invoice.journalEntryId === null && !isMoney
      ? cashShareOf(applied.claim, await cashStateOf(call, invoice, state))
      : null
  const against = share ? itemsOf(share, accounts) : [{ account: accounts.receivable, credit: applied.claim }]
  const owed = isPaid && !share && isAdvance(invoice) ? await owedOf(call, invoice, applied.claim, accounts) : []
  const items = [...debit, ...appliedItems(applied, against, accounts), ...owed]
  const entry = await bookDocument(call, { title, date, items })
  if (share) await keepShares(call, { invoice, id, date, payer: 'customer', entryId: entry.id }, share.parts)
  return { ...applied, entryId: entry.id }
}

/** The tax of an advance that is owed with a payment, by what was paid before it. */
const owedOf = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  claim: Ore,
  accounts: AccountMap,
): Promise<DocumentItem[]> => {
  const { before } = await call.db.one<{ before: Ore }>(
    sql`
    select (
      (select coalesce(sum(claim_base_ore), 0) from sales.payment
        where company_id = ${call.companyId} and invoice_id = ${invoice.id})
      + (select coalesce(sum(claim_base_ore), 0) from sales.settlement
        where company_id = ${call.companyId} and invoice_id = ${invoice.id} and type = any(${[...paidSettlements]}))
      )::bigint as before`,
    'paid-of-advance',
  )
  const [parts = []] = await partsOfEach(call, [invoice])
  return owedItems(parts, { before, after: before + claim }, accounts)
}

/**
 * Books what the tax authority pays of an invoice that is not booked itself: income and tax in proportion. `id` names
 * the payment; `debit` is what stands for it.
 */
export const bookTaxAuthorityPaid = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { id, title, date, ore, debit }: Lowering,
): Promise<{ id: string }> => {
  const accounts = await accountsFor(call, invoice.id)
  const state = await cashStateOf(call, invoice, await bookedStateOf(call, invoice))
  // What the customer has to do with the receivable is nothing of the tax authority's.
  const share = cashShareOf(ore, { ...state, onReceivable: 0n })
  const entry = await bookDocument(call, { title, date, items: [...debit, ...itemsOf(share, accounts)] })
  await keepShares(call, { invoice, id, date, payer: 'taxAuthority', entryId: entry.id }, share.parts)
  return { id: entry.id }
}

/** How things stand with an invoice that is booked as it is paid. */
export const cashStateOf = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { unbookedCredits, bookedCredits, claims }: BookedState,
): Promise<CashState> => {
  const shares = await sharesOf(call, invoice.id)
  const byCustomer = shares.filter(({ payer }) => payer === 'customer')
  return {
    parts: await partsAfterCredit(call, invoice, unbookedCredits),
    booked: byKey(shares),
    onReceivable: bookedCredits + claims - byCustomer.reduce((sum, { ore }) => sum + ore, 0n),
  }
}

const itemsOf = ({ parts, receivable }: CashShare, accounts: AccountMap): DocumentItem[] => [
  ...creditOf(parts),
  { account: accounts.receivable, credit: receivable },
]

/** The parts of an invoice without those of these credit notes. */
export const partsAfterCredit = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  creditIds: readonly string[],
): Promise<Part[]> => {
  const documents = [invoice, ...(await readInvoices(call, creditIds))]
  const [parts = [], ...credited] = await partsOfEach(call, documents)
  const known = new Set(parts.map(({ key }) => key))
  const ofCredits = credited.flat()
  // A credit note has lines of its invoice only; a part that the invoice lacks would else be lost.
  const added = ofCredits.filter(({ key }) => !known.has(key)).map((part) => ({ ...part, ore: 0n }))
  return partsLess([...parts, ...added], byKey(ofCredits))
}

/** The parts of each document, in order. */
export const partsOfEach = async (call: CompanyCall, documents: readonly InvoiceRecord[]): Promise<Part[][]> => {
  const accounts = await accountMapOf(call)
  const treatments = await treatmentsOf(call, documents)
  return documents.map((document) => {
    const { totalBaseOre, currencyRate } = document
    const known = treatments.get(document.id) ?? []
    const lines = document.lines.filter(isSalesLine).map((line, index) => {
      const treatment = known[index]
      if (!treatment) throw new Error(`The paper of document ${document.id} lacks its line ${line.id}`)
      return { ...line, treatment }
    })
    return partsOf({ totalBaseOre, currencyRate, lines, isAdvance: isAdvance(document) }, accounts)
  })
}

/** Whether a document is of an advance: the invoice, and what credits it. */
export const isAdvance = ({ type }: Pick<InvoiceRecord, 'type'>): boolean => type === 'advanceInvoice'

/** How tax was dealt with on the sales lines of published documents: as their papers say. */
const treatmentsOf = async (
  call: CompanyCall,
  documents: readonly InvoiceRecord[],
): Promise<Map<string, VatTreatment[]>> => {
  const rows = await treatmentsOnPapers(
    call,
    documents.map(({ id }) => id),
  )
  return new Map(rows.map(({ id, treatments }) => [id, treatments]))
}

/** What is booked of an invoice's income and tax as it was paid. */
export type Share = {
  sourceId: string
  key: string
  payer: Payer
  date: Day
  ore: Ore
  entryId: string | null
}

export const sharesOf = ({ db, companyId }: CompanyCall, invoiceId: string): Promise<Share[]> =>
  db.rows<Share>(
    sql`
    select source_id as "sourceId", part as key, payer, date, ore, journal_entry_id as "entryId"
    from sales.income_share where company_id = ${companyId} and invoice_id = ${invoiceId}
    order by source_id, part`,
    'income-shares',
  )

type Source = { invoice: InvoiceRecord; id: string; date: Day; payer: Payer; entryId: string | null }

export const keepShares = async (
  { db, companyId }: CompanyCall,
  { invoice, id, date, payer, entryId }: Source,
  parts: readonly Part[],
): Promise<void> => {
  const sums = [...byKey(parts)].filter(([, ore]) => ore !== 0n)
  if (sums.length === 0) return
  const rows = sums.map(
    ([key, ore]) =>
      sql`(${companyId}, ${invoice.id}, ${id}, ${key}, ${payer}, ${date}::date, ${ore}, ${entryId}::uuid)`,
  )
  await db.rows(sql`
    insert into sales.income_share (company_id, invoice_id, source_id, part, payer, date, ore, journal_entry_id)
    values ${join(rows)}`)
}
