// Money that comes after a loss was written off: as much of the loss is taken back first, its output tax too
// (mervärdesskattelagen 2023:200, 8 kap. 16 § and 7 kap. 43 §), and then the money pays the claim as any other does.
import { type AccountMap, bookDocument, isVatAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { happen } from '#platform/event'
import { newId } from '#platform/id'
import { numberFromOre, type Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { apply, lossItems, type Part, recoveredItems, shareOf, sumOf } from './booking.rules.ts'
import { accountsFor, bookedStateOf, keepShares, partsOfEach, sharesOf } from './booking.ts'
import type { InvoiceRecord } from './invoice.ts'

/** Takes back what a payment brings of what was written off, by a loss below zero that is recorded at once. */
export const recoverLoss = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { date, ore }: { date: Day; ore: Ore },
): Promise<void> => {
  if (ore <= 0n) return
  const lost = await lostOf(call, invoice)
  if (lost === 0n) return
  const state = await bookedStateOf(call, invoice)
  const open = state.open > 0n ? state.open : 0n
  const beyond = state.isSek ? apply(ore, state).advance : ore - open
  const recovered = beyond < lost ? beyond : lost
  if (recovered <= 0n) return
  const id = newId()
  const entryId = await bookRecovered(call, invoice, { date, ore: recovered })
  await call.db.rows(sql`
    insert into sales.settlement (
      company_id, id, invoice_id, type, date, sum_base_ore, recorded_at, journal_entry_id, claim_base_ore,
      advance_base_ore, created_by_kind, created_by_id, created_at)
    values (${call.companyId}, ${id}, ${invoice.id}, 'badDebt', ${date}, ${-recovered}, ${call.now}, ${entryId},
      ${-recovered}, 0, ${call.actor.kind}, ${call.actor.id}, ${call.now})`)
  happen(
    call,
    'invoice-settlement.created',
    { id, of: invoice.id },
    {
      invoiceId: invoice.id,
      id,
      type: 'badDebt',
      sum: numberFromOre(-recovered),
    },
  )
  happen(call, 'invoice.paid', { id: invoice.id })
}

/** What is written off of an invoice, less what has come in since. */
const lostOf = async ({ db, companyId }: CompanyCall, { id }: InvoiceRecord): Promise<Ore> => {
  const { lost } = await db.one<{ lost: Ore }>(
    sql`
    select coalesce(sum(claim_base_ore), 0)::bigint as lost from sales.settlement
    where company_id = ${companyId} and invoice_id = ${id} and type = 'badDebt' and recorded_at is not null`,
    'lost-of-invoice',
  )
  return lost
}

/** Books the claim again, if a loss was booked; what was only left out of the books comes in when it is paid. */
const bookRecovered = async (
  call: CompanyCall,
  invoice: InvoiceRecord,
  { date, ore }: { date: Day; ore: Ore },
): Promise<string | null> => {
  const accounts = await accountsFor(call, invoice.id)
  const unbooked = await unbookedLossOf(call, invoice)
  const ofUnbooked = ore < sumOf(unbooked) ? ore : sumOf(unbooked)
  const share = ofUnbooked > 0n ? shareOf(unbooked, ofUnbooked) : []
  const isBooked = invoice.journalEntryId !== null
  // A share that was moved to the receivable at a year's end, or the loss's own entry, stands in the books.
  const items = isBooked ? recoveredItems(lossItems(share, accounts), sumOf(share), isTaxIn(accounts), accounts) : []
  const rest = ore - sumOf(share)
  if (rest > 0n) {
    items.push(...recoveredItems(await bookedLossOf(call, invoice, accounts), rest, isTaxIn(accounts), accounts))
  }
  const title = `Återvunnen kundförlust, faktura ${invoice.number}`
  const entryId = items.length > 0 ? (await bookDocument(call, { title, date, items })).id : null
  const back = share.map((part) => ({ ...part, ore: -part.ore }))
  // Never on the rows of the payment: what it sells, it keeps under its own id.
  await keepShares(call, { invoice, id: newId(), date, payer: 'customer', entryId: null }, back)
  return entryId
}

const isTaxIn = (accounts: AccountMap) => (account: number) => isVatAccount(account, accounts)

/** The parts of an invoice that a loss has left out of the books. */
const unbookedLossOf = async (call: CompanyCall, invoice: InvoiceRecord): Promise<Part[]> => {
  const shares = (await sharesOf(call, invoice.id)).filter(({ entryId }) => entryId === null)
  if (shares.length === 0) return []
  const [parts = []] = await partsOfEach(call, [invoice])
  return parts.map((part) => ({
    ...part,
    ore: shares.filter(({ key }) => key === part.key).reduce((sum, { ore }) => sum + ore, 0n),
  }))
}

/** What the entries of an invoice's losses have on other accounts than the receivable, in debit. */
const bookedLossOf = async (
  { db, companyId }: CompanyCall,
  { id }: InvoiceRecord,
  { receivable }: AccountMap,
): Promise<{ account: number; debit: Ore }[]> =>
  db.rows<{ account: number; debit: Ore }>(
    sql`
    select it.account, sum(it.debit - it.credit)::bigint as debit from sales.settlement s
    join ledger.journal_entry_item_view it on it.company_id = s.company_id and it.journal_entry_id = s.journal_entry_id
    where s.company_id = ${companyId} and s.invoice_id = ${id} and s.type = 'badDebt' and it.account <> ${receivable}
    group by it.account order by it.account`,
    'booked-losses',
  )
