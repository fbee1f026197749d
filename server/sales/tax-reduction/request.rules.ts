// The payment request to the tax authority (begäran om utbetalning, lagen 2009:194, 8-9 §§; lagen 2020:1066, 8 §): one
// case for each person of an invoice, and for each kind of installation. The file of household work for its e-service:
// schema `Begaran` 6.0, in whole kronor.
import { LEGAL_PERSON_PREFIX } from '#numbers/organization-number'
import { type XmlNode, xmlText } from '#paper'
import type { Day } from '#platform/day'
import { type Micro, microFromText, textFromMicro } from '#platform/decimal'
import { type Ore, rounded } from '#platform/money'
import { type Job, jobs, mostFor, percentOn, type ReductionType, type ShareKind } from '#rule/tax-reductions'
import { byKind, hoursOf, labourOf, largestRemainder, type WorkLine, withTax, workPriceOf } from './reduction.rules.ts'

/** Maximum number of cases in a file (as many as can share an invoice), and of characters in its name. */
export const MAX_CASES = 100
const MAX_NAME_LENGTH = 16
/** The least hours of a case with an installation. */
const LEAST_HOURS = 1
/** Maximum kronor of material and of other costs. */
const MAX_COST = 9_999_999

/** A paid invoice: its lines less what was credited. */
export type PaidInvoice = {
  type: ReductionType
  number: string
  /** Payments and repayments of the customer, and fees withheld in transit, by day. */
  payments: readonly Payment[]
  /** Charges for late payment, fees and interest: payments of these do not pay for the work. */
  chargedOre: Ore
  /** The customer's part: the total less what was credited and the requested reduction. */
  dueOre: Ore
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  lines: readonly WorkLine[]
  people: readonly { personalNumber: string; askedOre: Ore }[]
}

type Payment = { date: Day; ore: Ore }

/** A case (ärende), in kronor. Hours are null for work with a standard value. */
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
 * The cases of an invoice: what the customer has paid of the work, and the permitted reduction (lagen 2009:194, 7 §),
 * never more than agreed. The day of payment determines the share, and the year whose caps apply: payments in another
 * year, or under another share, are a separate case. If the day of payment permits less than agreed, less is requested:
 * the customer pays the rest.
 */
export const casesOf = (invoice: PaidInvoice): Case[] => {
  const people = invoice.people.filter(({ askedOre }) => askedOre > 0n)
  const agreed = sum(people.map(({ askedOre }) => askedOre))
  const units = sharesOf({ ...invoice, agreed }).flatMap((share) => unitsOf(share, people))
  const weights = units.map(({ price }) => price)
  const costs = costsOf(invoice.lines)
  const other = largestRemainder(costs.other, weights)
  const isGreen = invoice.type === 'green'
  const work = isGreen ? installationsOf(invoice.lines, units) : workOf(invoice.lines, costs.material, weights)
  return units.map(({ personalNumber, paidOn, price, paid, asked }, index) => ({
    personalNumber: personalNumber.replace('-', ''),
    paidOn,
    price: Number(price),
    paid: Number(paid),
    asked: Number(asked),
    invoiceNumber: invoice.number,
    otherCost: cost(other[index] ?? 0n),
    realEstateNumber: invoice.realEstateNumber,
    tenantOrgNumber: invoice.tenantOrgNumber,
    apartmentNumber: invoice.apartmentNumber,
    work: work[index] ?? [],
  }))
}

/**
 * Distributes the cases of invoices over files: those of an invoice are in one file, since submissions are recorded by
 * invoice. An invoice with more cases than fit has each of its shares in one file.
 */
export const filesOf = (invoices: readonly (readonly Case[])[]): Case[][] => {
  const files: Case[][] = []
  for (const cases of invoices.flatMap(inseparable)) {
    const last = files.at(-1)
    if (last && last.length + cases.length <= MAX_CASES) last.push(...cases)
    else files.push([...cases])
  }
  return files
}

