// When VAT returns are due, what they book, and the tax authority's file: aligned tables of the pure rules.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Day } from '#platform/day'
import { dueDate } from '#rules/vat/due'
import { elements, returnFile } from '#rules/vat/file'
import { entryItems, periodAt } from '#rules/vat/return'
import { needs, STANDARDS } from '#support/needs'

const SMALL = 4_000_000_000n

describe('a return is due', () => {
  test.each([
    // Twelfth of the second month, on the seventeenth in January and August; never on a day without business.
    ['monthly', '2026-01-31', 'limitedCompany', false, SMALL, '2026-03-12'],
    ['monthly', '2026-06-30', 'limitedCompany', false, SMALL, '2026-08-17'],
    ['monthly', '2026-11-30', 'limitedCompany', false, SMALL, '2027-01-18'],
    ['monthly', '2026-10-31', 'limitedCompany', false, SMALL, '2026-12-14'],
    ['quarterly', '2026-03-31', 'limitedCompany', true, SMALL, '2026-05-12'],
    ['quarterly', '2026-12-31', 'proprietorship', true, SMALL, '2027-02-12'],
    ['quarterly', '2026-12-31', 'limitedCompany', true, SMALL + 1n, '2027-02-12'],
    // Above the limit on the 26th of the next month, in December on the 27th.
    ['monthly', '2026-01-31', 'limitedCompany', false, SMALL + 1n, '2026-02-26'],
    ['monthly', '2026-11-30', 'limitedCompany', false, SMALL + 1n, '2026-12-28'],
    // Of a year: after the income tax return, and earlier with trade in the Union.
    ['yearly', '2025-12-31', 'limitedCompany', false, 0n, '2026-08-17'],
    ['yearly', '2026-08-31', 'limitedCompany', false, 0n, '2027-04-12'],
    ['yearly', '2026-06-30', 'limitedCompany', false, 0n, '2027-01-18'],
    ['yearly', '2026-04-30', 'limitedCompany', false, 0n, '2026-12-14'],
    ['yearly', '2025-12-31', 'proprietorship', false, 0n, '2026-05-12'],
    ['yearly', '2025-12-31', 'partnership', false, 0n, '2026-02-26'],
    ['yearly', '2025-12-31', 'limitedCompany', true, 0n, '2026-02-26'],
    ['yearly', '2025-10-31', 'limitedCompany', true, 0n, '2025-12-29'],
  ] as const)('%s, up to %s, of a %s (trade in the Union: %s, base %s): %s', (...row) => {
    const [setting, end, companyType, tradesInUnion, baseOre, day] = row
    expect(dueDate({ setting, end: end as Day, companyType, tradesInUnion, baseOre })).toBe(day)
  })
})

describe('the period of a day', () => {
  const years = [
    { startDate: '2025-05-01', endDate: '2026-04-30' },
    { startDate: '2026-05-01', endDate: '2026-12-31' },
  ] as unknown as Parameters<typeof periodAt>[1]

  test.each([
    ['monthly', '2026-02-10', { start: '2026-02-01', end: '2026-02-28' }],
    ['quarterly', '2026-05-10', { start: '2026-04-01', end: '2026-06-30' }],
    ['quarterly', '2026-12-31', { start: '2026-10-01', end: '2026-12-31' }],
    ['yearly', '2026-05-10', { start: '2026-05-01', end: '2026-12-31' }],
    ['yearly', '2026-04-30', { start: '2025-05-01', end: '2026-04-30' }],
    ['yearly', '2027-01-01', null],
  ] as const)('%s, of %s', (setting, day, period) => {
    expect(periodAt(setting, years, day as Day)).toEqual(period)
  })
})

