// Templates of an agency (byråmallar): what each kind says, and what becomes of it at a company that has something, or
// nothing, of the sort. Pure.
import type { TemplateItem } from '#ledger'
import type { VatTreatment } from '#purchasing'

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
  taxRate?: 25 | 12 | 6 | 0
  title?: string | null
}

/** The texts that a template may have; one that is left out, or null, is left to the company. */
export const textNames = [
  ...['lateInterest', 'mailSubject', 'mailText', 'mailSubjectEnglish', 'mailTextEnglish'],
  ...['reminderText', 'reminderTextEnglish'],
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

/** What a company has, or is to have: values by name, without what only the company knows. */
export type Shape = Readonly<Record<string, unknown>>

export const outcomes = ['add', 'change', 'same', 'own', 'removed', 'blocked'] as const
export type Outcome = (typeof outcomes)[number]

export const results = ['applied', 'unchanged', 'stale', 'failed'] as const
export type Result = (typeof results)[number]

/** What there is one of in an agency, and in a company. */
export const keyOf = (content: TemplateContent): string =>
  content.kind === 'account' ? String(content.account) : content.name

/** Whether two values say the same, in whichever order their properties stand. */
export const isSame = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other)

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    inner !== null && typeof inner === 'object' && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

export type Found = {
  wanted: Shape
  /** What the company has now; null where it has nothing of the sort. */
  current: Shape | null
  /** What the company got from the template the last time; null where it never did. */
  remembered: Shape | null
  /** Whether what a company has decided itself gives way. */
  overwrites: boolean
}

/** What becomes of a template at a company. What the company has changed by hand stays unless one asks for more. */
export const decide = ({ wanted, current, remembered, overwrites }: Found): Exclude<Outcome, 'blocked'> => {
  if (current === null) return remembered === null || overwrites ? 'add' : 'removed'
  if (isSame(current, wanted)) return 'same'
  if (overwrites || (remembered !== null && isUntouched(current, remembered, wanted))) return 'change'
  return 'own'
}

/** Whether all that differs from what the company got the last time is what it is to have now. */
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
 * Whether the number stands for something else in the company. What is booked there would be called by another name,
 * or stand in another box of the VAT return. An account of the BAS plan is the same whatever it is called.
 */
export const isOtherUse = ({ current, wanted, isRemembered, isCustom, isBooked }: AccountFound): boolean =>
  current !== null &&
  isBooked &&
  !isRemembered &&
  (current.vatCode !== wanted.vatCode || (isCustom && current.name !== wanted.name))