const inseparable = (cases: readonly Case[]): (readonly Case[])[] => {
  if (cases.length <= MAX_CASES) return cases.length > 0 ? [cases] : []
  const days = [...new Set(cases.map(({ paidOn }) => paidOn))]
  return days.map((day) => cases.filter(({ paidOn }) => paidOn === day))
}

/** A published invoice, paid or not: `priceOre` is its total less what was credited. */
export type WorkToPay = Pick<PaidInvoice, 'payments' | 'chargedOre' | 'lines'> & {
  id: string
  priceOre: Ore
  dueDate: Day
}

/** The requested reduction of an invoice, a person's part `ownOre` of it, and the refused part. */
export type AskedReduction = { type: ReductionType; ownOre: Ore; askedOre: Ore; refusedOre: Ore }

/**
 * A person's part by year, as the cases count it: paid parts in the year of payment, the rest in the year it is due.
 * The customer pays refused amounts, and no further reduction is requested for these.
 */
export const usedByYear = (work: WorkToPay, asked: AskedReduction): { year: number; ore: Ore }[] => {
  const { priceOre, dueDate, lines, chargedOre } = work
  const agreed = asked.askedOre + asked.refusedOre
  const dueOre = priceOre - agreed
  const paid = asked.refusedOre > 0n ? reaching(dueOre, work.payments) : work.payments
  const left = dueOre - sum(paid.map(({ ore }) => ore))
  const payments = left > 0n ? [...paid, { date: dueDate, ore: left }] : paid
  const years = new Map<number, Ore>()
  for (const share of sharesOf({ payments, chargedOre, dueOre, lines, agreed })) {
    const year = yearOf(share.paidOn)
    years.set(year, (years.get(year) ?? 0n) + share.asked * ORE_PER_KRONA)
  }
  const weights = [...years.values()]
  const all = sum(weights)
  if (all === 0n) return [{ year: yearOf(dueDate), ore: asked.ownOre }]
  // If the days of payment permit less than agreed, the cases request no more than that.
  const counted = all < asked.askedOre ? (asked.ownOre * all) / asked.askedOre : asked.ownOre
  const parts = largestRemainder(counted, weights)
  return [...years.keys()].map((year, index) => ({ year, ore: parts[index] ?? 0n }))
}

/** Payments up to a sum, earliest first. */
const reaching = (ore: Ore, payments: readonly Payment[]): Payment[] => {
  let left = ore
  return inOrder(payments).map((payment) => {
    const own = least([payment.ore, left])
    left -= own
    return { date: payment.date, ore: own }
  })
}

/** Work paid under one share in one year, in kronor, dated its last day. */
type Share = { kind: ShareKind; paidOn: Day; percent: number; price: bigint; paid: bigint; asked: bigint }

type Agreed = Pick<PaidInvoice, 'payments' | 'chargedOre' | 'dueOre' | 'lines'> & { agreed: Ore }

/** The part of an invoice that has a share of its own: its work, what was agreed for it, and the customer's part. */
type AgreedKind = { kind: ShareKind; labour: Ore; agreed: Ore; ownOre: Ore }

const sharesOf = ({ payments, chargedOre, dueOre, lines, agreed }: Agreed): Share[] => {
  const kinds = agreedKindsOf(lines, agreed, payments)
  const allOre = sum(kinds.map(({ ownOre }) => ownOre))
  return kinds.flatMap((one) => {
    const { kind, labour, ownOre } = one
    let left = one.agreed / ORE_PER_KRONA
    let before = 0n
    const shares: Share[] = []
    for (const { paidOn, percent, ore } of periodsOf(payments, kind)) {
      const upTo = paidForWork({ ore, chargedOre, dueOre, ownOre, allOre })
      const own = upTo - before
      if (own <= 0n) continue
      const allowed = (own * BigInt(percent)) / (BigInt(100 - percent) * ORE_PER_KRONA)
      const price = sum(shares.map((share) => share.price))
      const asked = least([allowed, left, mostFor(labour - price * ORE_PER_KRONA, percent) / ORE_PER_KRONA])
      const whole = upTo / ORE_PER_KRONA - before / ORE_PER_KRONA
      const paid = least([whole, labour / ORE_PER_KRONA - price - asked])
      before = upTo
      left -= asked
      if (asked > 0n && paid > 0n) shares.push({ kind, paidOn, percent, price: asked + paid, paid, asked })
    }
    const last = shares.at(-1)
    // The rest of the price goes to the last one: the cases add up to the price of the work.
    if (last) last.price += labour / ORE_PER_KRONA - sum(shares.map(({ price }) => price))
    return shares
  })
}

