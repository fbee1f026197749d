// What may be credited: lines of an invoice, never more than remains of each and of the total. Pure.
import { MAX_FACTOR, type Micro, microFromNumber, microFromText, textFromMicro } from '#platform/decimal'
import { type Ore, rounded, size, textFromOre } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { lineNet } from '#rule/document-totals'
import { pointer } from '#text/json'
import { creditNoteFaults as faults } from './credit-note-refusals.ts'
import type { LineRecord, SalesLine, TextLine } from './invoice.ts'
import { invoiceFaults } from './invoice-refusals.ts'
import type { LineBody } from './invoice-schema.ts'
import { isSalesLine, type NewLine } from './line-draft.rules.ts'

/** The lines of an invoice, against which its credit notes are validated. */
type CreditedInvoice = { lines: readonly LineRecord[] }

/** The amounts of each line credited by published credit notes, by line id. */
export type Credited = ReadonlyMap<number, CreditedLine>

/** The credited amount of a line; `quantity` is null if it was credited at another price than the invoice's. */
type CreditedLine = { netOre: Ore; quantity: Micro | null }

/** Adds up the lines of published credit notes. */
export const creditedBy = (
  invoice: CreditedInvoice,
  creditNotes: readonly { lines: readonly LineRecord[] }[],
): Credited => {
  const prices = new Map(invoice.lines.filter(isSalesLine).map(({ id, unitPrice }) => [id, unitPrice]))
  const lines = new Map<number, CreditedLine>()
  for (const line of creditNotes.flatMap((note) => note.lines)) {
    const before = lines.get(line.id) ?? { netOre: 0n, quantity: 0n }
    if (!isSalesLine(line)) lines.set(line.id, before)
    else {
      const atPrice = line.unitPrice === prices.get(line.id)
      const quantity = before.quantity === null || !atPrice ? null : before.quantity + micro(line.quantity)
      lines.set(line.id, { netOre: before.netOre + line.netOre, quantity })
    }
  }
  return lines
}

const micro = (decimals: string): Micro => {
  const value = microFromText(decimals)
  if (value === null) throw new RangeError(`Not a decimal number: ${decimals}`)
  return value
}

/** The lines of a new credit note: everything not yet credited. */
export const remainingLines = (invoice: CreditedInvoice, credited: Credited): NewLine[] =>
  invoice.lines.flatMap(({ position: _, ...line }): NewLine[] => {
    const before = credited.get(line.id)
    if (before === undefined) return [line]
    return line.itemType === 'salesItem' ? remainderOf(line, before) : []
  })

type NewSalesLine = Omit<SalesLine, 'position'>

/**
 * The remainder of a line: a lower quantity at the same price if that gives the exact amount; otherwise the same
 * quantity at a lower price, a quantity of one, or the quantity at the original price, whichever leaves the smallest
 * difference.
 */
const remainderOf = (line: NewSalesLine, { netOre, quantity: credited }: CreditedLine): NewSalesLine[] => {
  const left = line.netOre - netOre
  if (left === 0n) return []
  const [quantity, price] = [micro(line.quantity), micro(line.unitPrice)]
  const ways: [Micro, Micro][] = [
    ...(credited === null ? [] : [[quantity - credited, price] as [Micro, Micro]]),
    [quantity, priceFor(left, quantity)],
    [ONE * (quantity < 0n ? -1n : 1n), priceFor(left, ONE * (quantity < 0n ? -1n : 1n))],
    ...(price === 0n ? [] : [[priceFor(left, price), price] as [Micro, Micro]]),
  ]
  const fitting = ways
    .filter(([many, each]) => isWithin(many, quantity) && isWithin(each, price))
    .map(([many, each]) => withAmount(line, many, each))
    .filter((rest) => isWithin(rest.netOre, left) && rest.netOre !== 0n)
  return fitting.sort((one, other) => Number(size(other.netOre) - size(one.netOre))).slice(0, 1)
}

const ONE: Micro = 1_000_000n

/**
 * The unit price at which a quantity gives an amount, rounded towards zero so that it never exceeds the amount. Also
 * used to find the quantity for a price.
 */
const priceFor = (netOre: Ore, quantity: Micro): Micro => {
  const nearest = quantity < 0n ? rounded(-netOre * CENT * ONE, -quantity) : rounded(netOre * CENT * ONE, quantity)
  if (lineNet(quantity, nearest) === netOre) return nearest
  return (netOre * CENT * ONE) / quantity
}

/** Micro-units per öre. */
const CENT = 10_000n

const withAmount = (line: NewSalesLine, quantity: Micro, unitPrice: Micro): NewSalesLine => ({
  ...line,
  quantity: textFromMicro(quantity),
  unitPrice: textFromMicro(unitPrice),
  netOre: lineNet(quantity, unitPrice),
})

/** Whether a value lies between zero and the limit, which may be negative. */
const isWithin = (value: bigint, limit: bigint): boolean =>
  limit < 0n ? value <= 0n && value >= limit : value >= 0n && value <= limit

/** Converts the lines of a body to lines of a credit note, with all errors. */
export const decideCreditLines = (
  bodies: readonly LineBody[],
  invoice: CreditedInvoice,
  credited: Credited,
): { lines: NewLine[]; errors: FieldError[] } => {
  const known = new Map(invoice.lines.map((line) => [line.id, line]))
  const errors: FieldError[] = []
  const lines: NewLine[] = []
  const given = new Set<number>()
  let next = Math.max(0, ...known.keys(), ...bodies.map(({ id }) => id ?? 0)) + 1
  for (const [index, body] of bodies.entries()) {
    const at = (...rest: string[]) => pointer('lineItems', index, ...rest)
    const id = body.id ?? null
    if (id !== null && given.has(id)) errors.push(invoiceFaults.repeatedLine(at('id'), { id }))
    if (id !== null) given.add(id)
    const of = id === null ? undefined : known.get(id)
    const decided =
      body.itemType === 'salesItem' ? salesLine(body, at, of, credited) : textLine(body, at, of, id ?? next++)
    errors.push(...decided.errors)
    if (decided.line) lines.push(decided.line)
  }
  return { lines, errors }
}

