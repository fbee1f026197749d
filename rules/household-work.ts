// What the law says of tax reduction for household work, as tables with the days they hold: shares of the price of the
// work, caps per person and year, and the kinds of work with their names in the tax authority's request.
export type ReductionType = 'rot' | 'rut'

type Dated = { validFrom: string; validTo: string; law: string }

/** Percent of the price of the work including VAT, by the customer's day of payment. */
export type ReductionRate = Dated & { type: ReductionType; percent: number }

const FOR_EVER = '9999-12-31'

export const reductionRates: readonly ReductionRate[] = [
  { type: 'rut', percent: 50, validFrom: '2021-01-01', validTo: FOR_EVER, law: 'IL (1999:1229) 67 kap. 19 §' },
  { type: 'rot', percent: 30, validFrom: '2021-01-01', validTo: '2025-05-11', law: 'IL (1999:1229) 67 kap. 19 §' },
  { type: 'rot', percent: 50, validFrom: '2025-05-12', validTo: '2025-12-31', law: 'prop. 2024/25:156' },
  { type: 'rot', percent: 30, validFrom: '2026-01-01', validTo: FOR_EVER, law: 'IL (1999:1229) 67 kap. 19 §' },
]

/** A person's annual maximum in kronor: ROT, RUT and together, for payments on these days. */
export type ReductionCap = Dated & { rot: number; rut: number; together: number }

export const reductionCaps: readonly ReductionCap[] = [
  {
    rot: 50_000,
    rut: 75_000,
    together: 75_000,
    validFrom: '2021-01-01',
    validTo: '2024-06-30',
    law: 'IL 67 kap. 19 §',
  },
  // Separate for all of 2024 after 1 July.
  {
    rot: 75_000,
    rut: 75_000,
    together: 150_000,
    validFrom: '2024-07-01',
    validTo: '2024-12-31',
    law: 'IL 67 kap. 19 § as it read in 2024 (tillfälligt höjt tak)',
  },
  { rot: 50_000, rut: 75_000, together: 75_000, validFrom: '2025-01-01', validTo: FOR_EVER, law: 'IL 67 kap. 19 §' },
]

/**
 * A kind of work: its names in the API and in the request file, in the order of the tax authority's schema. The share
 * of its price that counts as work is 100 %, or a statutory standard value (schablon): the file then has no hours.
 */
export type Job = { jobType: JobType; type: ReductionType; element: string; standardPercent?: number }

/** The standard share of the price that counts as work (prop. 2020/21:1 s. 234 ff.), for washing and for transport. */
const STANDARD_PERCENT = 50

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

export const jobs: readonly Job[] = [
  { jobType: 'rotConstruction', type: 'rot', element: 'Bygg' },
  { jobType: 'rotElectricity', type: 'rot', element: 'El' },
  { jobType: 'rotGlassPlate', type: 'rot', element: 'GlasPlatarbete' },
  { jobType: 'rotSoilWork', type: 'rot', element: 'MarkDraneringarbete' },
  { jobType: 'rotSweeping', type: 'rot', element: 'Murning' },
  { jobType: 'rotPainting', type: 'rot', element: 'MalningTapetsering' },
  { jobType: 'rotPlumbing', type: 'rot', element: 'Vvs' },
  { jobType: 'rutCleaning', type: 'rut', element: 'Stadning' },
  { jobType: 'rutClothingCare', type: 'rut', element: 'KladOchTextilvard' },
  { jobType: 'rutSnow', type: 'rut', element: 'Snoskottning' },
  { jobType: 'rutGardening', type: 'rut', element: 'Tradgardsarbete' },
  { jobType: 'rutChildServices', type: 'rut', element: 'Barnpassning' },
  { jobType: 'rutPersonalHelpCare', type: 'rut', element: 'Personligomsorg' },
  { jobType: 'rutRemovalServices', type: 'rut', element: 'Flyttjanster' },
  { jobType: 'rutDataITServices', type: 'rut', element: 'ItTjanster' },
  { jobType: 'rutRepair', type: 'rut', element: 'ReparationAvVitvaror' },
  { jobType: 'rutFurnishing', type: 'rut', element: 'Moblering' },
  { jobType: 'rutHousingSupervision', type: 'rut', element: 'TillsynAvBostad' },
  {
    jobType: 'rutTransportOfHouseholdGoods',
    type: 'rut',
    element: 'TransportTillForsaljning',
    standardPercent: STANDARD_PERCENT,
  },
  {
    jobType: 'rutWaterWashingOfTextiles',
    type: 'rut',
    element: 'TvattVidTvattinrattning',
    standardPercent: STANDARD_PERCENT,
  },
]

export const jobOf = (jobType: string): Job | undefined => jobs.find((job) => job.jobType === jobType)

const holdsOn = (day: string) => (row: Dated) => row.validFrom <= day && day <= row.validTo

/** The percent that holds when the customer pays on a day; null before the first one we know. */
export const percentOn = (type: ReductionType, day: string): number | null =>
  reductionRates.filter((row) => row.type === type).find(holdsOn(day))?.percent ?? null

/** The caps that hold when the customer pays on a day. */
export const capOn = (day: string): ReductionCap | null => reductionCaps.find(holdsOn(day)) ?? null

/** Days on which something in the tables changes, from one day to another: what is best is best on one of these. */
export const daysThatCount = <Day extends string>(from: Day, to: Day): Day[] => {
  const begin = [...reductionRates, ...reductionCaps].map(({ validFrom }) => validFrom)
  const newYears = yearsBetween(from, to).map((year) => `${year}-01-01`)
  // The days of the tables are days as the caller writes them.
  const days = [...new Set<string>([from, to, ...begin, ...newYears])] as Day[]
  return days.filter((day) => from <= day && day <= to).sort()
}

const yearsBetween = (from: string, to: string): number[] => {
  const [first, last] = [Number(from.slice(0, 4)), Number(to.slice(0, 4))]
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

const ORE_PER_KRONA = 100n

/** What may be asked for at most, in whole kronor of öre: the share of work that costs this much with tax. */
export const mostFor = (labour: bigint, percent: number): bigint => {
  const share = (labour * BigInt(percent)) / 100n
  return share > 0n ? share - (share % ORE_PER_KRONA) : 0n
}
