// Every operation as a command: `bok invoices payments create INVOICE_ID --date 2026-06-09`. Words, flags and help come
// from the document.

import { Download, effectsOf, type Pages } from '@grundbok/sdk'
import { Argument, type Command, Option } from 'commander'
import { booksOf, type Common, type Connection, connectionOf } from './connection.ts'
import { Failure } from './exits.ts'
import { type Field, type Operation, operations, typed, wordsOf } from './operations.ts'
import { effectsTable, type Format, formatOf, print, saveDownload, write } from './output.ts'
import { progress, say } from './terminal.ts'
import { bodyFrom, fileFrom, laidOn, valueFrom } from './values.ts'

/** What each command takes beside the fields of its operation. */
type Given = Common & {
  output?: Format
  columns?: string
  all?: boolean
  limit?: string
  body?: string
  set?: string[]
  dryRun?: boolean
  key?: string
  ifMatch?: string
  saveAs?: string
} & Record<string, unknown>

/** Options that a command of any operation may have, so that no field takes their name. */
const RESERVED = [
  'profile',
  'company',
  'agency',
  'language',
  'output',
  'columns',
  'all',
  'limit',
  'body',
  'set',
  'dry-run',
  'key',
  'if-match',
  'save-as',
  'help',
]

export const withCommon = (command: Command): Command =>
  command
    .option('--profile <name>', 'the profile to use (BOK_PROFILE)')
    .option('--company <id>', 'the company, in place of the one in the profile (BOK_COMPANY)')
    .option('--agency <id>', 'the agency, in place of the one in the profile (BOK_AGENCY)')
    .addOption(new Option('--language <language>', 'the language of sentences').choices(['en', 'sv']))

export const withOutput = (command: Command): Command =>
  withCommon(command)
    .addOption(new Option('-o, --output <format>', 'how answers are written').choices(['table', 'json', 'csv']))
    .option('--columns <names>', 'the columns of a table or of CSV, separated by commas: id,customerRef.name')

/**
 * Adds the commands of all operations. Of the resources that are not named in `words`, only the first level is made:
 * most of the work of a start would be for commands that are not called.
 */
export const addOperations = (program: Command, words: readonly string[]): void => {
  for (const operation of operations) {
    const path = wordsOf(operation)
    const isNamed = words.includes(path[0] ?? '')
    const group = path.slice(0, isNamed ? -1 : 1).reduce(groupIn, program)
    if (isNamed || path.length === 1) addCommand(path.length === 1 ? program : group, path.at(-1) ?? '', operation)
  }
}

const groupIn = (parent: Command, word: string): Command => {
  const known = parent.commands.find((one) => one.name() === word)
  if (known) return known
  const group = operations.find((one) => wordsOf(one)[0] === word)?.group ?? ''
  return parent.command(word).description(parent.parent ? '' : (SCOPES[word] ?? group))
}

const SCOPES: Readonly<Record<string, string>> = {
  agency: 'What belongs to an agency, and its client companies',
  me: 'The owner of the token, and what is theirs',
  operator: 'For those who run the service',
  service: 'What belongs to no company: companies, connections, OAuth',
}

const addCommand = (group: Command, verb: string, operation: Operation): void => {
  // A resource may be a verb as well: `supplier-invoices record ID`, `supplier-invoices record get ID`.
  const known = group.commands.find((one) => one.name() === verb)
  const command = withOutput(known ?? group.command(verb))
    .description(operation.summary)
    .addHelpText('after', `\n${operation.description}`)
  for (const name of operation.parameters) command.argument(`<${typed(name)}>`)
  const fields = operation.body?.fields ?? []
  const file = fields.find(({ type }) => type === 'file')
  if (file) command.addArgument(new Argument('<file>', 'a file, or - for stdin'))
  const flags = [...fields, ...operation.query].filter(
    ({ name, type }) => type !== 'file' && !RESERVED.includes(typed(name)),
  )
  for (const field of flags) {
    if (!(operation.list && ['page', 'cursor'].includes(field.name))) command.addOption(optionOf(field))
  }
  if (operation.body && !file) {
    command.option('--body <json>', 'the body as JSON: a file, - for stdin, or the JSON itself')
    command.option('--set <name=value>', 'one value of the body, also within: lineItems.0.quantity=8', collect, [])
  }
  if (operation.list)
    command.option('--all', 'all items, and not the first page').option('--limit <number>', 'at most so many')
  if (operation.isTriable) command.option('--dry-run', 'try it, and draw what would change')
  if (operation.isWrite && (operation.isTriable || operation.scope !== 'service')) {
    command.option('--key <key>', 'the idempotency key, to repeat a command')
  }
  if (operation.isTagged && operation.isWrite)
    command.option('--if-match <etag>', 'refuse it if the resource has another version')
  if (operation.answer !== 'json' || operation.files.length > 0)
    command.option('--save-as <file>', 'where the file goes; - for stdout')
  command.action((...given: unknown[]) => {
    const values = given.slice(0, operation.parameters.length + (file ? 1 : 0)) as string[]
    return run(operation, values, command.opts())
  })
}

