// The same draft was typed on two devices: what differs, field by field and line by line, and one of the other's taken.
import { type InvoiceDraft, isBlank, type LineDraft, sentLines, writtenLine } from './draft.ts'
import { type FieldKey, fields, same, shown, withField } from './merge.ts'

/** A field, or a line by its place among the pairs. */
export type Unlike = { key: FieldKey | `line ${number}`; here: string; there: string }

type Pair = { here?: LineDraft; there?: LineDraft }

/** Lines that were saved belong together by their ids, those that were not by their order. */
const pairsOf = (mine: InvoiceDraft, other: InvoiceDraft): Pair[] => {
  const left = [...sentLines(other)]
  const take = (fits: (line: LineDraft) => boolean): LineDraft | undefined => {
    const index = left.findIndex(fits)
    return index < 0 ? undefined : left.splice(index, 1)[0]
  }
  const pairs = sentLines(mine).map((here): Pair => {
    const there = take(({ id }) => id === here.id)
    return there ? { here, there } : { here }
  })
  return [...pairs, ...left.map((there) => ({ there }))]
}

const lineText = (line: LineDraft | undefined): string => {
  if (!line || line.kind === 'text') return line?.description ?? ''
  const price = line.price.replace('.', ',') || '–'
  const account = line.account === '' ? '' : `, ${line.account}`
  return `${line.description}: ${line.quantity || 1} × ${price}, ${line.taxRate} %${account}`
}

const plain = (line: LineDraft | undefined) => (line ? { ...writtenLine(line, true), id: null } : null)

export const unlike = (mine: InvoiceDraft, other: InvoiceDraft): Unlike[] => [
  ...fields
    .filter((key) => !same(mine[key], other[key]))
    .map((key) => ({ key, here: shown(mine, key), there: shown(other, key) })),
  ...pairsOf(mine, other).flatMap(({ here, there }, index) =>
    same(plain(here), plain(there))
      ? []
      : [{ key: `line ${index}` as const, here: lineText(here), there: lineText(there) }],
  ),
]

/** What the other has takes the place of what stands here; an id that is not known here is left behind. */
export const takenFrom = (mine: InvoiceDraft, other: InvoiceDraft, key: Unlike['key']): InvoiceDraft => {
  if (!key.startsWith('line ')) return withField(mine, other, key as FieldKey)
  const { here, there } = pairsOf(mine, other)[Number(key.slice(5))] ?? {}
  if (!here) {
    const blank = mine.lines.filter(isBlank)
    return there ? { ...mine, lines: [...sentLines(mine), { ...there, id: null }, ...blank] } : mine
  }
  const lines = mine.lines.flatMap((line) => {
    if (line.key !== here.key) return [line]
    return there ? [{ ...there, id: here.id, key: here.key }] : []
  })
  return { ...mine, lines }
}
