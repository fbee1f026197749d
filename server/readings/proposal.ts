// The facts with the known supplier and the previous accounts.
import { vatSettingOf } from '#identity'
import { accountingCurrencyOf, accountMapOf, bookOf, isVatAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { linesBefore } from '#purchasing'
import type { Facts } from './facts.rules.ts'
import { entryBefore } from './habit.ts'
import { partyOf } from './party.rules.ts'
import { type Before, type Chart, entryOf, linesOf, type ProposedItem, type ProposedLine } from './proposal.rules.ts'
import { type FoundSupplier, supplierOf } from './supplier.ts'

export type Proposals = Omit<Facts, 'names'> & {
  supplier: FoundSupplier | null
  items: ProposedItem[] | null
  lines: ProposedLine[]
  /** The entry that the accounts are taken from. */
  likeEntryId: string | null
}

type Call = CompanyCall & { scopes: ReadonlySet<string> }

/** Suppliers and accounts are included only for callers who may read them. */
export const proposalsOf = async (call: Call, uploadId: string, facts: Facts): Promise<Proposals> => {
  const { names, ...read } = facts
  const maySuppliers = call.scopes.has('suppliers:read')
  const mayBooks = call.scopes.has('journal-entries:read')
  const known = await supplierOf(call, facts)
  const supplier = known && (maySuppliers || !known.supplier ? known : { ...known, supplier: null })
  if (!mayBooks) return { ...read, supplier, items: null, lines: [], likeEntryId: null }
  const entry = await entryBefore(call, partyOf(facts), uploadId)
  const lines = known?.supplier ? await linesBefore(call, known.supplier.id) : []
  const before: Before = { entry: entry?.items ?? null, lines }
  const chart = await chartOf(call)
  const total = facts.total && BigInt(facts.total.value.replace('.', ''))
  const sums = { total, vat: facts.vat, currency: facts.currency?.value ?? null }
  const items = entryOf(sums, before, chart)
  return { ...read, supplier, items, lines: linesOf(sums, before, chart), likeEntryId: entry?.id ?? null }
}

const chartOf = async (call: CompanyCall): Promise<Chart> => {
  const { accounts } = await bookOf(call)
  const map = await accountMapOf(call)
  return {
    currency: await accountingCurrencyOf(call),
    inputVat: map.inputVat,
    payable: map.payable,
    deducts: (await vatSettingOf(call)) !== 'notRegisteredForVat',
    isVat: (account) => isVatAccount(account, map),
    isActive: (account) => accounts.get(account) === true,
  }
}
