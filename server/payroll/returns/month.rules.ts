// The statements of a month of payment: what each person was paid, in whole kronor with the öre dropped, and what they
// come to; and what a return says that was filed before.
import { contributionsOf, declaredContributions } from '#rule/payroll/contributions'
import { type PayTypeKey, payType } from '#rule/payroll/pay-types'
import type { Return } from './agi.rules.ts'
import type { IndividualField } from './agi-fields.ts'

type Line = { payType: PayTypeKey; ore: bigint; from: string | null; quantity: bigint | null }

/** All payslips of a person in the month. */
export type PersonOfMonth = {
  /** 12 digits. */
  number: string
  birthYear: number
  /** The number of the first employment: names the statement. */
  statement: number
  taxKind: string
  taxOre: bigint
  lines: readonly Line[]
}

type Statement = Return['statements'][number]
type Individual = Extract<Statement, { kind: 'individual' }>
type Absence = Return['absences'][number]

export type MonthStatements = Pick<Return, 'statements' | 'absences'> & { taxOre: bigint; contributionsOre: bigint }

const KRONA = 100n
/** Fields of what contributions are reckoned on. */
const BASES: readonly IndividualField[] = [
  'KontantErsattningUlagAG',
  'SkatteplOvrigaFormanerUlagAG',
  'SkatteplBilformanUlagAG',
  'DrivmVidBilformanUlagAG',
]
const CROSSES: readonly IndividualField[] = ['Bilersattning', 'Traktamente']

/** The main statement and those of each person, of a month `202605`. */
export const statementsOf = (people: readonly PersonOfMonth[], period: string): MonthStatements => {
  const individuals = people.map((person) => individualOf(person, period))
  const day = `${period.slice(0, 4)}-${period.slice(4)}-28`
  const parts = people.flatMap(({ birthYear }, index) => {
    const fields = individuals[index]?.fields ?? {}
    const baseOre = BASES.reduce((sum, name) => sum + BigInt(fields[name] ?? 0), 0n) * KRONA
    return contributionsOf({ birthYear, day }, { baseOre, earlierOre: 0n })
  })
  const contributionsOre = declaredContributions(parts)
  const taxOre = people.reduce((sum, person) => sum + (person.taxOre / KRONA) * KRONA, 0n)
  const fields = { SummaArbAvgSlf: String(contributionsOre / KRONA), SummaSkatteavdr: String(taxOre / KRONA) }
  return {
    statements: [{ kind: 'main', period, fields }, ...individuals],
    absences: people.flatMap((person) => absencesOf(person, period)),
    taxOre,
    contributionsOre,
  }
}

const individualOf = ({ number, statement, taxKind, taxOre, lines }: PersonOfMonth, period: string): Individual => {
  const sums = new Map<IndividualField, bigint>()
  for (const line of lines)
    for (const field of payType(line.payType).fields) sums.set(field, (sums.get(field) ?? 0n) + line.ore)
  const amounts = [...sums].flatMap(([field, ore]): [IndividualField, string][] => {
    if (CROSSES.includes(field)) return ore > 0n ? [[field, '1']] : []
    const kronor = ore / KRONA
    return kronor === 0n ? [] : [[field, String(kronor)]]
  })
  const fields: Individual['fields'] = { [taxFieldOf(taxKind)]: String(taxOre / KRONA), ...Object.fromEntries(amounts) }
  return {
    kind: 'individual',
    period,
    payee: { id: { kind: 'number', text: number }, fields: {} },
    number: String(statement),
    fields,
  }
}

const taxFieldOf = (taxKind: string): IndividualField => {
  if (taxKind === 'artistAbroad') return 'AvdrSkattASINK'
  return taxKind === 'abroad' || taxKind === 'abroadAtSea' ? 'AvdrSkattSINK' : 'AvdrPrelSkatt'
}

const THOUSANDTHS = 1000

/** Absence with a right to parental benefit, day by day, in hours. */
const absencesOf = ({ number, lines }: PersonOfMonth, period: string): Absence[] => {
  const seen = new Map<string, number>()
  return lines.flatMap(({ payType: key, from, quantity }): Absence[] => {
    const { absence } = payType(key)
    if (!absence || from === null || quantity === null || quantity <= 0n) return []
    const place = (seen.get(from) ?? 0) + 1
    seen.set(from, place)
    const hours = (Number(quantity) / THOUSANDTHS).toFixed(2)
    return [
      { period, day: from, payee: number, number: String(place), what: absence, extent: { in: 'hours', value: hours } },
    ]
  })
}

const keyOf = (statement: Statement): string =>
  statement.kind === 'main' ? 'main' : `${statement.payee.id.text} ${Number(statement.number)}`

/**
 * What has to be sent after a return that was filed: statements that are new or differ, removals of those that are
 * gone, and the main statement; null where nothing differs. Absence that was filed stays as it is.
 */
export const differing = (
  now: MonthStatements,
  filed: Pick<Return, 'statements' | 'absences'>,
): Pick<Return, 'statements' | 'absences'> | null => {
  const before = new Map(filed.statements.map((one) => [keyOf(one), JSON.stringify(one)]))
  const present = new Set(now.statements.map(keyOf))
  const changed = now.statements.filter((one) => before.get(keyOf(one)) !== JSON.stringify(one))
  const removed = filed.statements.flatMap((one): Statement[] =>
    one.kind !== 'individual' || present.has(keyOf(one))
      ? []
      : [{ kind: 'removal', period: one.period, payee: { id: one.payee.id, fields: {} }, number: one.number }],
  )
  const known = new Set(filed.absences.map((one) => `${one.payee} ${one.day} ${one.what}`))
  const absences = now.absences.filter((one) => !known.has(`${one.payee} ${one.day} ${one.what}`))
  if (changed.length + removed.length + absences.length === 0) return null
  const main = now.statements.filter(({ kind }) => kind === 'main')
  return { statements: [...main, ...changed.filter(({ kind }) => kind !== 'main'), ...removed], absences }
}