const collect = (one: string, all: string[]): string[] => [...all, one]

const optionOf = ({ name, type, words, description, isRequired }: Field): Option => {
  const value =
    { boolean: '[true|false]', array: '<a,b>', ref: '<id>', object: '<json>', json: '<json>' }[type as string] ??
    `<${type}>`
  const said = [description, words && `one of ${words.join(', ')}`, isRequired && '(required)']
    .filter(Boolean)
    .join('; ')
  return new Option(`--${typed(name)} ${value}`, said)
}

const run = async (operation: Operation, values: string[], given: Given): Promise<void> => {
  const connection = connectionOf(given)
  const call = functionOf(connection, operation)
  const fields = operation.body?.fields ?? []
  const hasFile = fields.some(({ type }) => type === 'file')
  const body = operation.body ? [await bodyOf(fields, given, hasFile ? values.pop() : undefined)] : []
  const options = { ...valuesOf(operation.query, given), ...writeOptions(given) }
  if (!operation.list) return show(await call(...values, ...body, options), given)
  const pages = call(...values, ...body, options) as Listed
  if (given.format !== undefined && given.format !== 'json') return show(await pages, given)
  const isLong = given.all || given.limit !== undefined
  const items = isLong ? await itemsOf(pages, given.limit ? Number(given.limit) : Number.POSITIVE_INFINITY) : null
  const page = items ? null : await pages
  show(items ?? page?.items, given)
  const { totalItems = 0 } = page ?? {}
  if (page && totalItems > page.items.length) say(`${page.items.length} of ${totalItems}; --all for the rest`)
}

type Listed = Pages<{ items: unknown[]; totalItems?: number }, unknown>

/** The items of all pages, at most `limit`. Only some lists know how many there are. */
const itemsOf = async (list: Listed, limit: number): Promise<unknown[]> => {
  const items: unknown[] = []
  let bar: ReturnType<typeof progress> | null = null
  for await (const page of list.pages()) {
    bar ??= progress('Reading', page.totalItems === undefined ? null : Math.min(limit, page.totalItems))
    items.push(...page.items.slice(0, limit - items.length))
    bar.step('', page.items.length)
    if (items.length >= limit) break
  }
  bar?.end()
  return items
}

const writeOptions = ({ dryRun, key, ifMatch }: Given) => ({
  ...(dryRun && { dryRun: true, effects: true }),
  ...(key && { idempotencyKey: key }),
  ...(ifMatch && { ifMatch }),
})

const bodyOf = async (fields: readonly Field[], given: Given, file: string | undefined): Promise<object> => {
  const body: Record<string, unknown> = given.body ? bodyFrom(given.body) : {}
  Object.assign(body, valuesOf(fields, given))
  for (const setting of given.set ?? []) laidOn(body, setting)
  const named = fields.find(({ type }) => type === 'file')
  return named && file !== undefined ? { ...body, [named.name]: await fileFrom(file) } : body
}

/** The options of these fields that were given. Commander knows them in camel case, as they are called. */
const valuesOf = (fields: readonly Field[], given: Given): Record<string, unknown> => {
  const own = fields.filter(
    ({ name, type }) => type !== 'file' && given[name] !== undefined && !RESERVED.includes(typed(name)),
  )
  return Object.fromEntries(own.map((field) => [field.name, valueFrom(field, given[field.name] as string)]))
}

const show = async (came: unknown, given: Given): Promise<void> => {
  if (came instanceof Download) return saveDownload(came, given.saveAs)
  const format = formatOf(given.output)
  const effects = given.dryRun ? effectsOf(came) : null
  if (effects && format === 'table') return write(effectsTable(effects))
  print(came, format, given.columns?.split(','))
}

type Called = (...given: unknown[]) => unknown

const functionOf = (connection: Connection, { scope, resources, verb }: Operation): Called => {
  const { client, agencyId } = connection
  if (scope === 'agency' && !agencyId) throw new Failure('usage', 'Which agency? Give --agency ID')
  const start = {
    company: () => booksOf(connection),
    agency: () => client.agency(agencyId),
    me: () => client.me,
    operator: () => client.operator,
    service: () => client,
  }[scope]()
  // The names come from the document, as those of the SDK do.
  return [...resources, verb].reduce((at, word) => (at as Record<string, unknown>)[word], start as unknown) as Called
}
