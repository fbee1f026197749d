// Converts lines from requests to their stored form: an item's values take precedence over the line's own, except for
// the price; everything is validated.
import type { AccountMap } from '#ledger'
import type { Day } from '#platform/day'
import { atRate, MAX_FACTOR, type Micro, microFromNumber, microFromText, textFromMicro } from '#platform/decimal'
import { MAX_AMOUNT, type Ore, size } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { lineNet } from '#rule/document-totals'
import { isRateOfUnion, isUnionCountry, standardRateOn, type UnionCountry } from '#rule/union-vat'
import type { VatKind } from '#rule/vat-kind'
import { rateOfKind } from '#rule/vat-kinds'
import type { TaxRate } from '#rule/vat-rates'
import { looksLikeFood } from '#sales/items/food.rules'
import { wrongSalesAccount } from '#sales/publishing/sales-account.rules'
import { pointer } from '#text/json'
import type { LineRecord, SalesLine, TextLine } from './invoice.ts'
import { invoiceFaults as faults } from './invoice-refusals.ts'
import type { LineBody } from './invoice-schema.ts'
import type { UnitType } from './invoice-values.rules.ts'

/** The item that a line is made from; missing values are null. `unitPrice` is decimal text. */
type LineTemplate = {
  description: string
  productType: 'goods' | 'services' | null
  unitType: UnitType | null
  unitPrice: string | null
  taxRate: TaxRate | null
  /** What it is, if its rate follows from that and the day of supply. */
  vatKind?: VatKind | null
  account: number | null
}

/** The data needed to validate lines. */
export type LineFacts = {
  /** The existing items among those that the lines name. */
  items: ReadonlyMap<string, LineTemplate>
  /** Every account of the chart; true if it is open for booking. */
  accounts: ReadonlyMap<number, boolean>
  /** The account of each role. */
  roles: AccountMap
  /** The names of the accounts that lines or their items have. */
  names: ReadonlyMap<number, string>
  /** The day that decides the rate of a line with a kind. */
  supplyDay: Day
  /** The line ids of the existing document; null for a new document, where ids are ignored. */
  known: ReadonlySet<number> | null
}

/** A validated line, without its position. */
export type NewLine = Omit<SalesLine, 'position'> | Omit<TextLine, 'position'>

/** The path of a line in the body: `['lineItems', 0]`, or empty if the body is the line. */
type Place = readonly (string | number)[]

type Decided<T> = { line: T | null; errors: FieldError[] }

/** The lines of a body; `null` for a line too malformed to validate. */
export const decideLines = (
  bodies: readonly (LineBody | null)[],
  facts: LineFacts,
): { lines: NewLine[]; errors: FieldError[] } => {
  const errors: FieldError[] = []
  const lines: NewLine[] = []
  const given = new Set<number>()
  let next = Math.max(0, ...(facts.known ?? [])) + 1
  for (const [index, body] of bodies.entries()) {
    if (body === null) continue
    const place = ['lineItems', index]
    const decided = decideLine(body, place, facts)
    errors.push(...decided.errors, ...wrongId(body, place, facts, given))
    const kept = facts.known === null ? null : (body.id ?? null)
    if (kept !== null) given.add(kept)
    if (decided.line) lines.push({ ...decided.line, id: kept ?? next++ })
  }
  return { lines, errors }
}

const wrongId = ({ id }: LineBody, place: Place, { known }: LineFacts, given: ReadonlySet<number>): FieldError[] => {
  if (known === null || id === null || id === undefined) return []
  const field = pointer(...place, 'id')
  if (!known.has(id)) return [faults.unknownLine(field, { id })]
  return given.has(id) ? [faults.repeatedLine(field, { id })] : []
}

/** One line, with id 0: the caller assigns its id. */
export const decideLine = (body: LineBody, place: Place, facts: LineFacts): Decided<NewLine> => {
  const errors: FieldError[] = []
  const itemId = body.itemRef?.id ?? null
  const item = itemId === null ? null : (facts.items.get(itemId) ?? null)
  if (itemId !== null && item === null) {
    errors.push(faults.unknownItem(pointer(...place, 'itemRef', 'id'), { id: itemId }))
  }
  const decided = (body.itemType === 'descriptionOnlyItem' ? textLine : salesLine)(body, place, item, facts)
  errors.push(...decided.errors)
  const line = errors.length > 0 || !decided.line ? null : { ...decided.line, id: 0, itemId }
  return { line, errors }
}

