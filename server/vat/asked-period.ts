// The period that a request names: it is one of the company's VAT periods, or the part of one that no return has.
import { vatSettingOf } from '#identity'
import { bookOf, removedUntil } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { refuseIfAny } from '#platform/refusal'
import { isPeriodic, partsLeft } from './period.ts'
import { vatFaults as faults, vatRefusals as refusals } from './refusals.ts'
import { type Days, periodAt } from './return.rules.ts'

/** Refuses days that are no VAT period of the company, by its setting. */
export const requirePeriod = async (call: CompanyCall, { start, end }: Days): Promise<void> => {
  const { years } = await bookOf(call, true)
  const setting = await vatSettingOf(call)
  if (setting === null) throw refusals.noSetting()
  if (!isPeriodic(setting)) throw refusals.notRegistered()
  const removedTo = removedUntil(years)
  if (removedTo && start <= removedTo) refuseIfAny([faults.noYear('#/startDate', { day: start })])
  const period = periodAt(setting, years, start)
  if (!period) return refuseIfAny([faults.noYear('#/startDate', { day: start })])
  // The reporting period may have been different when some of its days were reported.
  const left = await partsLeft(call, period)
  const parts = left.length === 0 ? [period] : left
  if (parts.some((part) => part.start === start && part.end === end)) return
  refuseIfAny([faults.notPeriod('#/startDate', parts.find((part) => start <= part.end) ?? period)])
}
