// Stock at the end of a year: the lower of cost and net realisable value, item by item (årsredovisningslagen 4 kap.
// 9 §), or a share of the whole cost (inkomstskattelagen 17 kap. 4 §). Pure.
import { type Ore, rounded } from '#platform/money'
import {
  type Books,
  closingOf,
  type Draft,
  draft,
  lacking,
  lawValue,
  openingOf,
  type Step,
  shareOf,
  step,
} from './draft.rules.ts'
import { type Inputs, ore, type StockItem, thousandths } from './inputs.rules.ts'
import { proposalFaults as faults } from './refusals.ts'

/** A group of stock: its accounts, the one that its change is booked on, and its cost. */
const groups = [
  { account: 1410, change: 4910, sv: 'Råvaror', en: 'Raw materials' },
  { account: 1420, change: 4920, sv: 'Tillsatsmaterial och förnödenheter', en: 'Consumables' },
  { account: 1440, change: 4940, sv: 'Produkter i arbete', en: 'Work in progress' },
  { account: 1450, change: 4950, sv: 'Färdiga varor', en: 'Finished goods' },
  { account: 1460, change: 4960, sv: 'Handelsvaror', en: 'Goods for resale' },
] as const

const LOWEST = 'ÅRL 4 kap. 9 §'
const BLANKET = 'IL 17 kap. 4 §'
const THOUSANDTHS = 1000n

const times = (kronor: number, quantity: number): Ore => rounded(ore(kronor) * thousandths(quantity), THOUSANDTHS)

const costOf = ({ cost, quantity }: StockItem): Ore => times(cost, quantity)

const lowestOf = (item: StockItem): Ore => {
  const net = item.netValue ?? item.cost
  return times(net < item.cost ? net : item.cost, item.quantity)
}

const sumOf = (items: readonly StockItem[], of: (item: StockItem) => Ore): Ore =>
  items.reduce((sum, item) => sum + of(item), 0n)

const accountsOf = (account: number): [number, number] => [account, account + 9]

export const proposeStock = (books: Books, { stock }: Inputs): Draft | null => {
  const ranges = groups.map(({ account }) => accountsOf(account))
  const isEmpty = openingOf(books, ...ranges) === 0n && closingOf(books, ...ranges) === 0n
  if (!stock) return isEmpty ? null : lacking(faults.stockMissing('#/stock'))
  const { items, valuation } = stock
  const percent = lawValue('stock.blanketRule', books.endDate)
  const cost = sumOf(items, costOf)
  const steps: Step[] = [
    step('Anskaffningsvärde enligt lagerlistan', 'Cost by the stock list', cost),
    step(
      'Det lägsta av anskaffnings- och nettoförsäljningsvärde, post för post',
      'The lower of cost and net realisable value, item by item',
      sumOf(items, lowestOf),
      { source: LOWEST },
    ),
    step(
      'Anskaffningsvärdet efter schablonmässig inkurans',
      'Cost after blanket obsolescence',
      shareOf(cost, percent),
      { percent, source: BLANKET },
    ),
  ]
  const items_ = groups.flatMap(({ account, change, sv, en }) => {
    const own = items.filter((item) => item.account === account)
    const booked = closingOf(books, accountsOf(account))
    const value = valuation === 'blanket' ? shareOf(sumOf(own, costOf), percent) : sumOf(own, lowestOf)
    if (own.length === 0 && booked === 0n) return []
    steps.push(
      step(`${sv} (${account}): värde`, `${en} (${account}): value`, value, {
        source: valuation === 'blanket' ? BLANKET : LOWEST,
      }),
    )
    steps.push(step(`${sv} (${account}): bokfört`, `${en} (${account}): booked`, booked))
    steps.push(step(`${sv}: förändring`, `${en}: change`, value - booked, { isSum: true }))
    return [
      { account, debit: value - booked },
      { account: change, debit: booked - value },
    ]
  })
  return draft(steps, items_)
}
