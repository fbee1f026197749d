// The archive of a fiscal year and the export of a company on the command line, without the time limits of requests.

import { companyOf, latestOf, written } from '#admin/answer'
import { type Command, companyOption } from '#admin/command'
import type { CompanyRowCall } from '#http'
import { allScopes } from '#identity'
import { listFiscalYears } from '#ledger'
import { operator } from '#platform/actor'
import type { Db } from '#platform/db'
import { asOperator, type System } from '#programs/system'

export const recordCommands: readonly Command[] = [
  {
    name: 'archive',
    summary: 'Write everything of a fiscal year into a zip file that can be verified without this program',
    options: [
      companyOption,
      { name: 'fiscal-year', value: 'ID', description: 'The fiscal year; the latest if left out' },
      { name: 'output', value: 'FILE', description: 'Where to; named by company and year if left out' },
    ],
    run: async (system, given) => {
      const companyId = await asOperator(system, (call) => companyOf(call, given))
      const { archiveOf, rows } = await everything()
      const own = system.database.of(companyId)
      const callIn = callsOf(system, companyId)
      const archive = await own.transaction(async (db) => {
        const call = callIn(db)
        const id = given.text('fiscal-year') ?? latestOf((await listFiscalYears(call, { pageSize: 1 })).items)
        return archiveOf(call, { id, rows })
      }, 'repeatable read, read only')
      return written(await archive.finish(callIn(own)), given)
    },
  },
  {
    name: 'company export',
    summary: 'Write everything of a company into a zip file, to be taken elsewhere',
    options: [
      companyOption,
      { name: 'output', value: 'FILE', description: 'Where to; named by company and day if left out' },
    ],
    run: async (system, given) => {
      const companyId = await asOperator(system, (call) => companyOf(call, given))
      const { rows, exportCompany, makeExportReady, noteExport } = await everything()
      const own = system.database.of(companyId)
      const callIn = callsOf(system, companyId)
      await makeExportReady(callIn(own))
      await own.transaction((db) => noteExport(callIn(db)))
      const all = await own.transaction((db) => exportCompany(callIn(db), rows), 'repeatable read, read only')
      return written(await all.finish(callIn(own)), given)
    },
  },
]

const everything = () => import('#admin/everything')

/** Calls of the operator for a company, with the right to read all reports. */
const callsOf =
  ({ standing }: System, companyId: string) =>
  (db: Db): CompanyRowCall => ({
    ...standing,
    db,
    now: new Date(),
    actor: operator,
    from: null,
    companyId,
    scopes: new Set(allScopes),
    requireRow: () => undefined,
    requireFeature: () => undefined,
  })
