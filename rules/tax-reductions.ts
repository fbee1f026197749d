// What the law says of tax reductions on invoices, for household work (rot, rut) and for installation of green
// technology: shares of the price and caps per person and year by day, and the kinds of work with their names in the
// tax authority's requests.
import { lawOn, lawValues } from '#rule/law'

export const reductionTypes = ['rot', 'rut', 'green'] as const
export type ReductionType = (typeof reductionTypes)[number]

/** A share of the price of the work, or a cap, and the days it holds. */
type Dated = { validFrom: string; validTo: string; law: string }

const FOR_EVER = '9999-12-31'

const shareOf = {
  rot: 'householdWork.rotShare',
  rut: 'householdWork.rutShare',
  greenSolarCells: 'greenTechnology.solarShare',
  greenStorage: 'greenTechnology.storageShare',
  greenCharging: 'greenTechnology.chargingShare',
} as const

/** What has a share of its own: household work of a type, and each kind of installation of green technology. */
export type ShareKind = keyof typeof shareOf

/**
 * A person's annual maximum in kronor, for payments on these days: ROT, RUT, both together, and green technology, which
 * has a cap of its own (inkomstskattelagen 67 kap. 45 §).
 */
type ReductionCap = Dated & Record<ReductionType, number> & { together: number }

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
  'greenSolarCells',
  'greenStorage',
  'greenCharging',
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
  { jobType: 'greenSolarCells', type: 'green', element: 'INSTALLATION_SOLCELLER' },
  { jobType: 'greenStorage', type: 'green', element: 'INSTALLATION_LAGRING' },
  { jobType: 'greenCharging', type: 'green', element: 'INSTALLATION_LADDPUNKT' },
]

export const jobOf = (jobType: string): Job | undefined => jobs.find((job) => job.jobType === jobType)

/** The kind whose share a job has. */
export const shareKindOf = ({ type, jobType }: Job): ShareKind => {
  if (type !== 'green') return type
  if (jobType === 'greenSolarCells' || jobType === 'greenStorage' || jobType === 'greenCharging') return jobType
  throw new Error(`${jobType} has no share of its price`)
}

/** The percent that holds when the customer pays on a day; null before the first one we know. */
export const percentOn = (kind: ShareKind, day: string): number | null => lawOn(day).find(shareOf[kind])?.value ?? null

/** The caps that hold when the customer pays on a day; null before the first ones we know. */
export const capOn = (day: string): ReductionCap | null => {
  const law = lawOn(day)
  const rot = law.find('householdWork.rotMost')
  const rut = law.find('householdWork.rutMost')
  const together = law.find('householdWork.most')
  const green = law.find('greenTechnology.most')
  if (!rot || !rut || !together || !green) return null
  const all = [rot, rut, together, green]
  return {
    rot: rot.value,
    rut: rut.value,
    green: green.value,
    together: together.value,
    law: together.source,
    validFrom: all.map(({ from }) => from).reduce((latest, from) => (from > latest ? from : latest)),
    validTo: all.map(({ to }) => to ?? FOR_EVER).reduce((first, to) => (to < first ? to : first)),
  }
}

const lawsOfReduction = [
  ...Object.values(shareOf),
  ...(['householdWork.rotMost', 'householdWork.rutMost', 'householdWork.most', 'greenTechnology.most'] as const),
]

/** Days on which something in the tables changes, from one day to another: what is best is best on one of these. */
export const daysThatCount = <Day extends string>(from: Day, to: Day): Day[] => {
  const begin = lawsOfReduction.flatMap(lawValues).map((value) => value.from)
  const newYears = yearsBetween(from, to).map((year) => `${year}-01-01`)
  // The days of the tables are days as the caller writes them.
  const days = [...new Set<string>([from, to, ...begin, ...newYears])] as Day[]
  return days.filter((day) => from <= day && day <= to).sort()
}

const yearsBetween = (from: string, to: string): number[] => {
  const first = Number(from.slice(0, 4))
  const last = Number(to.slice(0, 4))
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index)
}

const ORE_PER_KRONA = 100n

/** What may be asked for at most, in whole kronor of öre: the share of work that costs this much with tax. */
export const mostFor = (labour: bigint, percent: number): bigint => {
  const share = (labour * BigInt(percent)) / 100n
  return share > 0n ? share - (share % ORE_PER_KRONA) : 0n
}
