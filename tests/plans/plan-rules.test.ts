// What each plan holds, day by day: the tables of the specification, every row of them.
import { describe, expect, test } from 'vitest'
import { type CompanyPlan, type Feature, type Plan, plans, plansService } from '#plans'
import { addDays, type Day } from '#platform/day'
import { unlimited } from '#rules/plans/plan'

const TODAY = '2026-06-10' as Day

const has = (plan: Plan, changes: Partial<CompanyPlan> = {}): CompanyPlan => ({ ...unlimited, plan, ...changes })
const days = (count: number | null): Day | null => (count === null ? null : addDays(TODAY, count))

const holdings: [Feature, readonly Plan[], readonly Plan[]][] = [
  ['PublicApi', ['Plus', 'Business'], ['Premium']],
  ['PrivateApi', ['Plus', 'Business', 'Premium'], []],
  ['Tags', ['Plus', 'Business', 'Premium'], []],
]

describe.each(holdings)('%s', (feature, availableIn, availableAsAddonIn) => {
  test.each(plans)('in %s, with and without the add-on', (plan) => {
    const denial = {
      requiredFeature: feature,
      availableIn,
      availableAsAddonIn,
      isAvailableInTrial: true,
      isInTrial: false,
    }
    const without = plansService.denialOf(has(plan), [feature], TODAY)
    const bought = plansService.denialOf(has(plan, { addons: ['api'] }), [feature], TODAY)
    expect(without).toEqual(availableIn.includes(plan) ? null : denial)
    expect(bought).toEqual(availableIn.includes(plan) || availableAsAddonIn.includes(plan) ? null : denial)
  })

  // Days from today to the last day of the trial, and whether everything is there.
  test.each([
    [-1, false],
    [0, true],
    [1, true],
    [14, true],
    [null, false],
  ])('in a trial that ends in %s days', (left, isThere) => {
    for (const plan of plans) {
      const within = isThere || availableIn.includes(plan)
      expect(plansService.denialOf(has(plan, { trialEndsOn: days(left) }), [feature], TODAY) === null, plan).toBe(
        within,
      )
      // A trial has everything, also when a plan has run out before it.
      const expired = { trialEndsOn: days(left), expiresOn: days(-1) }
      expect(plansService.denialOf(has(plan, expired), [feature], TODAY) === null, plan).toBe(isThere)
    }
  })
})

// Days from today to the last paid day: whether the plan still holds, and whether a warning is given.
const ends: [number | null, boolean, boolean][] = [
  [-400, false, false],
  [-1, false, false],
  [0, true, true],
  [1, true, true],
  [10, true, true],
  [13, true, true],
  [14, true, true],
  [15, true, false],
  [400, true, false],
  [null, true, false],
]

test.each(ends)('a plan that ends in %s days', (left, holds, isWarned) => {
  const plan = has('Plus', { expiresOn: days(left) })
  for (const feature of ['PublicApi', 'PrivateApi', 'Tags'] as const) {
    expect(plansService.denialOf(plan, [feature], TODAY) === null).toBe(holds)
  }
  expect(plansService.endInSight(plan, TODAY)).toBe(isWarned ? days(left) : null)
})

test('the first missing feature of several is named', () => {
  expect(plansService.denialOf(has('Basic'), ['PublicApi', 'Tags'], TODAY)).toMatchObject({
    requiredFeature: 'PublicApi',
  })
  expect(plansService.denialOf(has('Premium'), ['PublicApi', 'Tags'], TODAY)).toMatchObject({
    requiredFeature: 'PublicApi',
  })
  expect(plansService.denialOf(has('Premium', { addons: ['api'] }), ['PublicApi', 'Tags'], TODAY)).toBeNull()
  const ended = has('Plus', { expiresOn: days(-1) })
  expect(plansService.denialOf(ended, ['PrivateApi', 'Tags'], TODAY)).toMatchObject({ requiredFeature: 'PrivateApi' })
})
