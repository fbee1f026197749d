// Templates of an agency (byråmallar): the content of each kind, and the effect at a company with or without an object
// of that kind. Pure.
import type { TemplateItem } from '#ledger'
import type { VatTreatment } from '#purchasing'
import type { VatKind } from '#rule/vat-kind'
import type { TaxRate } from '#rule/vat-rates'

export const templateKinds = ['account', 'entryTemplate', 'matchingRule', 'texts'] as const
export type TemplateKind = (typeof templateKinds)[number]

export type AccountContent = {
  kind: 'account'
  account: number
  name: string
  vatCode?: string | null
  sruCodes?: string[]
}

export type EntryTemplateContent = {
  kind: 'entryTemplate'
  name: string
  title?: string | null
  items: TemplateItem[]
}

export type MatchingRuleContent = {
  kind: 'matchingRule'
  name: string
  direction?: 'in' | 'out' | null
  textContains?: string | null
  counterparty?: string | null
  reference?: string | null
  fromAmount?: number | null
  toAmount?: number | null
  account: number
  vatTreatment?: VatTreatment
  taxRate?: TaxRate
  vatKind?: VatKind | null
  title?: string | null
}

/** The texts that a template may have; an absent or null one leaves the company's own. */
export const textNames = [
  'lateInterest',
  'mailSubject',
  'mailText',
  'mailSubjectEnglish',
  'mailTextEnglish',
  'reminderText',
  'reminderTextEnglish',
] as const
export type TextName =
  | 'lateInterest'
  | 'mailSubject'
  | 'mailText'
  | 'mailSubjectEnglish'
  | 'mailTextEnglish'
  | 'reminderText'
  | 'reminderTextEnglish'

export type TextsContent = { kind: 'texts'; name: string } & { [Name in TextName]?: string | null }

export type TemplateContent = AccountContent | EntryTemplateContent | MatchingRuleContent | TextsContent

/** An object that a company has, or is to have: values by name, without those that only the company has. */
export type Shape = Readonly<Record<string, unknown>>

export const outcomes = ['add', 'change', 'same', 'own', 'removed', 'blocked'] as const
export type Outcome = (typeof outcomes)[number]

export const results = ['applied', 'unchanged', 'stale', 'failed'] as const
export type Result = (typeof results)[number]

/** The unique key of a content, in an agency and in a company. */
export const keyOf = (content: TemplateContent): string =>
  content.kind === 'account' ? String(content.account) : content.name

/** Whether two values are equal, ignoring the order of properties. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

type Found = {
  wanted: Shape
  /** The company's current object; null if there is none. */
  current: Shape | null
  /** What the company last got from the template; null if nothing. */
  remembered: Shape | null
  /** Whether the company's own changes are overwritten. */
  overwrites: boolean
}

/** The effect of a template at a company. Manual changes by the company stay, unless `overwrites` is set. */
export const decide = ({ wanted, current, remembered, overwrites }: Found): Exclude<Outcome, 'blocked'> => {
  if (current === null) return remembered === null || overwrites ? 'add' : 'removed'
  if (isSame(current, wanted)) return 'same'
  if (overwrites || (remembered !== null && isUntouched(current, remembered, wanted))) return 'change'
  return 'own'
}

/** Whether all differences from what the company last got are the changes it is to get now. */
const isUntouched = (current: Shape, remembered: Shape, wanted: Shape): boolean =>
  Object.keys(current).every(
    (name) => isSame(current[name] ?? null, remembered[name] ?? null) || isSame(current[name], wanted[name]),
  )

type AccountFound = {
  current: Shape | null
  wanted: Shape
  isRemembered: boolean
  isCustom: boolean
  isBooked: boolean
}

/**
 * Whether the company uses the number for something else: what is booked on it would get another name, or move to
 * another box of the VAT return. An account of the BAS plan is the same under any name.
 */
export const isOtherUse = ({ current, wanted, isRemembered, isCustom, isBooked }: AccountFound): boolean =>
  current !== null &&
  isBooked &&
  !isRemembered &&
  (current.vatCode !== wanted.vatCode || (isCustom && current.name !== wanted.name))
