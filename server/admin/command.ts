// What a command is, and what the tables of commands share.
import type { CompanyCall } from '#platform/call'
import type { Config } from '#platform/config'
import { namesOf, type UnrecordedDocument } from '#sales'
import { asOperator, asOperatorOf, type System } from '#system'
import { type Answer, companyOf } from './answer.ts'
import type { Given, Option } from './arguments.ts'

export type Command = {
  name: string
  summary: string
  options: readonly Option[]
  /** What the one argument without a name is. */
  file?: string
  /** It runs although the secret key is not the database's. */
  withAnyKey?: boolean
  /** It brings a database of an earlier version up to date. */
  mayUpgrade?: boolean
} & (OnSystem | OnItsOwn)

/** It works on the database of the settings. */
export type OnSystem = {
  run: (system: System, given: Given, report: (sentence: string) => void, env: Environment) => Promise<Answer>
}

type Environment = Readonly<Record<string, string | undefined>>

/** It opens nothing: there may be no database. */
type OnItsOwn = { runAlone: (alone: Alone, given: Given, report: (sentence: string) => void) => Promise<Answer> }

/** What there is without a database. */
export type Alone = { config: Config; env: Environment }

/** Options that every command takes. */
export const commonOptions: readonly Option[] = [
  { name: 'json', description: 'Print one JSON object' },
  { name: 'help', description: 'Print this' },
]

/** The company that a command is for. */
export const companyOption: Option = {
  name: 'company',
  value: 'ID',
  description: 'The company; may be left out while there is only one',
}

/** An option of what ends a period, and what is said when it was used. */
export const forceOption: Option = {
  name: 'force',
  description: 'Do it even though published documents, or the result of a year, are not in the books',
}
export const leftOut = (unrecorded: readonly UnrecordedDocument[]): string =>
  unrecorded.length === 0 ? '' : `; not in the books: ${namesOf(unrecorded)}`

/** A command that does its work in one transaction, for the company it names. */
export const forCompany =
  (work: (call: CompanyCall, given: Given) => Promise<Answer>): OnSystem['run'] =>
  async (system, given, report) => {
    const warnings = new Set<string>()
    const companyId = await asOperator(system, (call) => companyOf(call, given))
    const answer = await asOperatorOf(system, companyId, (call) => work({ ...call, warnings }, given))
    for (const sentence of warnings) report(`Warning: ${sentence.replace(/^#\//, '')}`)
    return answer
  }
