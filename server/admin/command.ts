// The definition of a command, and shared options.
import type { CompanyCall } from '#platform/call'
import { asOperator, asOperatorOf, type System } from '#programs/system'
import { namesOf, type UnrecordedDocument } from '#sales'
import type { Config } from '#settings/config'
import { type Answer, companyOf } from './answer.ts'
import type { Given, Option } from './arguments.ts'

export type Command = {
  name: string
  summary: string
  options: readonly Option[]
  /** The name of the only argument without an option. */
  file?: string
  /** It runs even if the secret key does not match the database. */
  withAnyKey?: boolean
  /** It migrates a database of an earlier version. */
  mayUpgrade?: boolean
} & (OnSystem | OnItsOwn)

/** A command on the configured database. */
export type OnSystem = {
  run: (system: System, given: Given, report: (sentence: string) => void, env: Environment) => Promise<Answer>
}

type Environment = Readonly<Record<string, string | undefined>>

/** A command that opens no database, since there may be none. */
type OnItsOwn = { runAlone: (alone: Alone, given: Given, report: (sentence: string) => void) => Promise<Answer> }

/** What is available without a database. */
export type Alone = { config: Config; env: Environment }

/** Options of every command. */
export const commonOptions: readonly Option[] = [
  { name: 'json', description: 'Print one JSON object' },
  { name: 'help', description: 'Print this' },
]

export const companyOption: Option = {
  name: 'company',
  value: 'ID',
  description: 'The company; may be left out while there is only one',
}

/** The option to force the end of a period, and the warning if it was used. */
export const forceOption: Option = {
  name: 'force',
  description: 'Do it even though published documents, or the result of a year, are not in the books',
}
export const leftOut = (unrecorded: readonly UnrecordedDocument[]): string =>
  unrecorded.length === 0 ? '' : `; not in the books: ${namesOf(unrecorded)}`

/** A command that runs in one transaction, for the company it names. */
export const forCompany =
  (work: (call: CompanyCall, given: Given) => Promise<Answer>): OnSystem['run'] =>
  async (system, given, report) => {
    const warnings = new Set<string>()
    const companyId = await asOperator(system, (call) => companyOf(call, given))
    const answer = await asOperatorOf(system, companyId, (call) => work({ ...call, warnings }, given))
    for (const sentence of warnings) report(`Warning: ${sentence.replace(/^#\//, '')}`)
    return answer
  }
