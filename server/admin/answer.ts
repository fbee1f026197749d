// What commands share: what they say, and which company they mean.
import { findCompany, listCompanies } from '#identity'
import type { Call } from '#platform/call'
import { isId } from '#platform/id'
import { type Given, UsageError } from './arguments.ts'

/** What a command says: one object for programs, a text for people. `failed` gives exit code 1. */
export type Answer = { json: unknown; text: string; failed?: boolean }

/** The company that a command names, or the only one there is. */
export const companyOf = async (call: Call, given: Given): Promise<string> => {
  const named = given.text('company')
  if (named !== undefined) {
    if (!isId(named)) throw new UsageError(`--company: ${named} is not an id`)
    return (await findCompany(call.db, named)).id
  }
  const [first, second] = await listCompanies(call, 2)
  if (!first || second) throw new UsageError('Missing: --company')
  return first.id
}
