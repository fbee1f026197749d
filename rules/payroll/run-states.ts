// The states of a pay run, and what they are called.
import type { Language } from '#rule/language'

export const runStates = ['draft', 'reviewed', 'approved', 'booked', 'paid'] as const
export type RunState = (typeof runStates)[number]

/** States as they stand within a sentence. */
export const runStateNames: Readonly<Record<Language, Readonly<Record<RunState, string>>>> = {
  sv: { draft: 'ett utkast', reviewed: 'granskad', approved: 'godkänd', booked: 'bokförd', paid: 'betald' },
  en: { draft: 'a draft', reviewed: 'reviewed', approved: 'approved', booked: 'booked', paid: 'paid' },
}
