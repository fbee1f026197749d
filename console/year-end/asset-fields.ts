// The fields of a fixed asset, and the body that a change of it sends.
import type { Schema } from '#client'
import type { FieldRow, Values } from '#console/form'
import type { words } from './words.ts'

type Asset = Schema<'FixedAsset'>
type Texts = (typeof words)['sv']

/** What may be changed at any time. */
const namingFields = (texts: Texts): readonly FieldRow[] => [
  { name: 'name', label: texts.name, isRequired: true },
  { name: 'number', label: texts.number, hint: texts.numberHint },
]

/** The fields of a plan that may be corrected after something is booked, too. */
const plannedFields = (texts: Texts): readonly FieldRow[] => [
  { name: 'months', label: texts.months, kind: 'number', hint: texts.monthsHint },
  { name: 'firstMonth', label: texts.firstDepreciated, hint: texts.firstDepreciatedHint },
]
const beforeFields = (texts: Texts): readonly FieldRow[] => [
  { name: 'depreciatedBefore', label: texts.depreciatedBefore, kind: 'amount', hint: texts.depreciatedBeforeHint },
  { name: 'depreciatedThrough', label: texts.depreciatedThrough },
]

/** Those that may be changed once something is booked: the name alone of what is disposed of, or loses no value. */
export const correctedFields = (texts: Texts, { disposal, months }: Asset): readonly FieldRow[] =>
  disposal || months === null
    ? namingFields(texts)
    : [...namingFields(texts), ...plannedFields(texts), ...beforeFields(texts)]

/** All of them: they may be changed until something is booked. */
export const assetFields = (texts: Texts): readonly FieldRow[] => [
  ...namingFields(texts),
  { name: 'acquisitionDate', label: texts.acquired, kind: 'day', isRequired: true },
  { name: 'acquisitionValue', label: texts.value, kind: 'amount', isRequired: true },
  { name: 'account', label: texts.account, kind: 'account', isRequired: true },
  ...plannedFields(texts),
  { name: 'residualValue', label: texts.residual, kind: 'amount' },
  { name: 'accumulatedAccount', label: texts.accumulatedAccount, kind: 'account', hint: texts.proposedHint },
  { name: 'expenseAccount', label: texts.expenseAccount, kind: 'account', hint: texts.proposedHint },
  ...beforeFields(texts),
]

/** What a change of a fixed asset sends: all of it, for what is left out there begins anew. */
export const changedAsset = (asset: Asset, changes: Values): Values => {
  const { number, name, acquisitionDate, acquisitionValue, residualValue, account } = asset
  const { months, firstMonth, depreciatedBefore, depreciatedThrough, accumulatedAccount, expenseAccount } = asset
  const isMoved = changes.account !== undefined
  const isPlanned = (changes.months === undefined ? months : changes.months) !== null
  const whole: Values = {
    number,
    name,
    acquisitionDate,
    acquisitionValue,
    residualValue,
    account,
    months,
    // Accounts that depend on another are proposed anew; for an asset without a plan, none are.
    ...(isPlanned && !isMoved ? { accumulatedAccount, expenseAccount } : {}),
    ...(isPlanned ? { firstMonth, depreciatedBefore, depreciatedThrough } : {}),
    ...changes,
  }
  // An amount that was emptied is none.
  return Object.fromEntries(
    Object.entries(whole).map(([field, value]) => [field, value === null && amounts.has(field) ? 0 : value]),
  )
}

const amounts = new Set(['residualValue', 'depreciatedBefore'])
