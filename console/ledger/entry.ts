// What an entry is while it is typed: pure arithmetic of its lines. Amounts are whole öre.
import type { Schema } from '#client'
import type { Marks } from '#console/uploads'
import { type VatRate, vatRates } from '#rule/vat-rates'
import { kronorOf, type Ore, oreOf } from '#ui'

export const sides = ['debit', 'credit'] as const
export type Side = (typeof sides)[number]

/** A tag of a line, with its share. */
export type LineTag = { tagId: string; tagName: string; weight?: number | undefined }

export type Line = {
  key: string
  account: string
  debit: Ore | null
  credit: Ore | null
  /** The VAT box that it is given, where that is not the one of its account. */
  vatCode?: string | undefined
  /** What came with a copy or a template. */
  tags?: readonly LineTag[] | undefined
}

export type Draft = {
  /** The key of its booking: in whichever window or device that is done, it is done once. */
  intent?: string | undefined
  date: string
  title: string
  lines: readonly Line[]
  /** By tag group: the tag of the whole entry. */
  tags: Readonly<Record<string, string>>
  /** Whether the user has entered its day. */
  isDateTyped?: boolean
  /** What was filled in from its document. */
  read?: { uploadId: string; marks: Marks } | null
  /** Its document, where one was added to it. */
  uploadId?: string | null
  /** The template that it is made with, the amount that was typed, and whether its lines and title stand here. */
  template?: { id: string; ore: Ore | null; isFilled: boolean; title?: string } | null
}

export const newLine = (changes: Partial<Line> = {}): Line => ({
  key: crypto.randomUUID(),
  account: '',
  debit: null,
  credit: null,
  ...changes,
})

export const isBlank = ({ account, debit, credit }: Line): boolean =>
  account === '' && debit === null && credit === null

const hasAmount = ({ debit, credit }: Line): boolean => debit !== null || credit !== null

export const sumOf = (lines: readonly Line[], side: Side): Ore =>
  lines.reduce((sum, line) => sum + (line[side] ?? 0), 0)

/** Debit less credit. */
export const differenceOf = (lines: readonly Line[]): Ore => sumOf(lines, 'debit') - sumOf(lines, 'credit')

/** A signed amount as debit or credit: positive is debit. */
const standing = (ore: Ore): Pick<Line, Side> => ({
  debit: ore > 0 ? ore : null,
  credit: ore < 0 ? -ore : null,
})

/** The amount that this line needs for the entry to balance, ignoring its current amount. */
export const restFor = (lines: readonly Line[], index: number): Pick<Line, Side> =>
  standing(-differenceOf(lines.filter((_, place) => place !== index)))

/** The line that balances the entry automatically, unless the user chooses another: the first without an amount. */
export const proposalOf = (lines: readonly Line[]): { index: number; amounts: Pick<Line, Side> } | null => {
  const index = lines.findIndex((line) => !hasAmount(line))
  return index < 0 || differenceOf(lines) === 0 ? null : { index, amounts: restFor(lines, index) }
}

/** The lines as they are booked, with what has been proposed for an account taken. `places`: where each was typed. */
export const linesToBook = (lines: readonly Line[]) => {
  const proposed = proposalOf(lines)
  const taken = lines.map((line, place) =>
    place === proposed?.index && line.account !== '' ? { ...line, ...proposed.amounts } : line,
  )
  const places = [...taken.keys()].filter((place) => !isBlank(taken[place] as Line))
  return { places, lines: places.map((place) => taken[place] as Line) }
}

/** In the shape of the API: a negative amount moves to the other side. */
export const itemOf = ({ account, debit, credit, vatCode, tags = [] }: Line) => {
  const ore = (debit ?? 0) - (credit ?? 0)
  const amounts = standing(ore)
  return {
    account: Number(account),
    ...(amounts.debit === null ? {} : { debit: kronorOf(amounts.debit) }),
    ...(amounts.credit === null ? {} : { credit: kronorOf(amounts.credit) }),
    ...(vatCode === undefined ? {} : { vatCode: vatCode as VatBox }),
    ...(tags.length > 0 ? { tags: tags.map(({ tagId, weight = 1 }) => ({ tagId, weight })) } : {}),
  }
}

type Tagged = LineTag & { tagGroupId: string }
type Booked = {
  account: number
  debit?: number
  credit?: number
  vatCode?: string | null
  tags?: readonly Tagged[]
}
type VatBox = NonNullable<Schema<'JournalEntryItem'>['vatCode']>

/** The lines of an entry to copy: a box stays on a line only where it is not that of its account. */
export const withGivenBoxes = <Of extends { items: readonly Booked[] }>(
  entry: Of,
  codes: readonly { code: string; accounts: readonly number[] }[],
) => {
  const own = new Map(codes.flatMap(({ code, accounts }) => accounts.map((account) => [account, code])))
  const items = entry.items.map(({ vatCode, ...item }) =>
    vatCode && vatCode !== own.get(item.account) ? { ...item, vatCode } : item,
  )
  return { ...entry, items }
}