const ofSales = [
  'productType',
  'unitType',
  'quantity',
  'unitPrice',
  'taxRate',
  'unionVat',
  'vatKind',
  'bookkeepingAccountNumber',
  'taxReduction',
] as const

const textLine = (body: LineBody, place: Place, item: LineTemplate | null): Decided<OwnPart<TextLine>> => {
  const errors = ofSales
    .filter((name) => body[name] !== undefined && body[name] !== null)
    .map((name) => faults.notOfText(pointer(...place, name)))
  const description = item?.description ?? body.description
  if (description === undefined) errors.push(faults.required(pointer(...place, 'description')))
  return { line: { itemType: 'descriptionOnlyItem', description: description ?? '' }, errors }
}

/** The fields of a line without its id and item. */
type OwnPart<Line> = Omit<Line, 'id' | 'itemId' | 'position'>

const salesLine = (
  body: LineBody,
  place: Place,
  item: LineTemplate | null,
  facts: LineFacts,
): Decided<OwnPart<SalesLine>> => {
  const errors: FieldError[] = []
  const need = <T>(name: string, value: T | null | undefined): T | null => {
    if (value === null || value === undefined || value === '') errors.push(faults.required(pointer(...place, name)))
    return value ?? null
  }
  const decimal = (name: string, number: number): Micro => {
    const micro = microFromNumber(number)
    if (micro === null) errors.push(faults.decimals(pointer(...place, name), { limit: MAX_FACTOR }))
    return micro ?? 0n
  }
  const description = need('description', item?.description ?? body.description?.trim())
  const productType = need('productType', item?.productType ?? body.productType)
  const {
    vatKind,
    taxRate,
    unionCountry,
    errors: wrongRate,
  } = body.unionVat
    ? decideUnionRate(body, body.unionVat, place, facts.supplyDay)
    : { unionCountry: null, ...decideRate(body, place, item, facts.supplyDay) }
  errors.push(...wrongRate)
  const quantity = decimal('quantity', body.quantity ?? 1)
  const ownPrice = body.unitPrice === undefined ? null : decimal('unitPrice', body.unitPrice)
  const unitPrice = need('unitPrice', ownPrice ?? (item?.unitPrice ? microFromText(item.unitPrice) : null))
  const account = item?.account ?? body.bookkeepingAccountNumber ?? null
  errors.push(...wrongAccount(account, place, facts))
  if (description === null || productType === null || taxRate === null || unitPrice === null) {
    return { line: null, errors }
  }
  const accountName = account === null ? undefined : facts.names.get(account)
  const isLikeFood =
    unionCountry === null && looksLikeFood({ description, taxRate, vatKind, accountName }, facts.supplyDay)
  const line: OwnPart<SalesLine> = {
    itemType: 'salesItem',
    description,
    productType,
    unitType: item?.unitType ?? body.unitType ?? 'unspecified',
    quantity: textFromMicro(quantity),
    unitPrice: textFromMicro(unitPrice),
    taxRate,
    ...(unionCountry === null ? {} : { unionCountry }),
    ...(vatKind === null ? {} : { vatKind }),
    ...(isLikeFood ? { looksLikeFood: true } : {}),
    account,
    netOre: lineNet(quantity, unitPrice),
    reductionType: body.taxReduction?.taxReductionType ?? null,
    jobType: body.taxReduction?.jobType ?? null,
  }
  return { line, errors }
}

/**
 * The rate of a line: that of its kind on the day of supply, or a chosen one. The item's kind or rate comes before the
 * line's own. A line that says 0 is not taxed, even if it has a kind.
 */
