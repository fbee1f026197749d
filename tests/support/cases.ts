// Which tests do the worked cases over HTTP, and what those tests share.
import { expect } from 'vitest'
import { createAccount, ledgerAdmin } from '#ledger'
import { entriesOf, ok, sumsOf } from '#support/entries'
import type { Case } from '#support/samples/worked-cases'
import type { Service, TestCompany } from '#support/service'

/** Cases that the tests of each do; RC-05 has a step of sales and one of purchases. */
export const casesOf = {
  sales: [
    'INV-01',
    'INV-03',
    'INV-05',
    'ROT-01',
    'ROT-03',
    'ROT-05',
    'LOS-02',
    'LOS-04',
    'FX-02',
    'FEE-02',
    'RC-05',
    'EU-01',
    'CRD-02',
    'OVR-01',
    'SIE-01',
    'SIE-03',
  ],
  purchases: ['CRN-02', 'CSH-02', 'SUP-01', 'SUP-03', 'SUP-05', 'RC-01', 'RC-03', 'RC-05'],
  yearEnd: ['YE-02'],
}

/** Cases that neither do, and why. */
export const casesLeft: Record<string, string> = {
  'VAT-01': 'the settlement of value added tax, which VAT returns do',
  'VAT-03': 'the settlement of value added tax, which VAT returns do',
}

/** The rows of a step as a sum for each account: debit is positive. */
export const rowsOf = ({ rows }: Case['steps'][number]): Record<number, number> =>
  sumsOf([
    {
      items: rows.map(([account, side, kronor]) => ({
        account: Number(account),
        debit: side === 'D' ? Number(kronor) : 0,
        credit: side === 'K' ? Number(kronor) : 0,
      })),
    },
  ])

/** Puts accounts that a case uses into the chart, and gives those of `roles` to the automatic entries. */
export const useAccounts = async (
  service: Service,
  company: TestCompany,
  roles: Record<string, number>,
  others: readonly number[] = [],
): Promise<void> => {
  const chart = new Set(ok(await company.get('/chart-of-accounts')).map(({ account }: { account: number }) => account))
  await service.operateFor(company.id, async (call) => {
    for (const number of new Set([...Object.values(roles), ...others])) {
      if (!chart.has(number)) await createAccount(call, { number, name: `Konto ${number}` })
    }
    for (const [role, account] of Object.entries(roles)) await ledgerAdmin.setAccountRole(call, { role, account })
  })
}

/** What each worked case has in its boxes, as booked. Of RC-05 seller and buyer are in one company. */
export const boxesOf: Record<string, Record<string, number>> = {
  'INV-01': { '05': 2000, '10': 500, '49': 500 },
  'INV-03': { '05': 4467.75, '10': 1116.94, '49': 1116.94 },
  'INV-05': {},
  'CRN-02': { '48': -200, '49': 200 },
  'CSH-02': { '48': 500, '49': -500 },
  'ROT-01': { '05': 3200, '10': 800, '49': 800 },
  'ROT-03': { '05': 18_000, '10': 4500, '49': 4500 },
  'ROT-05': {},
  'LOS-02': { '05': -3600, '10': -900, '49': -900 },
  'LOS-04': {},
  'FX-02': {},
  'FEE-02': {},
  'SUP-01': { '48': 3750, '49': -3750 },
  'SUP-03': { '48': 156.63, '49': -156.63 },
  'SUP-05': { '48': 25_000, '49': -25_000 },
  'RC-01': { '20': 10_000, '30': 2500, '48': 2500 },
  'RC-03': { '20': 6000, '30': 1500, '48': 1500 },
  'RC-05': { '41': 50_000, '24': 50_000, '30': 12_500, '48': 12_500 },
  'EU-01': { '35': 20_000 },
  // What settles the tax is not counted.
  'VAT-01': {},
  'VAT-03': {},
  'CRD-02': { '05': 399.2, '10': 99.8, '48': 1.8, '49': 98 },
  'OVR-01': {},
  'YE-02': {},
  'SIE-01': { '05': 3035, '10': 758.75, '49': 758.75 },
  'SIE-03': { '05': 6400, '10': 1600, '49': 1600 },
}

/** The same of RC-05, of each side alone. */
export const boxesOfSeller = { '41': 50_000 }
export const boxesOfBuyer = { '24': 50_000, '30': 12_500, '48': 12_500 }

type Boxes = Record<string, number>
type Report = { rows: { kind: string; key: string; values: { reported: number | null; amount: number }[] }[] }

/** The boxes of a VAT report that have anything, as booked. */
export const boxesIn = ({ rows }: Report): Boxes =>
  Object.fromEntries(
    rows.flatMap(({ kind, key, values: [value] }) =>
      kind !== 'account' && /^\d\d$/.test(key) && value && (value.amount !== 0 || value.reported !== 0)
        ? [[key, value.amount]]
        : [],
    ),
  )

/**
 * The boxes of a company's fiscal year: the sums of the VAT rows of its entries. Nothing may stand on accounts of tax
 * that have none.
 */
export const boxesOfCompany = async (company: TestCompany): Promise<Boxes> => {
  const report: Report & { columns: { from: string; to: string }[] } = ok(await company.get('/reports/vat-report'))
  expect(report.rows.find(({ key }) => key === 'difference')?.values).toEqual([{ reported: null, amount: 0 }])
  const boxes = boxesIn(report)
  const { from = '', to = '' } = report.columns[0] ?? {}
  const { '49': _, ...summed } = boxes
  const entries = (await entriesOf(company)).filter(({ date }) => from <= date && date <= to)
  expect(moreThan({}, rowsIn(entries))).toEqual(moreThan({}, summed))
  return boxes
}

type EntryRows = { vatRows: { box: string; base: number | null; tax: number | null }[] }

/** The sums of the VAT rows of entries, by box. */
const rowsIn = (entries: readonly EntryRows[]): Boxes => {
  const boxes: Boxes = {}
  for (const { box, base, tax } of entries.flatMap(({ vatRows }) => vatRows))
    boxes[box] = (boxes[box] ?? 0) + (base ?? tax ?? 0)
  return boxes
}

/** What boxes have more than before; those of which that is nothing are left out. */
export const moreThan = (before: Boxes, after: Boxes): Boxes =>
  Object.fromEntries(
    Object.keys({ ...before, ...after })
      .map((box): [string, number] => [box, Math.round(((after[box] ?? 0) - (before[box] ?? 0)) * 100) / 100])
      .filter(([, kronor]) => kronor !== 0),
  )