/** The agreed amount by kind, in proportion to what may be asked for each when the first payment is made. */
const agreedKindsOf = (lines: readonly WorkLine[], agreed: Ore, payments: readonly Payment[]): AgreedKind[] => {
  const [first] = inOrder(payments)
  const kinds = [...byKind(lines)].map(([kind, some]) => ({ kind, labour: labourOf(some) }))
  const worked = kinds.length > 1 ? kinds.filter(({ labour }) => labour > 0n) : kinds
  const weights = worked.map(({ kind, labour }) => mostFor(labour, first ? (percentOn(kind, first.date) ?? 0) : 0))
  const parts = largestRemainder(agreed / ORE_PER_KRONA, weights)
  return worked.map(({ kind, labour }, index) => {
    const own = worked.length === 1 ? agreed : (parts[index] ?? 0n) * ORE_PER_KRONA
    return { kind, labour, agreed: own, ownOre: labour > own ? labour - own : 0n }
  })
}

const inOrder = (payments: readonly Payment[]): Payment[] =>
  [...payments].sort((one, other) => (one.date < other.date ? -1 : 1))

/** The amount paid up to the end of each period, less later repayments. */
const periodsOf = (payments: readonly Payment[], kind: ShareKind) => {
  const periods: { key: string; paidOn: Day; percent: number; ore: Ore }[] = []
  let ore = 0n
  for (const payment of inOrder(payments)) {
    ore += payment.ore
    const percent = percentOn(kind, payment.date) ?? 0
    const key = `${payment.date.slice(0, 4)} ${percent}`
    const last = periods.at(-1)
    if (last?.key !== key) periods.push({ key, paidOn: payment.date, percent, ore })
    else Object.assign(last, { ore, paidOn: payment.ore > 0n ? payment.date : last.paidOn })
  }
  for (const [index, period] of [...periods.entries()].reverse()) {
    const next = periods[index + 1]
    if (next && next.ore < period.ore) period.ore = next.ore
  }
  return periods
}

/**
 * The part of a paid sum that is for the work of a kind: its share of the customer's part, and its share of amounts
 * beyond that and beyond charges for late payment. Less than a krona is rounding. If an advance had already paid
 * everything, the work counts as paid. `ownOre` is the customer's part of the work of the kind, `allOre` of all work.
 */
const paidForWork = (paid: { ore: Ore; chargedOre: Ore; dueOre: Ore; ownOre: Ore; allOre: Ore }): Ore => {
  const { ore, chargedOre, dueOre, ownOre, allOre } = paid
  if (ownOre === 0n || ore < 0n || (ore === 0n && dueOre > 0n)) return 0n
  const beyond = ore - dueOre - chargedOre
  if (ore >= dueOre) return ownOre + (beyond > 0n ? (beyond * ownOre) / allOre : 0n)
  return dueOre - ore < ORE_PER_KRONA ? ownOre : (ownOre * ore) / dueOre
}

type Unit = Share & { personalNumber: string }

