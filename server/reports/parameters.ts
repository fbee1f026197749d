// Common parameters of report endpoints.
import { DateOnly, saying, Type } from '#http'
import type { FieldError } from '#platform/refusal'
import { ACCOUNTS_PATTERN } from './figures.rules.ts'
import { type Period, steps } from './period.rules.ts'
import { reportFaults as faults, reportRefusals as refusals } from './refusals.ts'
import { levels } from './statement.rules.ts'

export const reports = '/companies/{companyId}/reports'
export const tag = 'Reports'
export const scope = 'reports:read'

/** Common to every report of a period. */
export const common = {
  method: 'GET',
  tag,
  scope,
  snapshot: true,
  refusals: [refusals.noFiscalYear],
} as const

export const days = {
  fiscalYearId: Type.Optional(
    Type.String({ format: 'uuid', description: 'The days of this fiscal year, in place of from and to' }),
  ),
  from: Type.Optional({ ...DateOnly, description: 'The first day; if left out, that of the fiscal year' }),
  to: Type.Optional({ ...DateOnly, description: 'The last day; if left out, that of the fiscal year' }),
}

/** A time in UTC or with an offset, or a registration number of at most fifteen digits. */
export const KNOWN_AT =
  '^(?:\\d{1,15}|\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?(?:Z|[ +-]\\d{2}:\\d{2}))$'

export const knownAt = Type.Optional(
  saying(
    faults.knownAt(''),
    Type.String({
      pattern: KNOWN_AT,
      maxLength: 40,
      examples: ['2026-03-31T10:00:00Z'],
      description:
        'Counts what was registered up to this registration number or moment, and so gives the same figures for ever',
    }),
  ),
)

const comparing = (pattern: string, sentence: FieldError, description: string) =>
  Type.Optional(saying(sentence, Type.String({ pattern, maxLength: 40, description, examples: ['previousYear'] })))

const BESIDE = 'previousPeriod|previousYear|\\d{4}-\\d{2}-\\d{2}\\.\\.\\d{4}-\\d{2}-\\d{2}'

export const compare = comparing(
  `^(?:${BESIDE})$`,
  faults.compare(''),
  'One more column: previousPeriod, previousYear, or two days',
)

export const compareWithBudget = comparing(
  `^(?:budget|${BESIDE})$`,
  faults.compareOrBudget(''),
  'One more column: previousPeriod, previousYear, or two days; or two more: budget, what came as the plan of whole accounts with a SIE file for the months that begin in the period, and what was booked less that',
)

export const level = Type.Optional(
  Type.Enum([...levels], {
    description: 'How deep: lines alone, with account groups, or with accounts (if left out)',
  }),
)

export const by = Type.Optional(
  Type.Enum([...steps], { description: 'A column for each month, quarter or year besides' }),
)

/** Maximum length of the account filter, in characters. */
const MAX_ACCOUNTS_LENGTH = 1000

export const accounts = Type.Optional(
  saying(
    faults.accounts(''),
    Type.String({
      pattern: ACCOUNTS_PATTERN,
      maxLength: MAX_ACCOUNTS_LENGTH,
      examples: ['1930,3000-3999'],
      description: 'Only these accounts: numbers and ranges separated by commas',
    }),
  ),
)

export const tagId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Only what has this tag, as far as its weight goes; opening balances have no tags',
  }),
)

export const tagGroupId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'A column for each tag of this group, and one for what has none of them',
  }),
)

export const untaggedGroupId = Type.Optional(
  Type.String({
    format: 'uuid',
    description: 'Only what has no tag of this group, as far as weights go: what stands in the column `untagged`',
  }),
)

/** In kronor; sums may exceed the limit of a single amount. */
export const Kronor = Type.Number({ examples: [1250.5] })

export const EntriesQuery = Type.String({
  description: 'Lists the entries of the column: `query` of listJournalEntries, beside `accounts` of a row',
  examples: ['date>=2026-01-01&&date<=2026-12-31&&registration<=1234'],
})

export const entriesQuery = ({ from, to }: Period, registration: number): string =>
  `date>=${from}&&date<=${to}&&registration<=${registration}`
