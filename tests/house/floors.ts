// The floors of the house: what a folder may use stands below it, and which file a specifier names.
import { readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import type { Source } from './sources.ts'

/** Each folder of the server, and each of the console, stands on a floor and imports from lower floors only. */
export const floors: Record<string, number> = {
  'server/platform': 0,
  'server/anchors': 1,
  'server/backup': 1,
  'server/http': 1,
  'server/numbers': 1,
  'server/sie': 1,
  'server/storage': 1,
  'server/documents': 2,
  'server/identity': 2,
  'server/paper': 2,
  'server/parties': 2,
  'server/access': 3,
  'server/archive': 3,
  'server/events': 3,
  'server/history': 3,
  'server/ledger': 3,
  'server/plans': 3,
  'server/sheets': 3,
  'server/tax-reduction': 3,
  'server/accruals': 4,
  'server/purchasing': 4,
  'server/sales': 4,
  'server/webhooks': 4,
  'server/request-log': 4,
  'server/banking': 5,
  'server/e-invoices': 5,
  'server/readings': 5,
  'server/recurring': 5,
  'server/reminders': 5,
  'server/reports': 5,
  'server/vat': 6,
  'server/mail-in': 6,
  'server/agency': 7,
  'server/assets': 6,
  'server/year-end': 7,
  'server/desk': 8,
  'server/records': 8,
  'server/operator': 8,
  'server/monitoring': 9,
  server: 10,
  'server/admin': 11,
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
  'console/year-end': 5,
  'console/ledger': 5,
  'console/sales': 5,
  'console/reports': 4,
  'console/start': 4,
  'console/suppliers': 4,
  'console/purchasing': 5,
  'console/banking': 6,
  'console/agency': 6,
  'console/integrations': 5,
  'console/operator': 5,
  'console/home': 7,
  'console/pages': 8,
  'console/frame': 9,
  console: 10,
}

export const { imports: aliases } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  imports: Record<string, string>
}

/** The file that a specifier names, from the root; null for a package. */
export const fileOf = ({ folder }: Source, specifier: string): string | null => {
  if (specifier.startsWith('./')) return normalize(join(folder, specifier))
  if (!specifier.startsWith('#')) return null
  const [pattern = '', target = ''] =
    Object.entries(aliases).find(([alias]) => alias === specifier) ??
    Object.entries(aliases).find(([alias]) => alias.endsWith('*') && specifier.startsWith(alias.slice(0, -1))) ??
    []
  return normalize(target.replace('*', specifier.slice(pattern.length - 1)))
}
