// Validation of pay items, their conversion to the stored form, and the lines that they become.
import { textOf } from '#parties'
import type { Pay } from '#payroll/people/employment.rules'
import { payOn } from '#payroll/people/employment.rules'
import type { Day } from '#platform/day'
import { type Ore, oreFromNumber } from '#platform/money'
import type { FieldError } from '#platform/refusal'
import { lawOn } from '#rule/law'
import { isPayType, type PayTypeKey, payType } from '#rule/payroll/pay-types'
import { rounded } from '#rule/rounding'
import type { PayLine } from './pay-line.rules.ts'
import { runFaults as faults } from './run-refusals.ts'

/** A pay item in a request; amounts in kronor. */
export type ItemBody = {
  employmentRef: { id: string }
  payType: PayTypeKey
  from: string
  to?: string | null
  monthly?: boolean
  quantity?: number | null
  rate?: number | null
  amount?: number | null
  protectedAmount?: number | null
  note?: string | null
  correctsPayRunRef?: { id: string } | null
}

/** A stored item, without its id. */
export type ItemContent = {
  employmentId: string
  payType: PayTypeKey
  from: Day
  to: Day | null
  isMonthly: boolean
  /** In thousandths. */
  quantity: bigint | null
  rateOre: Ore | null
  ore: Ore | null
  protectedOre: Ore | null
  note: string | null
  correctedRunId: string | null
}

const THOUSANDTHS = 1000

const thousandthsOf = (quantity: number): bigint | null => {
  const whole = Math.round(quantity * THOUSANDTHS)
  return Math.abs(quantity * THOUSANDTHS - whole) < 1e-6 ? BigInt(whole) : null
}

const oreOrNull = (kronor: number | null | undefined): Ore | null =>
  kronor === null || kronor === undefined ? null : oreFromNumber(kronor)

/** Converts a validated body to its stored form. */
export const itemContentOf = (body: ItemBody): ItemContent => ({
  employmentId: body.employmentRef.id,
  payType: body.payType,
  from: body.from as Day,
  to: (body.to ?? null) as Day | null,
  isMonthly: body.monthly ?? false,
  quantity: typeof body.quantity === 'number' ? thousandthsOf(body.quantity) : null,
  rateOre: oreOrNull(body.rate),
  ore: oreOrNull(body.amount),
  protectedOre: oreOrNull(body.protectedAmount),
  note: textOf(body.note),
  correctedRunId: body.correctsPayRunRef?.id ?? null,
})

const isNumber = (value: unknown): value is number => typeof value === 'number'

/** Errors in a body beyond its types, which may be any object. */
export const wrongInItem = (body: unknown): FieldError[] => {
  const { payType: key, from, to, quantity, rate, amount, protectedAmount } = Object(body) as Record<string, unknown>
  const errors: FieldError[] = []
  if (typeof from === 'string' && typeof to === 'string' && to < from) errors.push(faults.lastDay('#/to'))
  if (isNumber(quantity) && thousandthsOf(quantity) === null) errors.push(faults.quantity('#/quantity'))
  if (isNumber(amount) && oreFromNumber(amount) === null) errors.push(faults.amount('#/amount'))
  if (isNumber(rate) && oreFromNumber(rate) === null) errors.push(faults.amount('#/rate'))
  if (!isNumber(amount) && !isNumber(quantity)) errors.push(faults.amount('#/amount'))
  if (isNumber(protectedAmount) && oreFromNumber(protectedAmount) === null)
    errors.push(faults.protectedAmount('#/protectedAmount'))
  if (!isPayType(key)) return errors
  const { usualRate, absence } = payType(key)
  if (absence && typeof to === 'string' && typeof from === 'string' && to > from) errors.push(faults.oneDay('#/to'))
  if (isNumber(amount) || isNumber(rate) || !isNumber(quantity)) return errors
  const isUsual =
    usualRate === 'pay' || (usualRate !== undefined && typeof from === 'string' && lawOn(from).find(usualRate) !== null)
  return isUsual ? errors : [...errors, faults.rate('#/rate')]
}

/** The line that an item becomes. */
export const lineOfItem = ({ id, ...item }: ItemContent & { id: string }, pays: readonly Pay[]): PayLine => {
  const { usualRate, isTaken } = payType(item.payType)
  const usualOre =
    usualRate === 'pay'
      ? (payOn(pays, item.from) ?? pays[0])?.ore
      : usualRate && lawOn(item.from).find(usualRate)
        ? lawOn(item.from).ore(usualRate)
        : undefined
  const rateOre = item.rateOre ?? (item.ore === null ? (usualOre ?? 0n) : null)
  const ore = item.ore ?? rounded((item.quantity ?? 0n) * (rateOre ?? 0n), BigInt(THOUSANDTHS))
  return {
    employmentId: item.employmentId,
    payType: item.payType,
    note: item.note,
    from: item.from,
    to: item.to,
    quantity: item.quantity,
    rateOre,
    ore: isTaken ? -ore : ore,
    itemId: id,
    correctedRunId: item.correctedRunId,
    protectedOre: item.protectedOre,
  }
}
