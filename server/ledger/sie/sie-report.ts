// The report of an import: what the file contained, what was created, what was skipped and why.
import { type Language, named, nullable, object, type Static, Type } from '#http'
import { findingGroups, type SieFinding, type SieFindings } from '#ledger/sie-format/findings'

const Finding = object({
  line: nullable(Type.Integer({ description: 'The line in the file, from 1; null when it concerns the whole file' })),
  kind: Type.String({
    description: 'What kind of finding it is, the same in every language',
    examples: ['accountNameKept'],
  }),
  message: Type.String({ description: 'In the language of `Accept-Language`, Swedish when none is asked for' }),
  remedy: Type.String({ description: 'What to do about it' }),
})

const Count = Type.Integer({ minimum: 0 })

/** Maximum number of decisions and of notes listed in a report; the others are only counted. */
export const MAX_LISTED = 200

export const SieReport = named(
  'SieImportReport',
  object({
    dryRun: Type.Boolean(),
    alreadyImported: Type.Boolean({ description: 'The same file was imported before: nothing was booked now' }),
    file: object({
      name: Type.String(),
      size: Count,
      sha256: Type.String(),
      encoding: Type.String({ examples: ['cp437'] }),
      type: Type.String({ examples: ['4E'], description: '1, 2, 3, 4E, 4I or 5' }),
      program: Type.String(),
      companyName: Type.String(),
      organizationNumber: Type.String(),
      checksum: Type.Enum(['none', 'right', 'wrong']),
    }),
    read: object({
      accounts: Count,
      dimensions: Count,
      objects: Count,
      openingBalances: Count,
      budgetRows: Count,
      vouchers: Count,
      rows: Count,
      struckRows: Count,
      addedRows: Count,
    }),
    made: object({
      fiscalYear: nullable(object({ startDate: Type.String(), endDate: Type.String() })),
      accounts: Count,
      changedAccounts: Type.Integer({
        minimum: 0,
        description: 'Accounts that now have another name, SRU code or type',
      }),
      tagGroups: Count,
      tags: Count,
      openingBalances: Count,
      budgetRows: Count,
      journalEntries: Count,
    }),
    skipped: object({
      alreadyBooked: Type.Integer({ minimum: 0, description: 'Vouchers that are already in the books, unchanged' }),
      emptyVouchers: Count,
      unknownLabels: Type.Array(Type.String()),
    }),
    differences: object({
      closing: Type.Array(Type.String(), { description: 'Accounts whose #UB is not what the books hold' }),
      result: Type.Array(Type.String(), { description: 'Accounts whose #RES is not what the books hold' }),
    }),
    errors: Type.Array(Finding, {
      description: 'Always empty: a file with errors is refused, and the refusal has them',
    }),
    decisionCount: Count,
    decisions: Type.Array(Finding, { description: 'Few and important: where the import had to choose' }),
    noteCount: Count,
    notes: Type.Array(Finding, { description: 'What was imported, changed or left out, for those who want to know' }),
  }),
)

export type SieReport = Static<typeof SieReport>

/** A report as stored: its findings in every language. */
export type KeptReport = Omit<SieReport, 'errors' | 'decisions' | 'notes'> & {
  decisions: readonly SieFinding[]
  notes: readonly SieFinding[]
}

/** A report in one language. */
export const reportIn = (language: Language, { decisions, notes, ...report }: KeptReport): SieReport => {
  const told = (findings: readonly SieFinding[]) =>
    findings.map(({ line, kind, message, remedy }) => ({
      line,
      kind,
      message: message[language],
      remedy: remedy[language],
    }))
  return { ...report, errors: [], decisions: told(decisions), notes: told(notes) }
}

/** The shape of reports stored before decisions and notes were introduced. */
type OldReport = Omit<KeptReport, 'decisions' | 'notes' | 'decisionCount' | 'noteCount'> & {
  warningCount: number
  warnings: { line: number | null; message: string }[]
}

/** Converts a stored report to the current shape. */
export const keptReport = (kept: KeptReport | OldReport): KeptReport => {
  if (!('warnings' in kept)) return kept
  const { warnings, warningCount, ...rest } = kept
  const remedy = { sv: '', en: '' }
  const notes = warnings.map(({ line, message }) => ({
    line,
    kind: 'warning',
    group: 'form' as const,
    remedy,
    message: { sv: message, en: message },
  }))
  return {
    ...rest,
    read: { ...rest.read, budgetRows: 0 },
    made: { ...rest.made, budgetRows: 0, changedAccounts: 0 },
    decisionCount: 0,
    decisions: [],
    noteCount: warningCount,
    notes,
  }
}

/** How many errors of each kind are listed before any kind is listed in full. */
const FIRST_OF_A_KIND = 5

/** The errors to list: unbalanced vouchers first, then by kind, with some of every kind. */
export const errorsToTell = ({ errors }: SieFindings, limit: number): SieFinding[] => {
  const kinds = new Map<string, SieFinding[]>()
  for (const error of inGroups(errors)) kinds.set(error.kind, [...(kinds.get(error.kind) ?? []), error])
  const shares = new Map([...kinds].map(([kind, all]) => [kind, Math.min(all.length, FIRST_OF_A_KIND)]))
  let left = limit - [...shares.values()].reduce((sum, share) => sum + share, 0)
  for (const [kind, all] of kinds) {
    const more = Math.max(0, Math.min(left, all.length - FIRST_OF_A_KIND))
    shares.set(kind, (shares.get(kind) ?? 0) + more)
    left -= more
  }
  return [...kinds].flatMap(([kind, all]) => all.slice(0, shares.get(kind))).slice(0, limit)
}

const inGroups = (errors: readonly SieFinding[]): SieFinding[] => {
  const order = Object.keys(findingGroups)
  return [...errors].sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group))
}

/** The number of errors, by kind, as text. */
export const countOfErrors = ({ errorCount, errorGroups }: SieFindings, language: Language): string => {
  const words = language === 'sv' ? 'fel' : errorCount === 1 ? 'error' : 'errors'
  const groups = Object.entries(findingGroups).flatMap(([group, { [language]: name }]) => {
    const count = errorGroups.get(group as keyof typeof findingGroups) ?? 0
    return count > 0 ? [`${name}: ${count}`] : []
  })
  return `${errorCount} ${words} (${groups.join(', ')})`
}

/** An error as sentences, with its line. */
export const sentenceOf = ({ line, message, remedy }: SieFinding, language: Language): string => {
  const place = line === null ? '' : `${language === 'sv' ? 'rad' : 'line'} ${line}: `
  return `${place}${message[language]}. ${remedy[language]}`
}
