// Amounts that a simulation is told.
import { oreFromNumber } from '#platform/money'
import { invalidWith } from '#platform/refusal'
import { simulationFaults as faults } from './refusals.ts'

/** Kronor as öre; refused with this field if they have more than two decimals. */
export const oreIn = (kronor: number, field: string): bigint => {
  const ore = oreFromNumber(kronor)
  if (ore === null) throw invalidWith([faults.amount(field)])
  return ore
}
