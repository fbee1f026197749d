// The entry of a pay run: wages and benefits by account and tags, tax, deductions, contributions and net pay.
import type { DocumentItem } from '#ledger'
import type { Ore } from '#platform/money'
import { accountKeyOf, type PayAccountKey, payType, type Staff } from '#rule/payroll/pay-types'
import { rounded } from '#rule/rounding'
import type { PayLine, PayslipSums } from './pay-line.rules.ts'

type Tag = { tagId: string; weight: number }
type EmploymentInEntry = { staff: Staff; tags: readonly Tag[] }

export type PayslipInEntry = Pick<PayslipSums, 'taxOre' | 'netOre' | 'contributionsOre'> & {
  lines: readonly Pick<PayLine, 'employmentId' | 'payType' | 'ore'>[]
  employments: ReadonlyMap<string, EmploymentInEntry>
}

/** The items of the entry. Contributions are apportioned to employments by what they are reckoned on. */
export const runEntryItems = (
  payslips: readonly PayslipInEntry[],
  accountOf: (key: PayAccountKey) => number,
): DocumentItem[] => netted(payslips.flatMap((payslip) => itemsOf(payslip, accountOf)))

/** One item for each account with the same tags, on the side of its sum. */
const netted = (items: readonly DocumentItem[]): DocumentItem[] => {
  const sums = new Map<string, { item: DocumentItem; ore: Ore }>()
  for (const item of items) {
    const key = `${item.account} ${JSON.stringify(item.tags ?? [])}`
    const sum = sums.get(key) ?? { item, ore: 0n }
    sum.ore += 'debit' in item ? item.debit : -item.credit
    sums.set(key, sum)
  }
  return [...sums.values()].map(({ item: { account, tags = [] }, ore }) =>
    ore < 0n ? { account, tags, credit: -ore } : { account, tags, debit: ore },
  )
}

const itemsOf = (
  { lines, employments, taxOre, netOre, contributionsOre }: PayslipInEntry,
  accountOf: (key: PayAccountKey) => number,
): DocumentItem[] => {
  const items: DocumentItem[] = []
  const bases = new Map<string, Ore>()
  for (const { employmentId, payType: key, ore } of lines) {
    const { effect, account } = payType(key)
    const { staff, tags } = employments.get(employmentId) ?? { staff: 'salaried' as const, tags: [] }
    // What is taken from the net pay is no cost of a cost centre.
    const isCost = effect !== 'netDeduction'
    items.push({ account: accountOf(accountKeyOf(account, staff)), debit: ore, ...(isCost && { tags }) })
    if (effect === 'benefit') items.push({ account: accountOf('benefitsContra'), credit: ore, tags })
    if (effect !== 'netDeduction' && effect !== 'taxFree')
      bases.set(employmentId, (bases.get(employmentId) ?? 0n) + ore)
  }
  for (const [employmentId, ore] of portionsOf(contributionsOre, [...bases])) {
    items.push({ account: accountOf('contributions'), debit: ore, tags: employments.get(employmentId)?.tags ?? [] })
  }
  items.push({ account: accountOf('withheldTax'), credit: taxOre })
  items.push({ account: accountOf('contributionsDebt'), credit: contributionsOre })
  items.push({ account: accountOf('netPay'), credit: netOre })
  return items
}

/** An amount by shares, to the öre: what is left by rounding is in the last. */
const portionsOf = (ore: Ore, shares: readonly (readonly [string, Ore])[]): (readonly [string, Ore])[] => {
  const whole = shares.reduce((sum, [, share]) => sum + share, 0n)
  if (whole === 0n) return shares.slice(0, 1).map(([id]) => [id, ore] as const)
  let left = ore
  return shares.map(([id, share], index) => {
    const part = index === shares.length - 1 ? left : rounded(ore * share, whole)
    left -= part
    return [id, part] as const
  })
}