/** A share per person, in proportion to the agreement; each has paid enough for the requested amount. */
const unitsOf = (share: Share, people: PaidInvoice['people']): Unit[] => {
  const wanted = people.map(({ askedOre }) => askedOre)
  const asked = largestRemainder(share.asked, wanted)
  const given = BigInt(share.percent)
  const whole = 100n
  const needed = asked.map((own) => (own * (whole - given) + given - 1n) / given)
  const fits = sum(needed) <= share.paid
  const weights = wanted.map((own, index) => (asked[index] === 0n ? 0n : own))
  const rest = largestRemainder(share.paid - (fits ? sum(needed) : 0n), weights)
  const spare = largestRemainder(share.price - share.paid - share.asked, weights)
  return people.flatMap(({ personalNumber }, index) => {
    const own = asked[index] ?? 0n
    if (own === 0n) return []
    const paid = (rest[index] ?? 0n) + (fits ? (needed[index] ?? 0n) : 0n)
    return { ...share, personalNumber, asked: own, paid, price: own + paid + (spare[index] ?? 0n) }
  })
}

/**
 * The lines of an invoice after its credit notes, whose lines have the ids of those they credit. If only the price was
 * reduced, the hours are unchanged.
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

/** Costs beside the work in kronor including VAT: material (goods), and other costs, such as travel and machines. */
const costsOf = (lines: readonly WorkLine[]): { material: bigint; other: bigint } => {
  const beside = lines.filter(({ itemType, reductionType }) => itemType === 'salesItem' && !reductionType)
  const goods = beside.filter(({ productType }) => productType === 'goods')
  const services = beside.filter(({ productType }) => productType !== 'goods')
  // The rest of the price of work with a standard value is another cost.
  const uncounted = workPriceOf(lines) - labourOf(lines)
  // The material of an installation is in its price.
  const takesMaterial = [...hoursOf(lines).keys()].some(({ type }) => type !== 'green')
  const material = kronor(withTax(goods))
  const other = kronor(withTax(services) + uncounted)
  return takesMaterial ? { material, other } : { material: 0n, other: other + material }
}

/**
 * The kinds of work of each case. Hours are rounded up once for each kind, and split by largest remainder: the cases
 * together have the hours worked. Material is split by the same weights.
 */
const workOf = (lines: readonly WorkLine[], material: bigint, weights: readonly bigint[]): Case['work'][] => {
  const hours = hoursOf(lines)
  const done = jobs.filter(({ jobType }) => lines.some((line) => line.reductionType && line.jobType === jobType))
  const counted = done.filter((job) => hours.has(job))
  const prices = counted.map(({ jobType }) => kronor(labourOf(lines.filter((line) => line.jobType === jobType))))
  const materials = largestRemainder(material, sum(prices) > 0n ? prices : prices.map(() => 1n))
  const shared = done.map((job) => {
    const place = counted.indexOf(job)
    return {
      element: job.element,
      hours: place < 0 ? null : largestRemainder(BigInt(hours.get(job) ?? 0), weights),
      materials: place < 0 ? [] : largestRemainder(materials[place] ?? 0n, weights),
    }
  })
  return weights.map((_, index) => {
    const own = shared.map((each) => ({
      element: each.element,
      hours: each.hours && Number(each.hours[index] ?? 0n),
      material: cost(each.materials[index] ?? 0n),
    }))
    // A kind without hours in a case is omitted, if the case has another.
    const told = own.filter(({ hours: some, material: used }) => some !== 0 || used > 0)
    return told.length > 0 ? told : own.slice(0, 1)
  })
}

/** The installation of each case: its hours are those of all its cases, rounded up in each. */
const installationsOf = (lines: readonly WorkLine[], units: readonly Unit[]): Case['work'][] => {
  const hours = hoursOf(lines)
  return units.map((unit) => {
    const isOfKind = ({ type, jobType }: Job) => type === 'green' && jobType === unit.kind
    const job = jobs.find(isOfKind)
    if (!job) throw new Error(`${unit.kind} is no installation`)
    const alike = units.filter(({ kind }) => kind === unit.kind)
    const prices = alike.map(({ price }) => price)
    const shared = largestRemainder(BigInt(hours.get(job) ?? 0), prices)[alike.indexOf(unit)] ?? 0n
    return [{ element: job.element, hours: Math.max(Number(shared), LEAST_HOURS), material: 0 }]
  })
}

