// The request for payment to the tax authority (begäran om utbetalning, lagen 2009:194, 8-9 §§): one case for each
// person who shares an invoice, and the file that its e-service reads: schema `Begaran` 6.0, in whole kronor.
import { type XmlNode, xmlText } from '#paper'
import type { Day } from '#platform/day'
import type { Ore } from '#platform/money'
import { type Micro, microFromText, rounded, textFromMicro } from './line.rules.ts'
import { hoursOf, labourOf, sharedOut, type WorkLine, withTax, workPriceOf } from './tax-reduction.rules.ts'
import { jobs, mostFor, percentOn, type ReductionType } from './tax-reduction-rates.rules.ts'

/** Most cases of a file, and most characters of its name. */
export const MAX_CASES = 100
export const MAX_NAME_LENGTH = 16
/** Most kronor of material and of other costs. */
const MAX_COST = 9_999_999

/** A paid invoice: its lines without what was credited. */
export type PaidInvoice = {
  type: ReductionType
  number: string
  /** The day on which the customer had paid his part. */
  paidOn: Day
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  lines: readonly WorkLine[]
  people: readonly { personalNumber: string; askedOre: Ore }[]
}

/** A case (ärende), in kronor. Hours are null for work that is taken by a standard value. */
export type Case = {
  personalNumber: string
  paidOn: Day
  price: number
  paid: number
  asked: number
  invoiceNumber: string
  otherCost: number
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  work: { element: string; hours: number | null; material: number }[]
}

/**
 * The cases of an invoice. Price, hours and costs are shared as the reduction is. Where the customer has paid on a day
 * that allows less than was asked for, less is asked for here: the rest is the customer's to pay.
 */
export const casesOf = (invoice: PaidInvoice): Case[] => {
  const { type, paidOn, lines, number } = invoice
  const people = invoice.people.filter(({ askedOre }) => askedOre > 0n)
  const labour = labourOf(lines)
  const wanted = people.map(({ askedOre }) => askedOre / ORE_PER_KRONA)
  const all = sum(wanted)
  if (all === 0n) return []
  const most = mostFor(labour, percentOn(type, paidOn) ?? 0) / ORE_PER_KRONA
  const asked = most < all ? sharedOut(most, wanted) : wanted
  const price = sharedOut(labour / ORE_PER_KRONA, asked)
  const costs = costsOf(lines)
  const material = sharedOut(costs.material, asked)
  const other = sharedOut(costs.other, asked)
  return people.flatMap(({ personalNumber }, index) => {
    const own = asked[index] ?? 0n
    if (own === 0n) return []
    const whole = price[index] ?? 0n
    return {
      personalNumber: personalNumber.replace('-', ''),
      paidOn,
      price: Number(whole),
      paid: Number(whole - own),
      asked: Number(own),
      invoiceNumber: number,
      otherCost: cost(other[index] ?? 0n),
      realEstateNumber: invoice.realEstateNumber,
      tenantOrgNumber: invoice.tenantOrgNumber,
      apartmentNumber: invoice.apartmentNumber,
      work: workOf(lines, material[index] ?? 0n, { share: own, all: sum(asked) }),
    }
  })
}

/**
 * What of an invoice is left after its credit notes, whose lines have the ids of those they credit. Where only the
 * price was lowered the hours stay.
 */
export const afterCredit = (
  lines: readonly (WorkLine & { id: number })[],
  credited: readonly (WorkLine & { id: number })[],
): WorkLine[] =>
  lines.map((line) => {
    const own = credited.filter(({ id }) => id === line.id)
    const netOre = own.reduce((rest, each) => rest - (each.netOre ?? 0n), line.netOre ?? 0n)
    const left = own.reduce((rest, { quantity }) => rest - microOf(quantity), microOf(line.quantity))
    return { ...line, netOre, quantity: left > 0n ? textFromMicro(left) : (line.quantity ?? null) }
  })