type At = (...rest: string[]) => string
type Decided = { line: NewLine | null; errors: FieldError[] }

/** A text line: one of the invoice's, or a new one. */
const textLine = (body: LineBody, at: At, of: LineRecord | undefined, id: number): Decided => {
  const errors: FieldError[] = []
  if (of && isSalesLine(of)) errors.push(faults.otherKind(at('id'), { id, itemType: of.itemType }))
  for (const name of ['quantity', 'unitPrice', 'taxRate', 'unionVat', 'vatKind', 'productType', 'unitType'] as const) {
    if (body[name] !== undefined) errors.push(invoiceFaults.notOfText(at(name)))
  }
  const description = body.description ?? of?.description
  if (description === undefined) errors.push(invoiceFaults.required(at('description')))
  const line: Omit<TextLine, 'position'> = {
    id,
    itemId: of?.itemId ?? null,
    itemType: 'descriptionOnlyItem',
    description: description ?? '',
  }
  return { line: errors.length > 0 ? null : line, errors }
}

const salesLine = (body: LineBody, at: At, of: LineRecord | undefined, credited: Credited): Decided => {
  const id = body.id ?? null
  if (id === null) return { line: null, errors: [faults.lineMissing(at('id'))] }
  if (!of) return { line: null, errors: [faults.notOnInvoice(at('id'), { id })] }
  if (!isSalesLine(of)) return { line: null, errors: [faults.otherKind(at('id'), { id, itemType: of.itemType })] }
  const errors = unlikeInvoice(body, at, of)
  const quantity = cutDown('quantity', body.quantity ?? 1, at, of)
  const unitPrice = cutDown('unitPrice', body.unitPrice ?? Number(of.unitPrice), at, of)
  errors.push(...quantity.errors, ...unitPrice.errors)
  if (errors.length > 0) return { line: null, errors }
  const { position: _, ...same } = of
  const line = withAmount(
    { ...same, description: body.description?.trim() || of.description },
    quantity.value,
    unitPrice.value,
  )
  const before = credited.get(id)?.netOre ?? 0n
  if (!isWithin(line.netOre, of.netOre - before)) {
    const [left, net] = [of.netOre - before, line.netOre].map(textFromOre)
    errors.push(faults.moreThanLine(at(), { id, left: left ?? '', net: net ?? '' }))
  }
  return { line: errors.length > 0 ? null : line, errors }
}

/** Errors for fields that must equal those of the credited line. */
const unlikeInvoice = (body: LineBody, at: At, of: SalesLine): FieldError[] => {
  const same: [keyof LineBody, unknown, unknown][] = [
    ['productType', body.productType, of.productType],
    ['unitType', body.unitType, of.unitType],
    ['taxRate', body.taxRate, of.unionCountry ? 0 : of.taxRate],
    ['bookkeepingAccountNumber', body.bookkeepingAccountNumber ?? undefined, of.account],
  ]
  const errors = same.flatMap(([name, value, right]) =>
    value === undefined || value === right ? [] : [faults.asOnInvoice(at(name), { value: String(right ?? 'none') })],
  )
  if (body.unionVat && !isUnionVatOf(body.unionVat, of)) {
    const value = of.unionCountry ? `${of.unionCountry} ${of.taxRate}` : 'none'
    errors.push(faults.asOnInvoice(at('unionVat'), { value }))
  }
  const item = body.itemRef?.id
  if (item !== undefined && item !== of.itemId) {
    errors.push(faults.asOnInvoice(at('itemRef', 'id'), { value: of.itemId ?? 'none' }))
  }
  const { taxReductionType, jobType } = body.taxReduction ?? {}
  if (body.taxReduction && (taxReductionType !== of.reductionType || jobType !== of.jobType)) {
    errors.push(faults.asOnInvoice(at('taxReduction'), { value: of.jobType ?? 'none' }))
  }
  return errors
}

const isUnionVatOf = ({ country, taxRate }: NonNullable<LineBody['unionVat']>, of: SalesLine): boolean =>
  country === of.unionCountry && (taxRate === undefined || taxRate === of.taxRate)

const cutDown = (name: 'quantity' | 'unitPrice', number: number, at: At, of: SalesLine) => {
  const value = microFromNumber(number)
  if (value === null) return { value: 0n, errors: [invoiceFaults.decimals(at(name), { limit: MAX_FACTOR })] }
  const fits = isWithin(value, micro(of[name]))
  return { value, errors: fits ? [] : [faults.beyond(at(name), { limit: of[name], id: of.id })] }
}

/** Errors for draft lines that exceed what remains to credit now. */
export const wrongInRemaining = (
  lines: readonly LineRecord[],
  invoice: CreditedInvoice,
  credited: Credited,
): FieldError[] => {
  const known = new Map(invoice.lines.filter(isSalesLine).map(({ id, netOre }) => [id, netOre]))
  return lines.filter(isSalesLine).flatMap(({ id, netOre }, index) => {
    const left = (known.get(id) ?? 0n) - (credited.get(id)?.netOre ?? 0n)
    const told = { id, left: textFromOre(left), net: textFromOre(netOre) }
    return isWithin(netOre, left) ? [] : [faults.moreThanLine(pointer('lineItems', index), told)]
  })
}
