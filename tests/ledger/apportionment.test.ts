// What of a document's parts an amount makes up (kontantmetoden), as tables. Amounts are öre.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  apportion,
  apportionStep,
  type Portion,
  type PortionRule,
  portionsByKey,
  portionsLess,
  sumOfPortions,
} from '#rules/ledger/rates/apportionment'

/** `income` and `cost` may take the rest; what is `both` stands on both sides and adds nothing. */
const rule: PortionRule<Portion> = {
  takesRest: ({ key }) => /^(?:income|cost)/.test(key),
  adds: ({ key }) => key !== 'both',
}

const partsFrom = (of: Record<string, number>): Portion[] =>
  Object.entries(of).map(([key, ore]) => ({ key, ore: BigInt(ore) }))
const told = (parts: readonly Portion[]) => Object.fromEntries(parts.map(({ key, ore }) => [key, Number(ore)]))

describe('an amount of a whole', () => {
  type Case = [what: string, parts: Record<string, number>, ore: number, made: Record<string, number>]
  const cases: Case[] = [
    ['all of it                        ', { income: 8000, tax: 2000 }, 10_000, { income: 8000, tax: 2000 }],
    ['half of it                       ', { income: 8000, tax: 2000 }, 5000, { income: 4000, tax: 1000 }],
    ['nothing of it                    ', { income: 8000, tax: 2000 }, 0, { income: 0, tax: 0 }],
    ['back                             ', { income: 8000, tax: 2000 }, -5000, { income: -4000, tax: -1000 }],
    ['of what is below zero            ', { income: -8000, tax: -2000 }, -5000, { income: -4000, tax: -1000 }],
    ['more than there is               ', { income: 8000, tax: 2000 }, 20_000, { income: 16_000, tax: 4000 }],
    ['the rest goes to the income      ', { tax: 2000, income: 8001 }, 3333, { tax: 667, income: 2666 }],
    ['to the larger of two             ', { income1: 1, income2: 2, tax: 1 }, 1, { income1: 0, income2: 1, tax: 0 }],
    ['to the first of two like          ', { income1: 2, income2: 2, tax: 1 }, 1, { income1: 1, income2: 0, tax: 0 }],
    ['to the larger, below zero too    ', { income1: 1, income2: -5, tax: 9 }, 1, { income1: 0, income2: -1, tax: 2 }],
    ['to the first, where none may take', { tax: 2, rounding: 1 }, 1, { tax: 1, rounding: 0 }],
    ['what stands on both sides adds nothing', { cost: 1000, both: 250 }, 500, { cost: 500, both: 125 }],
  ]
  test.each(cases)('%s', (_, of, ore, made) => {
    const parts = partsFrom(of)
    const whole = sumOfPortions(parts, rule)
    expect(told(apportion(parts, { ore: BigInt(ore), whole, sum: BigInt(ore) }, rule))).toEqual(made)
  })

  test('in another currency comes to what is said', () => {
    const parts = partsFrom({ cost: 90_664, tax: 22_669 })
    const half = { ore: 5000n, whole: 10_000n, sum: 56_666n }
    expect(told(apportion(parts, half, rule))).toEqual({ cost: 45_331, tax: 11_335 })
  })

  test('of nothing is a bug', () => {
    expect(() => apportion(partsFrom({ income: 5, rounding: -5 }), { ore: 1n, whole: 0n, sum: 1n }, rule)).toThrow()
  })
})

describe('amounts one after the other', () => {
  type Case = [what: string, parts: Record<string, number>, amounts: number[], steps: Record<string, number>[]]
  const cases: Case[] = [
    [
      'in thirds',
      { cost: 100, tax: 25 },
      [42, 42, 41],
      [
        { cost: 34, tax: 8 },
        { cost: 33, tax: 9 },
        { cost: 33, tax: 8 },
      ],
    ],
    [
      'back again',
      { cost: 100, tax: 25 },
      [42, -42, 125],
      [
        { cost: 34, tax: 8 },
        { cost: -34, tax: -8 },
        { cost: 100, tax: 25 },
      ],
    ],
  ]
  test.each(cases)('%s', (_, of, amounts, steps) => {
    const parts = partsFrom(of)
    const whole = sumOfPortions(parts, rule)
    let before = 0n
    const made = amounts.map((amount) => {
      const step = apportionStep(parts, { before, ore: BigInt(amount), whole, sumAt: (ore) => ore }, rule)
      before += BigInt(amount)
      return told(step)
    })
    expect(made).toEqual(steps)
  })

  test('leave nothing, however they are cut, and each makes up its own amount', () => {
    const part = fc.bigInt({ min: -1_000_000n, max: 1_000_000n })
    const cut = fc.tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(1000), { maxLength: 6 }))
    fc.assert(
      fc.property(cut, ([ores, weights]) => {
        const parts = ores.map((ore, index) => ({ key: index % 2 === 0 ? `income${index}` : `tax${index}`, ore }))
        const whole = sumOfPortions(parts)
        fc.pre(whole !== 0n)
        const all = BigInt(weights.reduce((sum, one) => sum + one, 1))
        const amounts = weights.map((weight) => (whole * BigInt(weight)) / all)
        amounts.push(whole - amounts.reduce((sum, one) => sum + one, 0n))
        let left = parts
        let before = 0n
        for (const ore of amounts) {
          const step = apportionStep(parts, { before, ore, whole, sumAt: (paid) => paid }, rule)
          expect(sumOfPortions(step)).toBe(ore)
          left = portionsLess(left, portionsByKey(step))
          before += ore
        }
        expect(left.every(({ ore }) => ore === 0n)).toBe(true)
      }),
    )
  })
})
