// Papers that e-invoices are made of in tests: sums that agree, worked out apart from the service.
import type { Paper, PaperAddress, PaperBuyer, PaperLine, PaperSeller, PaperTax, VatTreatment } from '#paper'
import type { Day } from '#platform/day'
import { divided, micro } from './ubl-document.ts'

export type SaleOf = {
  description?: string
  quantity?: string
  unitType?: string
  unitPrice?: string
  taxRate?: number
  treatment?: VatTreatment
}

export type PaperChanges = Partial<Omit<Paper, 'lines' | 'seller' | 'buyer'>> & {
  /** A text stands for a line of text. */
  lines?: (SaleOf | string)[]
  seller?: Partial<PaperSeller>
  buyer?: Partial<PaperBuyer>
  roundsTotal?: boolean
  /** What the tax authority is asked to pay. */
  deduction?: number
}

export const addressIn = (country: string): PaperAddress => ({
  line1: 'Storgatan 1',
  line2: null,
  postalCode: '111 22',
  city: 'Åmål',
  country,
  countrySubdivision: null,
})

const seller: PaperSeller = {
  name: 'Åkeriet & Söner AB',
  organizationNumber: '559999-0008',
  isLimitedCompany: true,
  vatNumber: 'SE559999000801',
  address: addressIn('SE'),
  phone: '08-123 45 67',
  email: 'faktura@akeriet.example',
  website: 'https://akeriet.example',
  seat: 'Åmål',
  hasFTax: true,
  bankgiro: '5805-6201',
  plusgiro: '28 65 43-4',
  iban: 'SE4550000000058398257466',
  bic: 'ESSESESS',
  lateInterest: 'Dröjsmålsränta enligt räntelagen.',
}

const buyer: PaperBuyer = {
  name: 'Kommunen i Väst',
  isCompany: true,
  customerNumber: '17',
  organizationNumber: '556036-0793',
  vatNumber: 'SE556036079301',
  address: addressIn('SE'),
  contact: { name: 'Eva Ek', email: 'eva@vast.example', phone: null },
}

/** A paper about these lines. */
export const paperWith = ({
  lines = [{}],
  roundsTotal = false,
  deduction = 0,
  seller: ofSeller,
  buyer: ofBuyer,
  ...changes
}: PaperChanges): Paper => {
  const made = lines.map(lineOf)
  const currency = changes.currency ?? 'SEK'
  const currencyRate = changes.currencyRate ?? (currency === 'SEK' ? '1' : '11.25')
  const taxes = taxesOf(made, currency === 'SEK' ? null : currencyRate)
  const [net, tax] = [total(taxes.map((each) => each.net)), total(taxes.map((each) => each.tax))]
  const rounding = roundsTotal ? Number(divided(BigInt(net + tax), 100n)) * 100 - net - tax : 0
  return {
    kind: 'invoice',
    language: 'sv',
    number: '1001',
    date: '2026-06-10' as Day,
    dueDate: '2026-07-10' as Day,
    publishedAt: '2026-06-10T10:00:00.000Z',
    credits: null,
    paymentReference: '100162',
    paymentTerms: '30 dagar netto',
    references: { orderNumber: null, project: null, buyer: 'Ref 55', contract: null },
    deliveryAddress: null,
    taxReduction: null,
    ...changes,
    seller: { ...seller, ...ofSeller },
    buyer: { ...buyer, ...ofBuyer },
    currency,
    currencyRate,
    lines: made,
    taxes,
    net,
    tax,
    rounding,
    total: net + tax + rounding,
    payable: net + tax + rounding - deduction,
  }
}

const lineOf = (given: SaleOf | string): PaperLine => {
  if (typeof given === 'string') return { kind: 'text', description: given }
  const { description = 'Konsulttid', quantity = '1', unitType = 'hour', unitPrice = '1000' } = given
  const { treatment = 'rate', taxRate = treatment === 'rate' ? 25 : 0 } = given
  const net = Number(divided(micro(quantity) * micro(unitPrice), 10_000_000_000n))
  const productType = treatment.endsWith('oods') ? 'goods' : 'services'
  const of = { description, quantity, unitType, unitPrice, taxRate, treatment, net, productType } as const
  return { kind: 'sale', ...of, taxReduction: null }
}

const taxesOf = (lines: PaperLine[], rate: string | null): PaperTax[] => {
  const nets = new Map<string, { taxRate: number; treatment: VatTreatment; net: number }>()
  for (const line of lines) {
    if (line.kind === 'text') continue
    const { taxRate, treatment, net } = line
    const key = `${taxRate} ${treatment}`
    nets.set(key, { taxRate, treatment, net: (nets.get(key)?.net ?? 0) + net })
  }
  return [...nets.values()].map((each) => {
    const tax = Number(divided(BigInt(each.net * each.taxRate), 100n))
    return { ...each, tax, baseTax: rate === null ? null : Number(divided(BigInt(tax) * micro(rate), 1_000_000n)) }
  })
}

const total = (amounts: number[]): number => amounts.reduce((whole, part) => whole + part, 0)

