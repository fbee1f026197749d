// `bok mirror FOLDER`: the books as plain text, a journal for each year that hledger reads, kept up to date by events.
// The files are all that is kept: each entry is a block that begins with its id.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { followEvents, type Position } from '@grundbok/sdk'
import type { GetJournalEntryResponses } from '@grundbok/sdk/types'
import type { Command } from 'commander'
import { booksOf, type Common, connectionOf } from './connection.ts'
import { untilInterrupted } from './feed.ts'
import { withCommon } from './generic.ts'
import { progress, say } from './terminal.ts'

export const addMirror = (program: Command): void => {
  withCommon(program.command('mirror').description('Keep the books as plain text, for hledger'))
    .argument('<folder>')
    .option('--once', 'bring it up to date, and end')
    .addHelpText('after', '\nhledger -f FOLDER/main.journal balance')
    .action(mirror)
}

type Books = ReturnType<typeof booksOf>
type JournalEntry = GetJournalEntryResponses[200]
type State = { companyId: string; position: Position }

const STATE = 'mirror.json'

const mirror = async (folder: string, given: Common & { once?: boolean }): Promise<void> => {
  const connection = connectionOf(given)
  const books = booksOf(connection)
  mkdirSync(folder, { recursive: true })
  const known = stateIn(folder)
  const isKnown = known?.companyId === connection.companyId
  const state = isKnown ? known : await begin(folder, books, connection.companyId)
  const signal = untilInterrupted()
  let noted = newNotes()
  const savePosition = async (position: Position) => {
    state.position = noted.isAnew ? (await begin(folder, books, connection.companyId)).position : position
    if (noted.isFrameOld) await writeFrame(folder, books)
    putEntries(folder, [...noted.entries.values()])
    noted = newNotes()
    put(folder, STATE, JSON.stringify(state))
  }
  for (;;) {
    const options = { after: String(state.position), limit: MOST_EVENTS, types: TYPES.join(','), signal }
    const { items, after, hasMore } = await books.events.list(options)
    for (const event of items) note(noted, event)
    await savePosition(after)
    if (!hasMore) break
  }
  say(`${folder} is up to date`)
  if (given.once) return
  for await (const event of followEvents(books.events, { after: state.position, types: TYPES, savePosition, signal })) {
    note(noted, event)
  }
}

/** What events have changed, and is not written yet. */
type Notes = { entries: Map<string, JournalEntry>; isFrameOld: boolean; isAnew: boolean }

const newNotes = (): Notes => ({ entries: new Map(), isFrameOld: false, isAnew: false })

type Event = { kind: string; resource: { type: string; id: string | null }; current?: unknown }

const note = (noted: Notes, { kind, resource, current }: Event): void => {
  if (kind === 'fiscal-year.removed') noted.isAnew = true
  else if (resource.type !== 'journal-entry') noted.isFrameOld = true
  // The feed shows an entry as its own address does.
  else if (current && resource.id) noted.entries.set(resource.id, current as JournalEntry)
}

/** As many events as the service gives at once. */
const MOST_EVENTS = 500
const TYPES = ['journal-entry', 'account', 'opening-balances', 'fiscal-year.created', 'fiscal-year.removed']

const stateIn = (folder: string): State | null => {
  const path = join(folder, STATE)
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as State) : null
}

/** Reads everything, as docs/guides/events.md says: the position first, then the lists. */
const begin = async (folder: string, books: Books, companyId: string): Promise<State> => {
  const { after } = await books.events.list({ after: 'latest' })
  await writeFrame(folder, books)
  const { totalItems } = await books.journalEntries.list({ pageSize: 1 })
  const bar = progress('Reading entries', totalItems ?? 0)
  const entries: JournalEntry[] = []
  for await (const entry of books.journalEntries.list()) {
    entries.push(entry)
    bar.step(entry.journalEntryNumber)
  }
  bar.end()
  for (const name of journalsIn(folder)) put(folder, name, '')
  putEntries(folder, entries)
  const state = { companyId, position: after }
  put(folder, STATE, JSON.stringify(state))
  return state
}