const NAMESPACE = 'http://xmls.skatteverket.se/se/skatteverket/ht/begaran/6.0'
const COMPONENTS = 'http://xmls.skatteverket.se/se/skatteverket/ht/komponent/begaran/6.0'

/** The name under which the e-service shows the file: type, day and part. */
export const requestName = (type: ReductionType, today: Day, part: number): string =>
  `${nameOf[type]} ${today.replaceAll('-', '')}${part > 1 ? `-${part}` : ''}`.slice(0, MAX_NAME_LENGTH)

const nameOf: Readonly<Record<ReductionType, string>> = { rot: 'ROT', rut: 'RUT', green: 'GRON' }

/** The file of household work. Elements are in schema order. */
export const requestFile = (type: 'rot' | 'rut', name: string, cases: readonly Case[]): string =>
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
  // Twelve digits: the number with the prefix of legal persons.
  ['BrfOrgNr', legalPersonOf(one.tenantOrgNumber)],
]

/** An organization number with the prefix of legal persons: twelve digits. */
const legalPersonOf = (number: string | null): string | null =>
  number === null ? null : `${LEGAL_PERSON_PREFIX}${number.replace(/\D/g, '').slice(-10)}`

const GREEN_NAMESPACE = 'http://xmls.skatteverket.se/se/skatteverket/skattered/begaran/1.0'

/**
 * The file of green technology: schema `Begaran` 1.0, kind GRON_TEKNIK. We have not read the schema itself: elements
 * and their order are as files that the e-service has read. `performer` is the company's number: of a legal person with
 * its prefix, of a sole trader the personal number, twelve digits.
 */
export const greenRequestFile = (performer: string, name: string, cases: readonly Case[]): string =>
  xmlText({
    'p:Begaran': {
      '@xmlns:p': GREEN_NAMESPACE,
      'p:NamnPaBegaran': name,
      'p:TypAvBegaran': 'GRON_TEKNIK',
      'p:Utforare': performer,
      'p:Arende': cases.map(installationCaseOf),
    },
  })

const installationCaseOf = (one: Case): XmlNode => ({
  'p:FakturaNr': one.invoiceNumber,
  'p:Kopare': one.personalNumber,
  'p:Fastighet': {
    'p:LagenhetsNr': one.apartmentNumber,
    'p:BrfOrgNr': legalPersonOf(one.tenantOrgNumber),
    'p:Fastighetsbeteckning': one.realEstateNumber,
  },
  'p:UtfortArbete': {
    'p:TypAvUtfortArbete': one.work[0]?.element ?? null,
    'p:AntalTimmar': String(one.work[0]?.hours ?? 0),
    'p:Kostnad': String(one.price),
  },
  'p:OvrigKostnad': String(one.otherCost),
  'p:Betalningsdatum': one.paidOn,
  'p:BetaltBelopp': String(one.paid),
  'p:BegartBelopp': String(one.asked),
})

const ORE_PER_KRONA = 100n

const yearOf = (day: Day): number => Number(day.slice(0, 4))

const least = (numbers: readonly bigint[]): bigint => numbers.reduce((found, one) => (one < found ? one : found))

const sum = (numbers: readonly bigint[]): bigint => numbers.reduce((total, one) => total + one, 0n)

/** Rounded to kronor; a discount beyond the cost counts as zero. */
const kronor = (ore: Ore): bigint => (ore > 0n ? rounded(ore, ORE_PER_KRONA) : 0n)

const microOf = (quantity: string | null | undefined): Micro => microFromText(quantity ?? '0') ?? 0n

const cost = (whole: bigint): number => Math.min(Number(whole), MAX_COST)
