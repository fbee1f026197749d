// Household work (rot and rut): kinds of work, and what may be asked for. The service judges; this proposes.
import type { InvoiceDraft } from './draft.ts'
import { totalsOf } from './totals.rules.ts'

export type ReductionType = 'rot' | 'rut'

/** A personal number as the API has it, of twelve digits with a hyphen, a blank or nothing between; else as it is. */
export const personalNumberOf = (text: string): string => {
  const [, day, last] = /^(\d{8})[-+\s]?(\d{4})$/.exec(text.trim().replace(/[\u2010-\u2015]/g, '-')) ?? []
  return day ? `${day}-${last}` : text.trim()
}

export const jobTypes = [
  'rotConstruction',
  'rotElectricity',
  'rotGlassPlate',
  'rotSoilWork',
  'rotSweeping',
  'rotPainting',
  'rotPlumbing',
  'rutCleaning',
  'rutClothingCare',
  'rutSnow',
  'rutGardening',
  'rutChildServices',
  'rutPersonalHelpCare',
  'rutRemovalServices',
  'rutDataITServices',
  'rutRepair',
  'rutFurnishing',
  'rutHousingSupervision',
  'rutTransportOfHouseholdGoods',
  'rutWaterWashingOfTextiles',
] as const
export type JobType = (typeof jobTypes)[number]

/** Of these half the price counts as work (schablon). */
const standard: readonly string[] = ['rutTransportOfHouseholdGoods', 'rutWaterWashingOfTextiles']

/** Percent of the price of the work, by the day of payment (inkomstskattelagen 1999:1229, 67 kap. 19 §). */
const percentOn = (type: ReductionType, day: string): bigint =>
  type === 'rut' || (day >= '2025-05-12' && day <= '2025-12-31') ? 50n : 30n

/** Kronor that the work on the invoice allows to ask for, for all together. */
export const mostFor = ({ lines, reduction, dueDate, invoiceDate }: InvoiceDraft): number => {
  if (!reduction) return 0
  const work = lines.filter(({ jobType }) => jobType !== '')
  const whole = totalsOf(
    work.filter(({ jobType }) => !standard.includes(jobType)),
    { rounds: false },
  ).total
  const half =
    totalsOf(
      work.filter(({ jobType }) => standard.includes(jobType)),
      { rounds: false },
    ).total / 2n
  const most = ((whole + half) * percentOn(reduction.type, dueDate || invoiceDate)) / 10_000n
  return most > 0n ? Number(most) : 0
}