/**
 * What an entry that is booked, or worked out, has: to be typed on. The page has one tag of each group for the whole
 * entry; where the entry has shares of tags, or several of a group, they stand on each line, which says the same.
 */
export const filledFrom = (from: {
  title: string
  items: readonly Booked[]
  tags?: readonly Tagged[]
}): Pick<Draft, 'title' | 'lines' | 'tags'> => {
  const tags = from.tags ?? []
  const isPlain = tags.every(({ weight = 1 }) => weight === 1)
  const lines = from.items.map((item) =>
    newLine({
      account: String(item.account),
      debit: item.debit ? oreOf(item.debit) : null,
      credit: item.credit ? oreOf(item.credit) : null,
      ...(item.vatCode ? { vatCode: item.vatCode } : {}),
      tags: isPlain ? item.tags : [...tags, ...(item.tags ?? [])],
    }),
  )
  const ofEntry = isPlain ? Object.fromEntries(tags.map(({ tagGroupId, tagId }) => [tagGroupId, tagId])) : {}
  return { title: from.title, lines: withRoom(lines), tags: ofEntry }
}

/** The draft filled in by a template: a typed title is kept. */
export const withTemplate = (draft: Draft, from: ReturnType<typeof filledFrom>): Draft => {
  const { template = null, title } = draft
  const isFree = title === '' || title === template?.title
  return {
    ...draft,
    title: isFree ? from.title : title,
    lines: from.lines,
    tags: { ...draft.tags, ...from.tags },
    template: template && { ...template, isFilled: true, title: from.title },
  }
}

/** Whether an amount was typed whose lines do not stand here yet. */
export const isWaiting = ({ template }: Draft): boolean =>
  template !== null && template !== undefined && template.ore !== null && !template.isFilled

/** The tags of the whole entry, as the API takes them; none where lines have their own. */
export const tagsOf = ({ tags, lines }: Pick<Draft, 'tags' | 'lines'>): { tagId: string; weight: number }[] =>
  hasLineTags(lines)
    ? []
    : Object.values(tags)
        .filter(Boolean)
        .map((tagId) => ({ tagId, weight: 1 }))

/** Whether tags stand on lines: the entry as a whole then has none. */
export const hasLineTags = (lines: readonly Line[]): boolean => lines.some(({ tags = [] }) => tags.length > 0)

/** `items.2.account` of the request as the line on which it was typed, and the field. */
export const placeOf = (field: string, places: readonly number[]): { line: number; field: string } | null => {
  const [, item, name = 'account'] = /^items\.(\d+)(?:\.(\w+))?/.exec(field) ?? []
  const line = item === undefined ? undefined : places[Number(item)]
  return line === undefined ? null : { line, field: name }
}

/** There is always an empty line to go on with. */
export const withRoom = (lines: readonly Line[]): readonly Line[] =>
  lines.at(-1)?.account === '' ? lines : [...lines, newLine()]

type VatLine = { rate: VatRate; account: number; side: Side; ore: Ore }

/**
 * The VAT lines that may follow from a line: `taxed` are sales accounts with Swedish VAT, `untaxed` all other accounts
 * that have a VAT code. Costs and things bought (4000–6999, and 1200–1299) have input VAT. The rate in the account's
 * name comes first. `accounts` are the company's accounts by role; a rate whose account is not known is left out.
 */
export const vatLinesFor = (
  line: Line | undefined,
  of: { name: string; codes: readonly string[]; isGross: boolean; accounts: ReadonlyMap<string, number> },
): readonly VatLine[] => {
  const { name, codes, isGross, accounts } = of
  const base = line?.debit ?? line?.credit ?? 0
  if (!line || line.account === '' || base === 0) return []
  const account = Number(line.account)
  const isSale = codes.some((code) => SALES_CODES.includes(code))
  const isCost = codes.length === 0 && ((account >= 4000 && account <= 6999) || (account >= 1200 && account <= 1299))
  if (!isSale && !isCost) return []
  const side = line.debit === null ? 'credit' : 'debit'
  const named = Number(/(\d+)\s?%/.exec(name)?.[1] ?? 0)
  return vatRates
    .toSorted((left, right) => Number(right === named) - Number(left === named))
    .flatMap((rate) => {
      const vat = accounts.get(isSale ? `outputVat${rate}` : 'inputVat')
      const ore = Math.round(isGross ? (base * rate) / (100 + rate) : (base * rate) / 100)
      return vat === undefined ? [] : [{ rate, side, account: vat, ore }]
    })
}

/** Taxable sales, own withdrawals and profit margin sales: boxes of the return that bear output VAT. */
const SALES_CODES: readonly string[] = ['05', '06', '08']

/** The VAT line is added after its line, in the first empty one if that comes next. */
export const withVat = (
  lines: readonly Line[],
  index: number,
  { account, side, ore }: VatLine,
  isGross: boolean,
): readonly Line[] => {
  const vat = newLine({ account: String(account), [side]: ore })
  const net = lines.map((line, place) =>
    place === index && isGross ? { ...line, [side]: (line[side] ?? 0) - ore } : line,
  )
  return withRoom(net.toSpliced(index + 1, 0, vat))
}
