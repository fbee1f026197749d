// What a SIE file says of accounts, held against the chart: names, SRU codes and types come from the file, but what was
// booked on keeps the name it was booked under, and the side of the balance sheet. Pure.
import { type AccountKind, kindByNumber } from '#ledger/accounts/chart.rules'
import type { Words } from '#ledger/sie-format/findings'
import type { SieSummary } from '#ledger/sie-format/items'
import { isBalanceKind } from '#ledger/years/opening-balance.rules'
import { mapSteps, type Steps } from '#threads/steps'
import type { ImportFindings } from './sie-import-kinds.ts'
import type { SeenInFile } from './sie-import-seen.ts'

/** An account of the chart; `isUsed`: it has entries. `isOpened`: it has an opening balance in some year. */
export type ChartAccount = {
  number: number
  name: string
  kind: AccountKind
  sru: readonly string[]
  unit: string | null
  isUsed: boolean
  isOpened: boolean
}

/** An account after the import; `before` is null if it is new. */
export type TakenAccount = Omit<ChartAccount, 'isUsed' | 'isOpened'> & { before: ChartAccount | null }

/** What each account that the file names becomes. */
export function* accountsOf(
  chart: ReadonlyMap<number, ChartAccount>,
  summary: SieSummary,
  seen: SeenInFile,
  findings: ImportFindings,
): Steps<TakenAccount[]> {
  const told = [...summary.accounts, ...summary.undeclaredAccounts.map((number) => [number, ''] as const)]
  return yield* mapSteps(told, ([text, name]) => {
    const number = Number(text)
    const before = chart.get(number) ?? null
    const kind = kindOf(text, summary, seen, findings)
    const sru = seen.sru.get(text) ?? []
    const unit = seen.units.get(text) || null
    if (!before) {
      return { number, name: name || `Konto ${text}`, kind: kind ?? kindByNumber(number), sru, unit, before }
    }
    return {
      number,
      name: nameOf(before, name, findings),
      kind: keptKind(before, kind, findings),
      sru: sruOf(before, sru, findings),
      unit: unit ?? before.unit,
      before,
    }
  })
}

const kinds: Readonly<Record<string, AccountKind>> = { T: 'asset', S: 'liability', I: 'income', K: 'expense' }

const kindWords: Readonly<Record<AccountKind, Words>> = {
  asset: { sv: 'en tillgång', en: 'an asset' },
  liability: { sv: 'en skuld eller eget kapital', en: 'a liability or equity' },
  income: { sv: 'en intäkt', en: 'income' },
  expense: { sv: 'en kostnad', en: 'an expense' },
}

/**
 * The kind by #KTYP, unless the balances of the file put the account on the other side; null if the file does not say.
 */
const kindOf = (
  account: string,
  summary: SieSummary,
  seen: SeenInFile,
  findings: ImportFindings,
): AccountKind | null => {
  const told = kinds[seen.accountTypes.get(account) ?? '']
  if (told === undefined) return null
  const years = [...summary.balances.values()]
  const has = (amounts: ReadonlyMap<string, bigint>) => (amounts.get(account) ?? 0n) !== 0n
  const standsOver = years.some(({ opening, closing }) => has(opening) || has(closing))
  const startsAnew = years.some(({ result }) => has(result))
  const contradicted = isBalanceKind(told) ? startsAnew && !standsOver : standsOver && !startsAnew
  if (!contradicted) return told
  findings.add('accountTypeOdd', null, { account, file: kindWords[told] })
  return null
}

const nameOf = ({ number, name, isUsed }: ChartAccount, told: string, findings: ImportFindings): string => {
  if (told === '' || told === name) return name
  findings.add(isUsed ? 'accountNameKept' : 'accountRenamed', null, { account: number, books: name, file: told })
  return isUsed ? name : told
}

/**
 * An account with entries stays on its side, also of the balance sheet: the balances of closed years depend on it. A
 * change between income and expense is accepted, since it changes no report.
 */
const keptKind = (before: ChartAccount, told: AccountKind | null, findings: ImportFindings): AccountKind => {
  const { number, kind, isUsed, isOpened } = before
  if (told === null || told === kind) return kind
  const values = { account: number, books: kindWords[kind], file: kindWords[told] }
  const isKept = (isUsed || isOpened) && (isBalanceKind(kind) || isBalanceKind(told))
  findings.add(isKept ? 'accountTypeKept' : 'accountTypeTaken', null, values)
  return isKept ? kind : told
}

const sruOf = ({ number, sru }: ChartAccount, told: readonly string[], findings: ImportFindings) => {
  if (told.length === 0 || told.join() === sru.join()) return sru
  if (sru.length > 0) {
    findings.add('accountSruTaken', null, { account: number, books: sru.join(', '), file: told.join(', ') })
  }
  return told
}
