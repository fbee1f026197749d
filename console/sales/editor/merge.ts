// Two people have changed the same draft: what the other saved and what has been typed here become one, and where both
// changed the same thing, both are shown.
import { type InvoiceDraft, isBlank, type LineDraft, writtenLine } from './draft.ts'

/** A change by the other user; `isBoth` if it was changed here too, in which case `mine` is kept for now. */
export type Difference = { key: FieldKey | `line ${number}`; isBoth: boolean; mine: string; theirs: string }

const fields = [
  ...(['customerId', 'invoiceDate', 'dueDate', 'type', 'currency', 'currencyRate', 'deliveryDate'] as const),
  ...(['buyerReference', 'orderNumberReference', 'projectReference', 'contractReference'] as const),
  ...(['vatExemptionReason', 'reduction'] as const),
]
type FieldKey = (typeof fields)[number]

const same = (left: unknown, right: unknown) => JSON.stringify(left ?? null) === JSON.stringify(right ?? null)

const shown = (draft: InvoiceDraft, key: FieldKey): string =>
  key === 'customerId'
    ? draft.customerName
    : key === 'reduction'
      ? (draft.reduction?.people.map(({ amount }) => amount).join(' + ') ?? '')
      : draft[key]

const lineText = (line: LineDraft | undefined): string =>
  line === undefined
    ? ''
    : line.kind === 'text'
      ? line.description
      : `${line.description}: ${line.quantity} × ${line.price.replace('.', ',')}, ${rateText(line)}`

const rateText = ({ taxRate, unionVat }: LineDraft): string =>
  unionVat ? `${unionVat.rate.replace('.', ',')} % ${unionVat.country}` : `${taxRate} %`

const plain = (line: LineDraft | undefined) => (line ? writtenLine(line, true) : null)

/** `mine` in the words of the service: what is as it was `sent` is as the service answered, `base`. */
export const inTermsOf = (base: InvoiceDraft, sent: InvoiceDraft, mine: InvoiceDraft): InvoiceDraft => {
  let draft = mine
  for (const key of fields) if (same(mine[key], sent[key])) draft = { ...draft, ...withField(draft, base, key) }
  if (same(mine.customerId, sent.customerId) && !same(mine.contactId, sent.contactId))
    draft = { ...draft, contactId: mine.contactId }
  const before = byId(sent)
  const answered = byId(base)
  const lines = mine.lines.map((line) => {
    const was = before.get(line.id ?? 0)
    const now = answered.get(line.id ?? 0)
    return was && now && same(plain(line), plain(was)) ? { ...now, key: line.key } : line
  })
  return { ...draft, lines }
}

/** `base` is what both began with. */
export const merged = (
  base: InvoiceDraft,
  mine: InvoiceDraft,
  theirs: InvoiceDraft,
): { draft: InvoiceDraft; differences: Difference[] } => {
  const differences: Difference[] = []
  let draft: InvoiceDraft = { ...mine, kept: theirs.kept }
  for (const key of fields) {
    if (same(theirs[key], base[key]) || same(theirs[key], mine[key])) continue
    const isBoth = !same(mine[key], base[key])
    differences.push({ key, isBoth, mine: shown(isBoth ? mine : base, key), theirs: shown(theirs, key) })
    if (!isBoth) draft = withField(draft, theirs, key)
  }
  return { draft: { ...draft, lines: mergedLines(base, mine, theirs, differences) }, differences }
}

const withField = (draft: InvoiceDraft, from: InvoiceDraft, key: FieldKey): InvoiceDraft => {
  const { contactId: _, ...rest } = draft
  if (key !== 'customerId') return { ...draft, [key]: from[key] }
  const { customerId, customerName, contactId } = from
  return { ...rest, customerId, customerName, ...(contactId === undefined ? {} : { contactId }) }
}

const byId = ({ lines }: InvoiceDraft) => new Map(lines.flatMap((line) => (line.id === null ? [] : [[line.id, line]])))

const mergedLines = (
  base: InvoiceDraft,
  mine: InvoiceDraft,
  theirs: InvoiceDraft,
  differences: Difference[],
): LineDraft[] => {
  const before = byId(base)
  const ours = byId(mine)
  const others = byId(theirs)
  const lines: LineDraft[] = []
  for (const line of mine.lines) {
    const was = before.get(line.id ?? 0)
    const now = others.get(line.id ?? 0)
    if (line.id === null) lines.push(line)
    else if (same(plain(now), plain(was)) || same(plain(now), plain(line)))
      lines.push({ ...line, id: now ? line.id : null })
    else {
      const isBoth = !same(plain(line), plain(was))
      const told = { mine: lineText(isBoth ? line : was), theirs: lineText(now) }
      differences.push({ key: `line ${line.id}`, isBoth, ...told })
      // A line that the other removed and that was changed here stays, as a new one.
      if (isBoth) lines.push(now ? line : { ...line, key: `line${line.id}`, id: null })
      else if (now) lines.push({ ...now, key: line.key })
    }
  }
  const isBlankLast = lines.at(-1)
  const blank = isBlankLast && isBlank(isBlankLast) ? lines.pop() : undefined
  for (const [id, line] of others) {
    if (ours.has(id) || before.has(id)) continue
    differences.push({ key: `line ${id}`, isBoth: false, mine: '', theirs: lineText(line) })
    lines.push(line)
  }
  return blank ? [...lines, blank] : lines
}

/** What the other has in place of what has been typed here. */
export const withTheirs = (draft: InvoiceDraft, theirs: InvoiceDraft, key: Difference['key']): InvoiceDraft => {
  if (!key.startsWith('line ')) return withField(draft, theirs, key as FieldKey)
  const id = Number(key.slice(5))
  const other = byId(theirs).get(id)
  const lines = draft.lines.flatMap((line) => {
    if (line.id !== id && line.key !== `line${id}`) return [line]
    return other ? [{ ...other, key: line.key }] : []
  })
  return { ...draft, lines }
}
