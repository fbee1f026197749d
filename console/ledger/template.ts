// What an entry template is while it is typed, and how one is made of an entry. What a template makes of an amount is
// worked out by the service alone.
import type { Schema } from '#client'
import type { VatKind } from '#rule/vat-kind'
import { USUAL_RATE, type VatRate, vatRates } from '#rule/vat-rates'
import { kronorOf, type Ore, oreOf } from '#ui'
import { type Line, type LineTag, type Side, sumOf } from './entry.ts'

export type Template = Schema<'EntryTemplate'>
type Item = Template['items'][number]
type WrittenItem = Schema<'EntryTemplateWrite'>['items'][number]

export const kinds = ['share', 'vat', 'fixed', 'rest'] as const
type Kind = (typeof kinds)[number]

/** A line as typed: fields that its kind does not use are kept, in case that kind is chosen again. */
export type TemplateLine = {
  key: string
  account: string
  kind: Kind
  side: Side
  ore: Ore | null
  percent: string
  vatRate: VatRate
  /** What it is, if its rate follows from that and the day of the entry. */
  vatKind: VatKind | null
  vatIncluded: boolean
  /** The VAT box that it is given, where that is not the one of its account. */
  vatCode?: string | undefined
  tags: readonly LineTag[]
}

export const newTemplateLine = (changes: Partial<TemplateLine> = {}): TemplateLine => ({
  key: crypto.randomUUID(),
  account: '',
  kind: 'share',
  side: 'debit',
  ore: null,
  percent: '100',
  vatRate: USUAL_RATE,
  vatKind: null,
  vatIncluded: true,
  tags: [],
  ...changes,
})

/** Two lines that balance, to begin with. */
export const firstLines = (): TemplateLine[] => [newTemplateLine({ kind: 'rest' }), newTemplateLine({ side: 'credit' })]

export const linesOf = (items: readonly Item[]): TemplateLine[] =>
  items.map((item) => {
    const { account, kind, vatCode, tags = [] } = item
    const side = 'side' in item ? { side: item.side } : {}
    const common = { account: String(account), kind, tags, ...side, ...(vatCode ? { vatCode } : {}) }
    if (item.kind === 'fixed') return newTemplateLine({ ...common, ore: oreOf(item.amount) })
    if (item.kind === 'share') return newTemplateLine({ ...common, percent: String(item.percent) })
    if (item.kind !== 'vat') return newTemplateLine(common)
    const { vatRate = USUAL_RATE, vatKind = null, vatIncluded } = item
    return newTemplateLine({ ...common, vatRate, vatKind, vatIncluded })
  })

/** The line as the API takes it; what is missing is said there. */
export const itemOfLine = (line: TemplateLine): WrittenItem => {
  const { kind, side, vatCode } = line
  const on = {
    account: Number(line.account),
    tags: line.tags.map(({ tagId, weight = 1 }) => ({ tagId, weight })),
    ...(vatCode === undefined ? {} : { vatCode: vatCode as NonNullable<Item['vatCode']> }),
  }
  if (kind === 'rest') return { ...on, kind }
  if (kind === 'fixed') return { ...on, kind, side, amount: kronorOf(line.ore ?? 0) }
  if (kind === 'share') return { ...on, kind, side, percent: Number(line.percent) }
  const { vatRate, vatKind, vatIncluded } = line
  return { ...on, kind, side, ...(vatKind ? { vatKind } : { vatRate }), vatIncluded }
}

/** Accounts of the base chart for VAT of any rate. */
const isVat = (account: string): boolean => /^26[1-4]\d$/.test(account)

/**
 * The lines of an entry as those of a template. `fixed`: with the same amounts each time. Otherwise they follow from
 * the sum of the entry: its VAT by the rate that it has, what is all of it as that, the largest of the others as the
 * rest, and any other as its share.
 */
export const templateOf = (lines: readonly Line[], { isFixed }: { isFixed: boolean }): TemplateLine[] => {
  const total = sumOf(lines, 'debit')
  const read = lines.map((line): TemplateLine => {
    const side: Side = line.debit === null ? 'credit' : 'debit'
    const ore = line[side] ?? 0
    const { account, vatCode, tags = [] } = line
    const on = newTemplateLine({ account, side, ore, tags, ...(vatCode === undefined ? {} : { vatCode }) })
    if (isFixed) return { ...on, kind: 'fixed' }
    const vatRate = vatRates.find((rate) => isVat(line.account) && Math.round((total * rate) / (100 + rate)) === ore)
    if (vatRate) return { ...on, kind: 'vat', vatRate }
    return { ...on, percent: String(Math.round((ore / total) * 1_000_000) / 10_000) }
  })
  if (isFixed) return read
  const largest = (some: readonly TemplateLine[]) => some.toSorted((one, other) => (other.ore ?? 0) - (one.ore ?? 0))[0]
  const shares = read.filter(({ kind }) => kind === 'share')
  const rest = largest(shares.filter(({ percent }) => percent !== '100')) ?? shares[0]
  return read.map((line) => ({ ...line, ore: null, ...(line === rest ? { kind: 'rest' } : {}) }))
}
