// The boxes of the VAT return that the console shows for a purchase while it is typed: a table of all treatments, and
// the worked cases, as far as they are here.
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { boxesOfLines, type Taxed } from '#console-rules/purchasing/vat-boxes'
import { needs, WORKED_CASES } from '#support/needs'

const line = (kronor: number, vatTreatment: string, taxRate: number): Taxed => ({
  net: Math.round(kronor * 100),
  vatTreatment,
  taxRate,
  charged: vatTreatment === 'domestic' ? Math.round(kronor * taxRate) : 0,
})

const boxes = (...lines: Taxed[]): Record<string, number> =>
  Object.fromEntries(boxesOfLines(lines).map(({ box, ore }) => [box, ore / 100]))

// biome-ignore format: a table
const treatments: [vatTreatment: string, taxRate: number, boxes: Record<string, number>][] = [
  ['domestic',                      25, { 48: 250 }],
  ['domestic',                      12, { 48: 120 }],
  ['domestic',                       6, { 48: 60 }],
  ['exempt',                         0, {}],
  ['euGoods',                       25, { 20: 1000, 30: 250, 48: 250 }],
  ['euGoods',                       12, { 20: 1000, 31: 120, 48: 120 }],
  ['euGoods',                        6, { 20: 1000, 32: 60, 48: 60 }],
  ['euServices',                    25, { 21: 1000, 30: 250, 48: 250 }],
  ['euServices',                    12, { 21: 1000, 31: 120, 48: 120 }],
  ['euServices',                     6, { 21: 1000, 32: 60, 48: 60 }],
  ['nonEuServices',                 25, { 22: 1000, 30: 250, 48: 250 }],
  ['nonEuServices',                 12, { 22: 1000, 31: 120, 48: 120 }],
  ['nonEuServices',                  6, { 22: 1000, 32: 60, 48: 60 }],
  ['domesticGoodsReverseCharge',    25, { 23: 1000, 30: 250, 48: 250 }],
  ['domesticGoodsReverseCharge',    12, { 23: 1000, 31: 120, 48: 120 }],
  ['domesticGoodsReverseCharge',     6, { 23: 1000, 32: 60, 48: 60 }],
  ['domesticServicesReverseCharge', 25, { 24: 1000, 30: 250, 48: 250 }],
  ['domesticServicesReverseCharge', 12, { 24: 1000, 31: 120, 48: 120 }],
  ['domesticServicesReverseCharge',  6, { 24: 1000, 32: 60, 48: 60 }],
  ['import',                        25, { 48: 250, 50: 1000, 60: 250 }],
  ['import',                        12, { 48: 120, 50: 1000, 61: 120 }],
  ['import',                         6, { 48: 60, 50: 1000, 62: 60 }],
]

test.each(treatments)('%s at %i %%', (vatTreatment, taxRate, expected) => {
  expect(boxes(line(1000, vatTreatment, taxRate))).toEqual(expected)
  const credited = Object.entries(expected).map(([box, kronor]) => [box, -kronor])
  expect(boxes(line(-1000, vatTreatment, taxRate))).toEqual(Object.fromEntries(credited))
})

test('tax is counted on the sum of each kind, and boxes of several kinds are added up', () => {
  const lines = [
    line(0.02, 'euGoods', 25),
    line(0.02, 'euGoods', 25),
    line(100, 'euGoods', 6),
    line(100, 'domestic', 25),
  ]
  expect(boxes(...lines)).toEqual({ 20: 100.04, 30: 0.01, 32: 6, 48: 31.01 })
})

test('what an import is booked against is in no box', () => {
  expect(boxes(line(10_000, 'import', 25), line(-10_000, 'exempt', 0), line(300, 'exempt', 0))).toEqual({
    48: 2500,
    50: 10_000,
    60: 2500,
  })
})

/** The purchases of the worked cases, as they are typed. */
const typed: Record<string, Taxed[]> = {
  'SUP-01': [line(15_000, 'domestic', 25)],
  'SUP-03': [line(626.5, 'domestic', 25)],
  'RC-01': [line(10_000, 'euGoods', 25)],
  'RC-03': [line(6000, 'euGoods', 25)],
  'RC-05': [line(50_000, 'domesticServicesReverseCharge', 25)],
}

describe('a worked case', () => {
  test.each(Object.entries(typed))('%s', (id, lines) => {
    needs('worked cases')
    const cases: { id: string; vat_boxes: Record<string, number> }[] = JSON.parse(readFileSync(WORKED_CASES, 'utf8'))
    const told = Object.entries(cases.find((one) => one.id === id)?.vat_boxes ?? {})
    // What is to be paid follows from the others, and the seller's box is the seller's.
    const own = told.filter(([box, kronor]) => kronor !== 0 && !box.startsWith('seller'))
    expect(own.length).toBeGreaterThan(0)
    expect(boxes(...lines)).toEqual(Object.fromEntries(own.map(([box, kronor]) => [box.replace('buyer ', ''), kronor])))
  })
})
