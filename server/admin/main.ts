// The operator's command line: `./grundbok <noun> <verb> …`. It works beside a running service or without one, on
// the embedded or the given database. What a command says stands on standard output; a refusal or a wrong call ends
// with exit code 1 and a sentence on standard error.
import { Refusal } from '#platform/refusal'
import { StartupError } from '#platform/startup-error'
import { openSystem, type System } from '#system'
import type { Answer } from './answer.ts'
import { readArguments, UsageError } from './arguments.ts'
import { type Command, commonOptions } from './command.ts'
import { commandFor, overview, usageOf } from './commands.ts'

const run = async (words: string[]): Promise<void> => {
  const found = commandFor(words)
  if (found) return runCommand(found.command, found.rest)
  const asked = words.length === 0 || words.includes('--help') || words[0] === 'help'
  if (asked) console.log(overview())
  else throw new UsageError(`There is no command ${words.join(' ')}\n\n${overview()}`)
}

const runCommand = async (command: Command, words: string[]): Promise<void> => {
  if (words.includes('--help')) {
    console.log(usageOf(command))
    return
  }
  try {
    const given = readArguments([...command.options, ...commonOptions], words, command.file ? 1 : 0)
    const system = await openSystem('command', console.error, command.withAnyKey)
    try {
      print(await command.run(system, given, console.error), given.has('json'))
    } finally {
      await closeQuietly(system)
    }
  } catch (cause) {
    if (cause instanceof UsageError) throw new UsageError(`${cause.message}\n\n${usageOf(command)}`)
    throw cause
  }
}

const print = ({ json, text, failed }: Answer, asJson: boolean): void => {
  console.log(asJson ? JSON.stringify(json) : text)
  if (failed) process.exitCode = 1
}

const closeQuietly = (system: System): Promise<void> =>
  system.close().catch((cause: Error) => console.error(`Closing failed: ${cause.message}`))

const explain = (cause: unknown): string => {
  if (cause instanceof Refusal) {
    const faults = cause.errors.map(({ field, message }) => `  ${field.replace(/^#\//, '')} ${message}`)
    return [cause.message, ...faults].join('\n')
  }
  if (cause instanceof UsageError || cause instanceof StartupError) return cause.message
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
}

try {
  await run(process.argv.slice(2))
} catch (cause) {
  console.error(explain(cause))
  process.exitCode = 1
}