describe('what is booked', () => {
  const accounts = { settlement: 2650, rounding: 3740 }
  const nothing = { taxes: [], payable: 0n }
  const tax = (...pairs: [number, bigint][]) => pairs.map(([account, ore]) => ({ account, ore }))

  test.each([
    [
      'tax to pay',
      tax([2611, 1_000_000n], [2641, -800_000n]),
      200_000n,
      tax([2611, 1_000_000n], [2641, -800_000n], [2650, -200_000n]),
    ],
    [
      'with öre',
      tax([2611, 13_175n], [2641, -3320n]),
      9800n,
      tax([2611, 13_175n], [2641, -3320n], [2650, -9800n], [3740, -55n]),
    ],
    ['to get back', tax([2641, -199n]), -100n, tax([2641, -199n], [2650, 100n], [3740, 99n])],
    ['nothing', tax(), 0n, []],
    // An entry that settles tax is known by its items on the settlement account.
    ['öre alone', tax([2611, 99n]), 0n, tax([2611, 99n], [2650, 99n], [2650, -99n], [3740, -99n])],
    [
      'reverse charge alone',
      tax([2614, 500n], [2645, -500n]),
      0n,
      tax([2614, 500n], [2645, -500n], [2650, 500n], [2650, -500n]),
    ],
  ] as const)('%s', (_, taxes, payable, items) => {
    expect(entryItems({ taxes, payable }, nothing, accounts)).toEqual(items)
    expect(items.reduce((sum, { ore }) => sum + ore, 0n)).toBe(0n)
  })

  test('of a correction is the difference, with accounts that had tax before alone', () => {
    const before = { taxes: tax([2611, 10_000n], [2621, 500n]), payable: 10_500n }
    expect(entryItems({ taxes: tax([2611, 12_050n]), payable: 12_000n }, before, accounts)).toEqual(
      tax([2611, 2050n], [2621, -500n], [2650, -1500n], [3740, -50n]),
    )
  })
})

describe('the file', () => {
  /** The order of the document type, told here again so that it is held where the official files are missing. */
  const ORDER = '05 06 07 08 20 21 22 23 24 50 35 36 37 38 39 40 41 42 10 11 12 30 31 32 60 61 62 48'
  const full = returnFile({
    organizationNumber: '5599990008',
    end: '2026-03-31' as Day,
    payable: -150_000n,
    boxes: new Map(elements.map(([, box], place) => [box, BigInt(place + 1) * 100n])),
  })

  test('has its elements in order, each once', () => {
    expect(elements.map(([, box]) => box).join(' ')).toBe(ORDER)
    expect(new Set(elements.map(([name]) => name)).size).toBe(elements.length)
    expect(full).toContain('<OrgNr>559999-0008</OrgNr>')
    expect(full).toContain('<MomsBetala>-1500</MomsBetala>')
    expect([...full].every((letter) => letter.charCodeAt(0) < 256)).toBe(true)
  })

  test('fits the official document type', () => {
    needs('standards')
    needs('xmllint')
    const folder = mkdtempSync(join(tmpdir(), 'vat-'))
    try {
      const path = join(folder, 'return.xml')
      const dtd = join(STANDARDS, 'skatteverket', 'eSKDUpload_6p0.dtd')
      const valid = (text: string) => {
        writeFileSync(path, text, 'latin1')
        execFileSync('xmllint', ['--nonet', '--noout', '--dtdvalid', dtd, path], { stdio: 'pipe' })
      }
      valid(full)
      valid(returnFile({ organizationNumber: '165599990008', end: '2026-03-31' as Day, boxes: new Map(), payable: 0n }))
      expect(() => valid(full.replace('UttagMoms', 'Uttag').replace('/UttagMoms', '/Uttag'))).toThrow()
      const sample = readFileSync(join(STANDARDS, 'skatteverket', 'momsexempel_v6.txt'), 'latin1')
      const names = [...sample.matchAll(/<([A-Z]\w+)>[^<]*<\//g)].map(([, name]) => name)
      expect(names.filter((name) => elements.some(([own]) => own === name))).toEqual(elements.map(([name]) => name))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
})