const foreign = (name: string, country: string, vatNumber: string | null): Partial<PaperBuyer> => ({
  name,
  vatNumber,
  organizationNumber: null,
  address: addressIn(country),
  contact: null,
})

export const manyRates: SaleOf[] = [
  { quantity: '7.5', unitPrice: '1234.56', taxRate: 25 },
  { description: 'Böcker', quantity: '3', unitPrice: '199.99', taxRate: 6, unitType: 'piece' },
  { description: 'Lunch', quantity: '12', unitPrice: '0.333333', taxRate: 12, unitType: 'unspecified' },
  { description: 'Rabatt', quantity: '1', unitPrice: '-250.55', taxRate: 25, unitType: 'piece' },
]

const credit: PaperChanges = {
  kind: 'creditNote',
  number: '1002',
  credits: { number: '1001', date: '2026-06-01' as Day },
  paymentReference: null,
}

/** Papers by what is particular about them. */
export const papers = {
  plain: paperWith({}),
  everything: paperWith({
    lines: [
      'Avser juni',
      ...manyRates,
      'Tack för förtroendet',
      { unitType: 'mile', quantity: '4.25', unitPrice: '25' },
    ],
    roundsTotal: true,
    references: { orderNumber: 'PO 7', project: 'P-12', buyer: 'Ref 55', contract: 'A 3' },
    deliveryAddress: addressIn('SE'),
  }),
  reverseCharge: paperWith({ lines: [{ treatment: 'reverseCharge' }, { taxRate: 25 }] }),
  euGoods: paperWith({
    lines: [{ treatment: 'euGoods', unitType: 'ton', quantity: '2.125', unitPrice: '99.5' }],
    buyer: foreign('Käufer GmbH', 'DE', 'DE811907980'),
    currency: 'EUR',
    language: 'en',
  }),
  euServices: paperWith({ lines: [{ treatment: 'euServices' }], buyer: foreign('Ostaja Oy', 'FI', 'FI20774740') }),
  exportGoods: paperWith({
    lines: [{ treatment: 'exportGoods' }, { treatment: 'exportServices' }],
    buyer: foreign('Kjøper AS', 'NO', '974760673MVA'),
    currency: 'NOK',
    currencyRate: '0.987654',
    seller: { plusgiro: null, iban: null, bic: null },
  }),
  exempt: paperWith({ lines: [{ treatment: 'exempt' }, ...manyRates] }),
  outside: paperWith({ lines: [{ treatment: 'exempt' }], seller: { vatNumber: null } }),
  foreignCurrency: paperWith({ lines: manyRates, currency: 'USD', currencyRate: '10.4321' }),
  credit: paperWith({
    ...credit,
    lines: manyRates,
    roundsTotal: true,
    references: { orderNumber: null, project: 'P-12', buyer: null, contract: null },
  }),
  creditEuGoods: paperWith({
    ...credit,
    lines: [{ treatment: 'euGoods' }],
    buyer: foreign('Køber A/S', 'DK', 'DK13585628'),
    currency: 'DKK',
    currencyRate: '1.5',
  }),
  negative: paperWith({ lines: [{ unitPrice: '100' }, { description: 'Retur', quantity: '-3', unitPrice: '100' }] }),
  cash: paperWith({ kind: 'cashInvoice' }),
  prepaid: paperWith({
    deduction: 37500,
    taxReduction: {
      type: 'rot',
      description: 'Målning',
      propertyType: null,
      realEstateNumber: null,
      tenantOrgNumber: null,
      apartmentNumber: null,
      labour: 125000,
      other: 0,
      deductions: [37500],
      deduction: 37500,
    },
  }),
  nothingSaid: paperWith({
    references: { orderNumber: null, project: null, buyer: null, contract: null },
    paymentTerms: null,
    buyer: { contact: null, address: null, organizationNumber: null },
    seller: { address: null, phone: null, email: null, seat: null, hasFTax: false, lateInterest: null },
  }),
  free: paperWith({ lines: [{ unitPrice: '0', quantity: '0' }] }),
} satisfies Record<string, Paper>

export type PaperName = keyof typeof papers

/** Work in a home of two, with what each of them asks the tax authority for. */
export const household = paperWith({
  buyer: { name: 'Anna Ek', isCompany: false, organizationNumber: null, vatNumber: null },
  lines: [
    { description: 'Målning', quantity: '10', unitPrice: '400' },
    { description: 'Färg', unitPrice: '1000' },
  ],
  deduction: 150_000,
  taxReduction: {
    type: 'rot',
    description: 'Målning av kök, juni 2026',
    propertyType: 'realEstate',
    realEstateNumber: 'Åmål Eken 1:23',
    tenantOrgNumber: null,
    apartmentNumber: null,
    labour: 500_000,
    other: 125_000,
    deductions: [100_000, 50_000],
    deduction: 150_000,
  },
})
const work = household.lines[0]
if (work?.kind === 'sale') work.taxReduction = { type: 'rot', jobType: 'rotPainting' }
