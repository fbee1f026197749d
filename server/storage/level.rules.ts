// How full a storage is, and from when on that is told.

/** What kinds of files there are; `deleted` are those on their way out. */
export const storedKinds = [
  ...(['upload', 'attachment', 'document', 'logo', 'bankStatement', 'paymentFile', 'sieImport'] as const),
  'deleted',
] as const

export type StoredKind = (typeof storedKinds)[number]

/** What there is, and how much there may be; null is no limit. In bytes. */
export type Use = { used: number; allowed: number | null }

/** How much a company may keep, and all companies of one owner together, in bytes; 0 is no limit. */
export type Limits = { perCompany: number; perOwner: number }

/** From which percentages on it is told, in answers, in the queue and once each as an event. */
export const NEARLY_FULL_PERCENT = 80
export const ALMOST_FULL_PERCENT = 95

type Level = 'ok' | 'nearlyFull' | 'almostFull'

export const levelOf = ({ used, allowed }: Use): Level => {
  const percent = percentOf({ used, allowed })
  if (percent >= ALMOST_FULL_PERCENT) return 'almostFull'
  return percent >= NEARLY_FULL_PERCENT ? 'nearlyFull' : 'ok'
}

/** How many whole percent of what there may be there is; 0 where there may be anything. */
export const percentOf = ({ used, allowed }: Use): number => {
  if (allowed === null) return 0
  return allowed === 0 ? 100 : Math.floor((used * 100) / allowed)
}

/** The limit of which least is left. */
export const fewOf = (uses: readonly Use[]): Use =>
  uses.reduce((least, one) => (percentOf(one) > percentOf(least) ? one : least), { used: 0, allowed: null })

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
const THOUSAND = 1000
/** From how many of a unit on tenths are left out. */
const MANY = 100

/** `20.9 MB`, `10 GB`, `512 bytes`. */
export const sizeText = (bytes: number): string => {
  let amount = bytes
  let unit = 0
  while (amount >= THOUSAND && unit < UNITS.length - 1) {
    amount /= THOUSAND
    unit += 1
  }
  const rounded = unit === 0 || amount >= MANY ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${rounded} ${UNITS[unit]}`
}
