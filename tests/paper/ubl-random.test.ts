// Random documents: for any lines, rates, treatments and currency, the e-invoice breaks no rule.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ublOf, type VatTreatment } from '#paper'
import { officialFaults } from './official-rules.ts'
import { rootOf } from './ubl-document.ts'
import { addressIn, paperWith, type SaleOf } from './ubl-papers.ts'
import { broken } from './ubl-rules.ts'
import { misplaced } from './ubl-structure.ts'

const RUNS = 150
/** How many of them the official rules are asked about: they take fifty times as long. */
const OFFICIAL_RUNS = 20

const decimal = (most: number, decimals: number) =>
  fc.integer({ min: -most, max: most }).map((digits) => {
    const text = String(Math.abs(digits)).padStart(decimals + 1, '0')
    return `${digits < 0 ? '-' : ''}${text.slice(0, -decimals)}.${text.slice(-decimals)}`
  })

const treatments: [string, VatTreatment[]][] = [
  ['SE', ['rate', 'exempt', 'reverseCharge']],
  ['DE', ['rate', 'euGoods', 'euServices']],
  ['NO', ['rate', 'exportGoods', 'exportServices']],
]
const buyers: Record<string, { vatNumber: string; organizationNumber: string | null }> = {
  SE: { vatNumber: 'SE556036079301', organizationNumber: '556036-0793' },
  DE: { vatNumber: 'DE811907980', organizationNumber: null },
  NO: { vatNumber: 'NO974760673MVA', organizationNumber: null },
}

const saleIn = (possible: VatTreatment[]): fc.Arbitrary<SaleOf> =>
  fc
    .record({
      description: fc.string({ unit: 'binary', maxLength: 60 }),
      quantity: fc.oneof(decimal(10_000_000_000, 6), decimal(100_000, 2)),
      unitPrice: fc.oneof(decimal(10_000_000_000, 6), decimal(100_000, 2)),
      unitType: fc.constantFrom('unspecified', 'hour', 'mile', 'hectar', 'words'),
      treatment: fc.constantFrom(...possible),
      rate: fc.constantFrom(6, 12, 25),
    })
    .map(({ rate, ...sale }) => ({ ...sale, taxRate: sale.treatment === 'rate' ? rate : 0 }))

const paper = fc.constantFrom(...treatments).chain(([country, possible]) =>
  fc
    .record({
      lines: fc
        .array(fc.oneof({ weight: 4, arbitrary: saleIn(possible) }, fc.string({ minLength: 1 })), { maxLength: 12 })
        .chain((lines) => saleIn(possible).map((sale) => [...lines, sale])),
      kind: fc.constantFrom('invoice' as const, 'cashInvoice' as const, 'creditNote' as const),
      language: fc.constantFrom('sv' as const, 'en' as const),
      currency: fc.constantFrom('SEK', 'EUR', 'JPY'),
      roundsTotal: fc.boolean(),
      deduction: fc.integer({ min: 0, max: 10_000_000 }),
      paymentTerms: fc.option(fc.string({ unit: 'binary' })),
    })
    .map(({ roundsTotal, ...given }) => ({
      ...given,
      roundsTotal: roundsTotal && given.currency === 'SEK',
      buyer: { ...buyers[country], address: addressIn(country) },
    })),
)

test('any paper gives a sound e-invoice', () => {
  let official = 0
  fc.assert(
    fc.property(paper, (given) => {
      const xml = ublOf(paperWith(given))
      const root = rootOf(xml)
      expect(misplaced(root)).toEqual([])
      expect(broken(root)).toEqual([])
      official += 1
      if (official <= OFFICIAL_RUNS) expect(officialFaults(xml)).toEqual([])
    }),
    { numRuns: RUNS },
  )
})
