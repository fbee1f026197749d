// Parses a command's arguments by its table of options.
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { isId } from '#platform/id'

/** An option of a command: `--name <value>`, or a switch if it has no value. */
export type Option = { name: string; value?: string; required?: true; many?: true; description: string }

/** The given options by name, and the other arguments. `all` is for options that may be repeated. */
export type Given = {
  text(name: string): string | undefined
  all(name: string): string[]
  has(name: string): boolean
  rest: readonly string[]
}

/** An error in how a command was called. */
export class UsageError extends Error {}

export const readArguments = (options: readonly Option[], words: string[], mostRest: number): Given => {
  const table = Object.fromEntries(
    options.map(({ name, value, many = false }) => [
      name,
      { type: value ? 'string' : 'boolean', multiple: many } as const,
    ]),
  )
  const { values, positionals } = parse(table, words)
  const missing = options.filter(({ name, required }) => required && values[name] === undefined)
  if (missing.length > 0) throw new UsageError(`Missing: ${missing.map(({ name }) => `--${name}`).join(', ')}`)
  if (positionals.length > mostRest) throw new UsageError(`Not understood: ${positionals.slice(mostRest).join(' ')}`)
  return {
    text: (name) => (typeof values[name] === 'string' ? values[name] : undefined),
    all: (name) => [values[name] ?? []].flat().filter((value) => typeof value === 'string'),
    has: (name) => values[name] === true,
    rest: positionals,
  }
}

const parse = (options: Record<string, { type: 'string' | 'boolean'; multiple: boolean }>, args: string[]) => {
  try {
    return parseArgs({ options, args, allowPositionals: true })
  } catch (cause) {
    throw new UsageError((cause as Error).message.replace(/\. .*/s, ''))
  }
}

/** The id that an option names. */
export const idOf = (given: Given, option = 'id'): string => {
  const id = given.text(option) ?? ''
  if (!isId(id)) throw new UsageError(`--${option}: ${id} is not an id`)
  return id
}

/** A path relative to the user's folder: npm runs commands in the folder of the program. */
export const fromCaller = (path: string): string => resolve(process.env.INIT_CWD ?? '', path)
