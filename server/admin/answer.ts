// Shared parts of commands: their answers, output files, and the selection of company and year.
import { copyFile, rm } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { findCompany, identityService } from '#identity'
import type { FiscalYear } from '#ledger'
import type { Call } from '#platform/call'
import { isId } from '#platform/id'
import { fromCaller, type Given, UsageError } from './arguments.ts'

/** The output of a command: an object for programs, a text for people. `failed` gives exit code 1. */
export type Answer = { json: unknown; text: string; failed?: boolean }

/** The company that a command names, or the only one. */
export const companyOf = async (call: Call, given: Given): Promise<string> => {
  const named = given.text('company')
  if (named !== undefined) {
    if (!isId(named)) throw new UsageError(`--company: ${named} is not an id`)
    return (await findCompany(call.db, named)).id
  }
  const [first, second] = await identityService.listCompanies(call, 2, { removed: false })
  if (!first || second) throw new UsageError('Missing: --company')
  return first.id
}

/** Moves the file to where the user wants it. */
export const written = async (answer: FileAnswer, given: Given): Promise<Answer> => {
  const output = fromCaller(given.text('output') ?? answer.name)
  try {
    await copyFile(answer.path, output)
  } catch (cause) {
    throw new UsageError(`${output} cannot be written: ${(cause as Error).message}`)
  } finally {
    await rm(answer.path, { force: true })
  }
  return { json: { file: output, size: answer.size }, text: `${output}, ${answer.size} bytes` }
}

export const latestOf = ([latest]: readonly FiscalYear[]): string => {
  if (!latest) throw new UsageError('The company has no fiscal year')
  return latest.id
}