const journalsIn = (folder: string): string[] => readdirSync(folder).filter((name) => /^\d{4}\.journal$/.test(name))

/** Names and types of accounts by the first digit of their number, as hledger tells them apart. */
const CLASSES: Readonly<Record<string, readonly [string, string]>> = {
  1: ['assets', 'A'],
  2: ['equity and liabilities', 'L'],
  3: ['revenues', 'R'],
}
const classOf = (account: number) => CLASSES[String(account).charAt(0)] ?? ['expenses', 'X']

const accountName = (account: number): string => `${classOf(account)[0]}:${account}`

/** The accounts, and what the first year opens with; later years carry on from there. */
const writeFrame = async (folder: string, books: Books): Promise<void> => {
  const accounts = await books.chartOfAccounts.list()
  const lines = accounts.map(
    ({ account, name }) => `account ${accountName(account)}  ; type:${classOf(account)[1]}, ${name}`,
  )
  put(folder, 'accounts.journal', `commodity 1000.00 SEK\n\n${lines.join('\n')}\n`)
  const years = await books.fiscalYears.list().all()
  const [first] = years.sort((one, other) => (one.startDate < other.startDate ? -1 : 1))
  const balances = first ? (await books.fiscalYears.openingBalances.get(first.id)).balances : []
  const amounts = balances.map(({ account, amount }) => lineOf(account, amount))
  const opening = first && amounts.length > 0 ? `${first.startDate} * Opening balances\n${amounts.join('\n')}\n` : ''
  put(folder, 'opening.journal', opening)
}

const lineOf = (account: number, kronor: number): string =>
  `    ${accountName(account).padEnd(30)}  ${kronor.toFixed(2).padStart(15)} SEK`

/** Lays entries on the journals of their years, and writes the file that includes all. */
const putEntries = (folder: string, entries: readonly JournalEntry[]): void => {
  const years = new Map<string, Map<string, string>>()
  for (const entry of entries) {
    const year = entry.date.slice(0, 4)
    const blocks = years.get(year) ?? blocksIn(folder, year)
    years.set(year, blocks.set(entry.id, blockOf(entry)))
  }
  for (const [year, blocks] of years) {
    const sorted = [...blocks.values()].sort((one, other) => (firstLine(one) < firstLine(other) ? -1 : 1))
    put(folder, `${year}.journal`, sorted.join('\n'))
  }
  const names = ['accounts.journal', 'opening.journal', ...journalsIn(folder).sort()]
  put(folder, 'main.journal', names.map((name) => `include ${name}\n`).join(''))
}

/** The line with the date and the number. */
const firstLine = (block: string): string => {
  const [, line = ''] = block.split('\n')
  return line.replace(/\d+/g, (digits) => digits.padStart(12, '0'))
}

const blocksIn = (folder: string, year: string): Map<string, string> => {
  const path = join(folder, `${year}.journal`)
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return new Map(
    text
      .split(/^(?=; id: )/m)
      .filter((block) => block !== '')
      .map((block) => [/^; id: (\S+)/.exec(block)?.[1] ?? '', block.replace(/\n+$/, '\n')]),
  )
}

const blockOf = ({ id, date, journalEntryNumber, title, items }: JournalEntry): string => {
  const amounts = items.map(({ account, debit = 0, credit = 0 }) => lineOf(account, debit === 0 ? -credit : debit))
  // What hledger reads as something else: a comment, or the end of the line.
  const text = title.replace(/[;\r\n|]+/g, ' ').trim()
  return `; id: ${id}\n${date} * (${journalEntryNumber}) ${text}\n${amounts.join('\n')}\n`
}

const put = (folder: string, name: string, text: string): void => {
  const path = join(folder, name)
  writeFileSync(`${path}.new`, text)
  renameSync(`${path}.new`, path)
}
