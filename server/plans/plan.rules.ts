// The contents of each plan, and their effect on a given day. All days are Swedish, and inclusive.
import { addDays, type Day } from '#platform/day'

export const plans = ['Basic', 'Plus', 'Premium', 'Business'] as const
export type Plan = (typeof plans)[number]

/** Add-ons to a plan: `api` is access for public integrations. */
export const addons = ['api'] as const
export type Addon = (typeof addons)[number]

/** Features of plans: access for public integrations (OAuth), for private ones (tokens of one company), and tags. */
export const features = ['PublicApi', 'PrivateApi', 'Tags'] as const
export type Feature = (typeof features)[number]

/** A company's plan. A null day means never. */
export type CompanyPlan = {
  plan: Plan
  addons: readonly Addon[]
  /** The last paid day. */
  expiresOn: Day | null
  /** The last day of the trial. */
  trialEndsOn: Day | null
}

/** The plan of a company without one: all features, without end. */
export const unlimited: CompanyPlan = { plan: 'Business', addons: [], expiresOn: null, trialEndsOn: null }

/** The length of a trial, in days after its first day. */
const TRIAL_DAYS = 14
/** How long before a plan's end warnings are given, in days. */
const WARNING_DAYS = 14

/** The initial plan of a company created to try the service. */
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

/** Why a feature is missing, in the response. */
type Denial = {
  requiredFeature: Feature
  availableIn: readonly Plan[]
  availableAsAddonIn: readonly Plan[]
  isAvailableInTrial: boolean
  isInTrial: boolean
}

/** Null if a company has all these features today; otherwise the first one that is missing. */
export const denialOf = (company: CompanyPlan, features: readonly Feature[], today: Day): Denial | null => {
  // A trial has all features, so a refused caller is not in a trial.
  if (isInTrial(company, today)) return null
  const lacking = features.find((feature) => isExpired(company, today) || !holds(company, holdings[feature]))
  return lacking ? { requiredFeature: lacking, ...holdings[lacking], isAvailableInTrial: true, isInTrial: false } : null
}

const holds = ({ plan, addons: bought }: CompanyPlan, { availableIn, availableAsAddonIn }: Holding): boolean =>
  availableIn.includes(plan) || (availableAsAddonIn.includes(plan) && bought.includes('api'))

export const isInTrial = ({ trialEndsOn }: CompanyPlan, today: Day): boolean =>
  trialEndsOn !== null && today <= trialEndsOn

/** Whether the last paid day has passed. */
export const isExpired = ({ expiresOn }: CompanyPlan, today: Day): boolean => expiresOn !== null && expiresOn < today

/** The end of a plan if it is near enough for a warning: today and up to 14 days ahead. */
export const endInSight = ({ expiresOn }: CompanyPlan, today: Day): Day | null =>
  expiresOn !== null && today <= expiresOn && expiresOn <= addDays(today, WARNING_DAYS) ? expiresOn : null
