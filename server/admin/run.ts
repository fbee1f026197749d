// Runs a command by its words: output goes to `print`; a refusal or a wrong call gives exit code 1 and a sentence to
// `report`.

import { hasOtherTables } from '#admin/commands/other-tables'
import { lastAddress } from '#files/last-address'
import { Refusal } from '#platform/refusal'
import { reasonOf, StartupError } from '#platform/startup-error'
import { openSystem, rootFolder, type System } from '#programs/system'
import { readConfig } from '#settings/config'
import type { Answer } from './answer.ts'
import { type Given, readArguments, UsageError } from './arguments.ts'
import { type Command, commonOptions } from './command.ts'
import { commandFor, overview, usageOf } from './commands.ts'

type Surroundings = {
  /** The settings, by their names in the environment. */
  env: Readonly<Record<string, string | undefined>>
  print: (text: string) => void
  report: (sentence: string) => void
}

/** Runs the command that the words name. Returns the exit code. */
export const runWords = async (words: string[], around: Surroundings): Promise<0 | 1> => {
  try {
    return (await run(words, around)) ? 0 : 1
  } catch (cause) {
    around.report(explain(cause))
    return 1
  }
}

/** False if the command reports failure. */
const run = async (words: string[], around: Surroundings): Promise<boolean> => {
  const found = commandFor(words)
  if (found) return runCommand(found.command, found.rest, around)
  const asked = words.length === 0 || words.includes('--help') || words[0] === 'help'
  if (!asked) throw new UsageError(`There is no command ${words.join(' ')}\n\n${overview()}`)
  around.print(overview())
  return true
}

const runCommand = async (
  command: Command,
  words: string[],
  { env, print, report }: Surroundings,
): Promise<boolean> => {
  if (words.includes('--help')) {
    print(usageOf(command))
    return true
  }
  try {
    const given = readArguments([...command.options, ...commonOptions], words, command.file ? 1 : 0)
    if ('runAlone' in command) {
      const config = readConfig(env, rootFolder())
      return said(await command.runAlone({ config, env }, given, report), given, print)
    }
    const { withAnyKey, mayUpgrade = false } = command
    const system = await openSystem('command', report, { withAnyKey, mayUpgrade, env: besideService(env) })
    try {
      return said(await command.run(system, given, report, env), given, print)
    } finally {
      await closeQuietly(system, report)
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${cause.message}\n\n${usageOf(command)}`)
    throw cause
  }
}

/** The settings, with the address of the last started service if they contain neither address nor port. */
const besideService = (env: Surroundings['env']): Surroundings['env'] => {
  if (env.PUBLIC_URL?.trim() || env.PORT?.trim()) return env
  const site = lastAddress(readConfig(env, rootFolder()).dataDir)
  return site === null ? env : { ...env, PUBLIC_URL: site }
}

const said = (answer: Answer, given: Given, print: Surroundings['print']): boolean => {
  print(given.has('json') ? JSON.stringify(answer.json) : answer.text)
  return !answer.failed
}

const closeQuietly = (system: System, report: Surroundings['report']): Promise<void> =>
  system.close().catch((cause: Error) => report(`Closing failed: ${cause.message}`))

const explain = (cause: unknown): string => {
  if (cause instanceof Refusal) {
    const faults = cause.errors.map(({ field, message }) => `  ${field.replace(/^#\//, '')} ${message}`)
    return [cause.message, ...faults].join('\n')
  }
  if (cause instanceof UsageError || cause instanceof StartupError) return cause.message
  if (hasOtherTables(cause)) {
    return (
      `The database has not the tables that this version of Grundbok knows (${reasonOf(cause)}): they were changed ` +
      'meanwhile by another version, or by hand. Run this command with the version that the service has.'
    )
  }
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}
