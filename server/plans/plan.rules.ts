// What each plan holds, and what follows on a given day. All days are Swedish ones, and the last that count.
import { addDays, type Day } from '#platform/day'

export const plans = ['Basic', 'Plus', 'Premium', 'Business'] as const
export type Plan = (typeof plans)[number]

/** What can be bought beside a plan: `api` is access for public integrations. */
export const addons = ['api'] as const
export type Addon = (typeof addons)[number]

/** What a plan may hold: access for public integrations (OAuth), for private ones (tokens of one company), and tags. */
export const features = ['PublicApi', 'PrivateApi', 'Tags'] as const
export type Feature = (typeof features)[number]

/** What a company has. A day of null never comes. */
export type CompanyPlan = {
  plan: Plan
  addons: readonly Addon[]
  /** The last day that the plan is paid for. */
  expiresOn: Day | null
  /** The last day of the trial. */
  trialEndsOn: Day | null
}

/** What a company has that nobody set a plan for: everything, without end. */
export const unlimited: CompanyPlan = { plan: 'Business', addons: [], expiresOn: null, trialEndsOn: null }

/** How long a trial is, in days after the one it begins on. */
const TRIAL_DAYS = 14
/** How long before its end a plan is warned of, in days. */
const WARNING_DAYS = 14

/** What a company begins with that somebody made to try the service. */
export const trialFrom = (today: Day): CompanyPlan => ({
  plan: 'Basic',
  addons: [],
  expiresOn: null,
  trialEndsOn: addDays(today, TRIAL_DAYS),
})

type Holding = { availableIn: readonly Plan[]; availableAsAddonIn: readonly Plan[] }

const holdings: Readonly<Record<Feature, Holding>> = {
  PublicApi: { availableIn: ['Plus', 'Business'], availableAsAddonIn: ['Premium'] },
  PrivateApi: { availableIn: ['Plus', 'Business', 'Premium'], availableAsAddonIn: [] },
  Tags: { availableIn: ['Plus', 'Business', 'Premium'], availableAsAddonIn: [] },
}

/** Why a feature is not there, as the caller reads it. */
export type Denial = {
  requiredFeature: Feature
  availableIn: readonly Plan[]
  availableAsAddonIn: readonly Plan[]
  isAvailableInTrial: boolean
  isInTrial: boolean
}

/** Whether a company has all these features today; if not, what is said of the first that it lacks. */
export const denialOf = (company: CompanyPlan, features: readonly Feature[], today: Day): Denial | null => {
  // A trial has everything, so a caller that is refused is not in one.
  if (isInTrial(company, today)) return null
  const lacking = features.find((feature) => isExpired(company, today) || !holds(company, holdings[feature]))
  return lacking ? { requiredFeature: lacking, ...holdings[lacking], isAvailableInTrial: true, isInTrial: false } : null
}

const holds = ({ plan, addons: bought }: CompanyPlan, { availableIn, availableAsAddonIn }: Holding): boolean =>
  availableIn.includes(plan) || (availableAsAddonIn.includes(plan) && bought.includes('api'))

export const isInTrial = ({ trialEndsOn }: CompanyPlan, today: Day): boolean =>
  trialEndsOn !== null && today <= trialEndsOn

/** Whether the last paid day is over. */
export const isExpired = ({ expiresOn }: CompanyPlan, today: Day): boolean => expiresOn !== null && expiresOn < today

/** The day that a plan ends on, when that is so near that callers are warned: today and 14 days ahead included. */
export const endInSight = ({ expiresOn }: CompanyPlan, today: Day): Day | null =>
  expiresOn !== null && today <= expiresOn && expiresOn <= addDays(today, WARNING_DAYS) ? expiresOn : null
