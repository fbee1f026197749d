// Write-downs (nedskrivning) and what is taken back of them (återföring): an entry each, and the depreciation that is
// left follows the new value. Årsredovisningslagen 4 kap. 5 §; BFNAR 2016:10, chapter 10.
import { addUsualAccount, bookDocument, bookOf, type DocumentItem, usualAccount } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { type Day, dayFrom } from '#platform/day'
import { recordEvent } from '#platform/event'
import { numberFromOre, type Ore, oreFromNumber } from '#platform/money'
import { type FieldError, refuseIfAny } from '#platform/refusal'
import { isGoodwill, writeDownAccounts } from './account.rules.ts'
import { type FixedAsset, getAsset, lockAsset } from './asset.ts'
import { assetPhrases, assetFaults as faults, assetRefusals as refusals } from './refusals.ts'
import { bookValueOf, leftOf, mostToReverse, mostToWriteDown } from './value-change.rules.ts'
import { keepChange, refuseUnready, writeDownAccountOf, wrongInDay } from './value-change.ts'

/** The amount is in kronor; accounts are proposed by that of the asset. */
type AskedWriteDown = {
  date: string
  amount: number
  writeDownAccount?: number | undefined
  resultAccount?: number | undefined
}

type WriteDownKind = 'writeDown' | 'writeDownReversal'

/** Amounts are in öre: `bookValueOre` is what the books have of the asset after it, `mostOre` the most it may be. */
export type WriteDown = {
  asset: FixedAsset
  date: Day
  ore: Ore
  mostOre: Ore
  bookValueOre: Ore
  writeDownAccount: number
  title: string
  items: readonly DocumentItem[]
}

/** The entry that a write-down, or the reversal of one, would be. */
export const proposeWriteDown = async (
  call: CompanyCall,
  id: string,
  kind: WriteDownKind,
  asked: AskedWriteDown,
): Promise<WriteDown> => decide(call, await getAsset(call, id), { kind, asked })

const titles: Readonly<Record<WriteDownKind, string>> = {
  writeDown: 'Nedskrivning av',
  writeDownReversal: 'Återföring av nedskrivning av',
}

const decide = async (
  call: CompanyCall,
  asset: FixedAsset,
  { kind, asked }: { kind: WriteDownKind; asked: AskedWriteDown },
): Promise<WriteDown> => {
  if (kind === 'writeDownReversal' && isGoodwill(asset.account)) throw refusals.goodwill()
  const date = dayFrom(asked.date)
  refuseIfAny(wrongInDay(asset, asked.date))
  refuseUnready(asset, { kind, date })
  const left = leftOf(asset)
  const mostOre = kind === 'writeDown' ? mostToWriteDown(left) : mostToReverse(asset, date)
  const ore = oreFromNumber(asked.amount) ?? 0n
  refuseIfAny(wrongInAmount(kind, { ore, mostOre }))
  const { writeDownAccount, resultAccount } = await accountsOf(call, asset, { kind, asked })
  const isDown = kind === 'writeDown'
  const items: DocumentItem[] = isDown
    ? [
        { account: resultAccount, debit: ore },
        { account: writeDownAccount, credit: ore },
      ]
    : [
        { account: writeDownAccount, debit: ore },
        { account: resultAccount, credit: ore },
      ]
  return {
    asset,
    date,
    ore,
    mostOre,
    writeDownAccount,
    items,
    bookValueOre: bookValueOf(left) + (isDown ? -ore : ore),
    title: `${titles[kind]} anläggningstillgång ${asset.number}, ${asset.name}`,
  }
}

const wrongInAmount = (kind: WriteDownKind, { ore, mostOre }: { ore: Ore; mostOre: Ore }): FieldError[] => {
  if (ore <= 0n) return [faults.amount('#/amount', { least: 0.01 })]
  if (ore <= mostOre) return []
  const wrong = kind === 'writeDown' ? faults.mostWrittenDown : faults.mostReversed
  return [wrong('#/amount', { most: numberFromOre(mostOre) })]
}

type Accounts = { writeDownAccount: number; resultAccount: number }

/** What is written down of an asset stands on one account. An account of the usual chart may be lacking here. */
const accountsOf = async (
  call: CompanyCall,
  asset: FixedAsset,
  { kind, asked }: { kind: WriteDownKind; asked: AskedWriteDown },
): Promise<Accounts> => {
  const { accounts } = await bookOf(call, true)
  const proposed = writeDownAccounts(asset.account, accounts, (account) => usualAccount(account) !== undefined)
  const standing = writeDownAccountOf(asset)
  const given = asked.writeDownAccount
  const writeDownAccount = given ?? standing ?? proposed.accumulated
  const result = asked.resultAccount ?? (kind === 'writeDown' ? proposed.expense : proposed.reversal)
  const errors: FieldError[] = []
  if (standing !== null && given !== undefined && given !== standing) {
    errors.push(faults.otherWriteDownAccount('#/writeDownAccount', { account: standing }))
  }
  for (const [field, account] of Object.entries({ writeDownAccount: given, resultAccount: asked.resultAccount })) {
    if (account !== undefined && !accounts.get(account)) errors.push(faults.otherAccount(`#/${field}`, { account }))
  }
  if (writeDownAccount === null) errors.push(faults.accountMissing('#/writeDownAccount'))
  if (result === null) errors.push(faults.accountMissing('#/resultAccount'))
  refuseIfAny(errors)
  if (writeDownAccount === null || result === null) throw new Error('A write-down without accounts')
  return { writeDownAccount, resultAccount: result }
}

/** Books a write-down, or the reversal of one. Accounts of the usual chart that the company's lacks are added to it. */
export const bookWriteDown = async (
  call: CompanyCall,
  id: string,
  kind: WriteDownKind,
  asked: AskedWriteDown,
): Promise<FixedAsset> => {
  const decided = await decide(call, await lockAsset(call, id), { kind, asked })
  const { asset, date, ore, title, items, writeDownAccount } = decided
  const { accounts } = await bookOf(call, true)
  for (const { account } of items) {
    if (!accounts.has(account)) await addUsualAccount(call, account, assetPhrases.accountAdded)
  }
  const { id: entryId } = await bookDocument(call, { title, date, items, isReversible: true })
  await keepChange(call, asset, {
    kind,
    date,
    valueOre: 0n,
    residualOre: 0n,
    depreciatedOre: 0n,
    priceOre: null,
    writtenDownOre: kind === 'writeDown' ? ore : -ore,
    account: writeDownAccount,
    journalEntryId: entryId,
  })
  const detail = { id: asset.id, date, amount: numberFromOre(ore), journalEntryId: entryId }
  const what = kind === 'writeDown' ? 'fixed-asset.written-down' : 'fixed-asset.write-down-reversed'
  recordEvent(call, what, { id: asset.id }, detail)
  return getAsset(call, asset.id)
}