/** Kronor with tax beside the work: material (goods), and everything else, such as travel and machines. */
const costsOf = (lines: readonly WorkLine[]): { material: bigint; other: bigint } => {
  const beside = lines.filter(({ itemType, reductionType }) => itemType === 'salesItem' && !reductionType)
  const goods = beside.filter(({ productType }) => productType === 'goods')
  const services = beside.filter(({ productType }) => productType !== 'goods')
  // What of the price of work with a standard value does not count as work is another cost.
  const uncounted = workPriceOf(lines) - labourOf(lines)
  const takesMaterial = [...hoursOf(lines).keys()].length > 0
  const material = kronor(withTax(goods))
  const other = kronor(withTax(services) + uncounted)
  return takesMaterial ? { material, other } : { material: 0n, other: other + material }
}

/** The kinds of work of one person: hours rounded up, the material with the kinds as they weigh. */
const workOf = (lines: readonly WorkLine[], material: bigint, { share, all }: { share: bigint; all: bigint }) => {
  const hours = hoursOf(lines)
  const done = jobs.filter(({ jobType }) => lines.some((line) => line.reductionType && line.jobType === jobType))
  const counted = done.filter((job) => hours.has(job))
  const weights = counted.map(({ jobType }) => kronor(labourOf(lines.filter((line) => line.jobType === jobType))))
  const materials = sharedOut(material, weights)
  return done.map((job) => {
    const own = hours.get(job)
    if (own === undefined) return { element: job.element, hours: null, material: 0 }
    const rest = sum(weights) === 0n && counted[0] === job ? material : 0n
    return {
      element: job.element,
      hours: Number((BigInt(own) * share + all - 1n) / all),
      material: cost(rest + (materials[counted.indexOf(job)] ?? 0n)),
    }
  })
}

const NAMESPACE = 'http://xmls.skatteverket.se/se/skatteverket/ht/begaran/6.0'
const COMPONENTS = 'http://xmls.skatteverket.se/se/skatteverket/ht/komponent/begaran/6.0'

/** The name that the e-service shows the file under: type, day and part. */
export const requestName = (type: ReductionType, today: Day, part: number): string =>
  `${type.toUpperCase()} ${today.replaceAll('-', '')}${part > 1 ? `-${part}` : ''}`.slice(0, MAX_NAME_LENGTH)

/** The file. Elements stand in the order of the schema. */
export const requestFile = (type: ReductionType, name: string, cases: readonly Case[]): string =>
  xmlText({
    'ns1:Begaran': {
      '@xmlns:ns1': NAMESPACE,
      '@xmlns:ns2': COMPONENTS,
      'ns2:NamnPaBegaran': name,
      [type === 'rot' ? 'ns2:RotBegaran' : 'ns2:HushallBegaran']: { 'ns2:Arenden': cases.map(elementOf) },
    },
  })

const elementOf = (one: Case): XmlNode => ({
  ...Object.fromEntries(fieldsOf(one).map(([tag, value]) => [`ns2:${tag}`, value === null ? null : String(value)])),
  'ns2:UtfortArbete': Object.fromEntries(
    one.work.map(({ element, hours, material }): [string, XmlNode] => [
      `ns2:${element}`,
      hours === null
        ? { 'ns2:Utfort': 'true' }
        : { 'ns2:AntalTimmar': String(hours), 'ns2:Materialkostnad': String(material) },
    ]),
  ),
})

const fieldsOf = (one: Case): [string, string | number | null][] => [
  ['Kopare', one.personalNumber],
  ['BetalningsDatum', one.paidOn],
  ['PrisForArbete', one.price],
  ['BetaltBelopp', one.paid],
  ['BegartBelopp', one.asked],
  ['FakturaNr', one.invoiceNumber],
  ['Ovrigkostnad', one.otherCost],
  ['Fastighetsbeteckning', one.realEstateNumber],
  ['LagenhetsNr', one.apartmentNumber],
  // Twelve digits: the prefix of legal persons goes before the number.
  ['BrfOrgNr', one.tenantOrgNumber === null ? null : `16${one.tenantOrgNumber.replace(/\D/g, '').slice(-10)}`],
]

const ORE_PER_KRONA = 100n

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n)

/** Rounded to kronor; a discount beyond the cost is no cost. */
const kronor = (ore: Ore): bigint => (ore > 0n ? rounded(ore, ORE_PER_KRONA) : 0n)

const microOf = (quantity: string | null | undefined): Micro => microFromText(quantity ?? '0') ?? 0n

const cost = (whole: bigint): number => Math.min(Number(whole), MAX_COST)