const decideRate = (
  body: LineBody,
  place: Place,
  item: LineTemplate | null,
  day: Day,
): { vatKind: VatKind | null; taxRate: TaxRate | null; errors: FieldError[] } => {
  const ofItem = item !== null && (item.taxRate !== null || (item.vatKind ?? null) !== null)
  const vatKind = (ofItem ? item.vatKind : body.vatKind) ?? null
  if (vatKind === null || (!ofItem && body.taxRate === 0)) {
    const taxRate = item?.taxRate ?? body.taxRate ?? null
    return { vatKind, taxRate, errors: taxRate === null ? [faults.required(pointer(...place, 'taxRate'))] : [] }
  }
  const taxRate = rateOfKind(vatKind, day)
  const wrong = [faults.unknownRate(pointer(...place, 'vatKind'), { kind: vatKind, day })]
  return { vatKind, taxRate, errors: taxRate === null ? wrong : [] }
}

/**
 * The rate of a line with the VAT of another member state: a chosen one, or the standard rate of the country on the day
 * of supply. It comes before that of an item, whose rate is Swedish.
 */
const decideUnionRate = (
  body: LineBody,
  { country, taxRate: given }: NonNullable<LineBody['unionVat']>,
  place: Place,
  day: Day,
): { vatKind: null; taxRate: number | null; unionCountry: UnionCountry | null; errors: FieldError[] } => {
  const at = (...names: string[]) => pointer(...place, ...names)
  const unionCountry = isUnionCountry(country) ? country : null
  const errors: FieldError[] = unionCountry === null ? [faults.unionCountry(at('unionVat', 'country'))] : []
  if (body.taxRate !== undefined && body.taxRate !== 0) errors.push(faults.unionBeside(at('taxRate')))
  if ((body.vatKind ?? null) !== null) errors.push(faults.unionBeside(at('vatKind')))
  if (body.taxReduction) errors.push(faults.unionOfWork(at('taxReduction')))
  const taxRate = given ?? (unionCountry === null ? null : standardRateOn(unionCountry, day))
  if (given !== undefined && !isRateOfUnion(given)) errors.push(faults.unionRate(at('unionVat', 'taxRate')))
  if (unionCountry !== null && taxRate === null) {
    errors.push(faults.unionRateUnknown(at('unionVat', 'taxRate'), { country, day }))
  }
  return { vatKind: null, taxRate, unionCountry, errors }
}

/** Errors where taxed lines have the VAT of several countries, or an advance has that of another one. */
export const wrongUnionLines = (
  lines: readonly NewLine[],
  { isAdvance, at = (index) => pointer('lineItems', index) }: { isAdvance: boolean; at?: (index: number) => string },
): FieldError[] => {
  const countries = lines.map((line) =>
    line.itemType === 'salesItem' && line.taxRate > 0 ? (line.unionCountry ?? SWEDEN) : null,
  )
  const first = countries.find((country) => country !== null)
  return countries.flatMap((country, index) => {
    if (country === null || first === undefined || first === null) return []
    if (isAdvance && country !== SWEDEN) return [faults.unionOfAdvance(at(index))]
    return country === first ? [] : [faults.unionMixed(at(index), { country: first })]
  })
}

const SWEDEN = 'SE'

const wrongAccount = (account: number | null, place: Place, facts: LineFacts): FieldError[] =>
  account === null
    ? []
    : [wrongSalesAccount(account, pointer(...place, 'bookkeepingAccountNumber'), facts) ?? []].flat()

/** The maximum total of a document in öre, positive or negative. */
export const MAX_TOTAL: Ore = BigInt(MAX_AMOUNT) * 100n

/** Whether a line has an amount. */
export const isSalesLine = (line: LineRecord): line is SalesLine => line.itemType === 'salesItem'

/**
 * Whether lines exceed the maximum total, in their currency or in SEK. Amounts that cancel out count in full: each line
 * is stored and booked on its own account.
 */
export const areTooLarge = (lines: readonly { netOre: Ore }[], currencyRate: string): boolean => {
  const gross = lines.reduce((sum, { netOre }) => sum + size(netOre), 0n)
  return gross > MAX_TOTAL || atRate(gross, currencyRate) > MAX_TOTAL
}
