// The floors of the house: what a folder may use stands below it, and which file a specifier names.
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { Source } from './sources.ts'

/** Each room of the server, and each of the console, stands on a floor and imports from lower floors only. */
export const floors: Record<string, number> = {
  'server/platform': 0,
  'server/cluster': 1,
  'server/integrity': 1,
  'server/postgres': 1,
  'server/privacy': 1,
  'server/secrets': 1,
  'server/threads': 1,
  'server/todo': 1,
  'server/files': 2,
  'server/jobs': 2,
  'server/numbers': 2,
  'server/schema': 2,
  'server/text': 2,
  'server/mail': 3,
  'server/settings': 3,
  'server/anchors': 4,
  'server/backup': 4,
  'server/http': 4,

  'server/storage': 4,
  'server/documents': 5,
  'server/identity': 5,
  'server/paper': 5,
  'server/parties': 5,
  'server/access': 6,
  'server/events': 6,
  'server/history': 6,
  'server/ledger': 6,
  'server/plans': 6,
  'server/sheets': 6,
  'server/accruals': 7,
  'server/purchasing': 7,
  'server/sales': 7,
  'server/webhooks': 7,
  'server/request-log': 7,
  'server/banking': 8,
  'server/e-invoices': 8,
  'server/readings': 8,
  'server/recurring': 8,
  'server/reminders': 8,
  'server/reports': 8,
  'server/vat': 9,
  'server/mail-in': 9,
  'server/payroll': 9,
  'server/agency': 10,
  'server/tax-account': 10,
  'server/assets': 9,
  'server/annual-report': 10,
  'server/year-end': 10,
  'server/proposals': 10,
  'server/desk': 11,
  'server/records': 11,
  'server/operator': 11,
  'server/mcp': 12,
  'server/monitoring': 12,
  'server/guard': 13,
  'server/demo': 13,
  'server/verification': 14,
  'server/lifecycle': 14,
  'server/simulations': 14,
  'server/programs': 15,
  'server/admin': 16,
  'console/words': 0,
  'console/client': 1,
  'console/ui': 2,
  'console/table': 3,
  'console/accounts': 3,
  'console/document-view': 3,
  'console/uploads': 4,
  'console/documents': 5,
  'console/sie': 4,
  'console/figures': 3,
  'console/form': 4,
  'console/programs': 4,
  'console/settings': 5,
  'console/vat': 5,
  'console/annual-report': 5,
  'console/tax-forms': 5,
  'console/year-end': 6,
  'console/year-end-proposals': 5,
  'console/ledger': 5,
  'console/sales': 5,
  'console/reports': 5,
  'console/start': 4,
  'console/suppliers': 4,
  'console/purchasing': 5,
  'console/banking': 6,
  'console/agency': 6,
  'console/tax-account': 6,
  'console/proposals': 6,
  'console/integrations': 5,
  'console/operator': 5,
  'console/home': 7,
  'console/pages': 8,
  'console/frame': 9,
  console: 10,
}

/** Rooms below the business: what they have is small and used everywhere, so each file is entered by its own name. */
export const FOUNDATION: readonly string[] = Object.keys(floors).filter(
  (room) => room.startsWith('server/') && (floors[room] ?? 0) <= 3,
)

/** Rooms of programs, whose files are entered by their names too. */
export const PROGRAMS: readonly string[] = [
  'server/guard',
  'server/demo',
  'server/verification',
  'server/lifecycle',
  'server/simulations',
  'server/programs',
]

/** The room of a folder: `server/sales` of `server/sales/customers`. */
export const roomOf = (folder: string): string => folder.split('/').slice(0, 2).join('/')

export const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
}

/** The file that a specifier names, from the root; null for a package. */
export const fileOf = ({ folder }: Source, specifier: string): string | null => {
  if (specifier.startsWith('./')) return normalize(join(folder, specifier))
  if (!specifier.startsWith('#')) return null
  const [pattern = '', target = ''] =
    Object.entries(aliases).find(([alias]) => alias === specifier) ??
    Object.entries(aliases)
      .filter(([alias]) => alias.endsWith('*') && specifier.startsWith(alias.slice(0, -1)))
      .sort(([one], [other]) => other.length - one.length)[0] ??
    []
  return normalize(target.replace('*', specifier.slice(pattern.length - 1)))
}
