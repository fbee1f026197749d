// What is typed most: an entry in one line, and files to upload.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { effectsOf } from '@grundbok/sdk'
import type { Command } from 'commander'
import { booksOf, type Common, connectionOf } from './connection.ts'
import { Failure, told } from './exits.ts'
import { withOutput } from './generic.ts'
import { effectsTable, type Format, formatOf, print, write } from './output.ts'
import { progress, say } from './terminal.ts'
import { fileFrom, kronorOf, oreOf } from './values.ts'

type Given = Common & { output?: Format; columns?: string }

export const addBooks = (program: Command): void => {
  const entry = program.command('entry').description('Book an entry: debit above zero, credit below')
  withOutput(entry)
    .argument('<title>')
    .argument('<items...>', 'accounts and amounts in kronor by turns: 5010 8000 2641 2000 1930 -10000')
    // Amounts below zero with a comma look like options; what is neither is refused as an account or an amount.
    .allowUnknownOption()
    .option('--date <day>', 'the day, YYYY-MM-DD; today if left out')
    .option('--dry-run', 'try it, and draw what would change')
    .option('--key <key>', 'the idempotency key, to repeat a command')
    .addHelpText('after', '\nThe amounts of an entry are zero together. "1 234,50" and 1234.50 are the same.')
    .action(bookEntry)
  const upload = program.command('upload').description('Upload documents: PDF, JPEG or PNG')
  withOutput(upload).argument('<files...>').option('--entry <id>', 'the entry that they belong to').action(uploadFiles)
}

const bookEntry = async (
  title: string,
  typed: string[],
  given: Given & { date?: string; dryRun?: boolean; key?: string },
): Promise<void> => {
  if (typed.length % 2 !== 0) throw new Failure('usage', 'Each account is followed by its amount')
  const items = Array.from({ length: typed.length / 2 }, (_, at) =>
    itemOf(typed[2 * at] ?? '', typed[2 * at + 1] ?? ''),
  )
  const sum = items.reduce((total, { ore }) => total + ore, 0n)
  if (sum !== 0n)
    throw new Failure(
      'usage',
      `The amounts are ${kronorOf(sum < 0n ? -sum : sum)} apart: ${sum < 0n ? 'credit' : 'debit'} is more`,
    )
  const body = { title, date: given.date ?? dayOf(new Date()), items: items.map(({ item }) => item) }
  const options = {
    ...(given.dryRun && { dryRun: true, effects: true }),
    ...(given.key && { idempotencyKey: given.key }),
  }
  const booked = await booksOf(connectionOf(given)).journalEntries.create(body, options)
  const effects = effectsOf(booked)
  const format = formatOf(given.output)
  if (effects && format === 'table') write(effectsTable(effects))
  else print(booked, format, given.columns?.split(','))
}

const itemOf = (account: string, amount: string) => {
  if (!/^\d{4}$/.test(account)) throw new Failure('usage', `${account} is no account: four digits`)
  const ore = oreOf(amount)
  const kronor = kronorOf(ore < 0n ? -ore : ore)
  return { ore, item: { account: Number(account), ...(ore < 0n ? { credit: kronor } : { debit: kronor }) } }
}

/** Today, where the books are kept. */
const dayOf = (moment: Date): string => moment.toLocaleDateString('sv-SE', { timeZone: 'Europe/Stockholm' })

const uploadFiles = async (paths: string[], given: Given & { entry?: string }): Promise<void> => {
  const { uploads } = booksOf(connectionOf(given))
  const files = await Promise.all(paths.map(async (path) => ({ path, file: await fileFrom(path) })))
  const bar = progress('Uploading', files.length)
  const rows: object[] = []
  let exit = 0
  for (const { path, file } of files) {
    try {
      // Of the same file in the same day, there is one upload, however often the command is repeated.
      const digest = createHash('sha256').update(basename(path)).update(readFileSync(path)).digest('hex')
      const idempotencyKey = `upload-${digest}`
      const body = { file, ...(given.entry && { journalEntryId: given.entry }) }
      const { id, contentType } = await uploads.create(body, { idempotencyKey })
      rows.push({ file: path, id, contentType })
    } catch (thrown) {
      say(`${path}:`)
      exit = told(thrown)
    }
    bar.step(path)
  }
  bar.end()
  print(rows, formatOf(given.output), given.columns?.split(','))
  process.exitCode = exit
}
