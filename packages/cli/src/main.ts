// The command `bok`: everything that a Grundbok service does, from a shell.
import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { addBooks } from './books.ts'
import { addCompletion } from './completion.ts'
import { EXITS, told } from './exits.ts'
import { addFeed } from './feed.ts'
import { addOperations } from './generic.ts'
import { addLogin, addOpen } from './login.ts'
import { addLogs } from './logs.ts'
import { addMcp } from './mcp.ts'
import { addMirror } from './mirror.ts'

const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }

const HELP = `
Exit codes: ${Object.entries(EXITS)
  .map(([name, code]) => `${code} ${name}`)
  .join(', ')}.

Examples:
  bok login --url https://books.example.com/v1
  bok invoices list --query 'status==overdue' -o csv
  bok entry "Lokalhyra" 5010 8000 2641 2000 1930 -10000 --dry-run
  bok sie import books.se`

const program = new Command('bok')
  .description('Everything that a Grundbok service does, from a shell')
  .version(version)
  .addHelpText('after', HELP)
  .exitOverride()
  .showSuggestionAfterError()
  .configureHelp({ sortSubcommands: true })

addLogin(program)
addBooks(program)
addFeed(program)
addMirror(program)
addLogs(program)
addMcp(program)
addOpen(program)
addCompletion(program)

/** What a reader of a pipe has closed is not written to. */
process.stdout.on('error', (cause: NodeJS.ErrnoException) =>
  process.exit(cause.code === 'EPIPE' ? EXITS.done : EXITS.other),
)

const words = process.argv.slice(2)
if (!/^complete$|^commands$/.test(words[0] ?? '')) addOperations(program, words)
inherit(program)

try {
  await program.parseAsync()
} catch (thrown) {
  process.exitCode = told(thrown)
}

/** Settings of the program hold for all of its commands. */
function inherit(command: Command): void {
  for (const one of command.commands) {
    one.copyInheritedSettings(command)
    inherit(one)
  }
}
