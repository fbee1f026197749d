// Texts of an annual report as blocks, and what a year is called in it. Pure.

import type { Teller } from '#annual-report/ixbrl/facts.rules'
import type { AnnualBlock } from '#paper'
import type { Day } from '#platform/day'

/** `2025`, or `2025-07-01 – 2026-06-30` */
export const yearTitle = ({ startDate, endDate }: { startDate: Day; endDate: Day }): string =>
  startDate.endsWith('-01-01') && endDate === `${startDate.slice(0, 4)}-12-31`
    ? startDate.slice(0, 4)
    : `${startDate} – ${endDate}`

export const isGiven = (text: string | null | undefined): text is string => (text ?? '').trim() !== ''

/** A text under a heading, if there is one. */
export const told = (teller: Teller, title: string, text: string | null | undefined, element: string): AnnualBlock[] =>
  isGiven(text) ? [{ kind: 'heading', level: 3, text: title }, textBlock(teller, text, element)] : []

export const textBlock = (teller: Teller, text: string, element: string): AnnualBlock => ({
  kind: 'text',
  ...teller.text(text.trim(), element),
})
