// The archive of a fiscal year and the export of a company on the command line, where they may take their time.
import type { CompanyRowCall } from '#http'
import { allScopes } from '#identity'
import { listFiscalYears } from '#ledger'
import { operator } from '#platform/call'
import type { Transaction } from '#platform/db'
import { reportRows } from '#reports'
import { asOperator } from '#system'
import { companyOf, latestOf, written } from './answer.ts'
import { type Command, companyOption } from './command.ts'

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
      const { archiveOf } = await everything()
      const answer = await system.database.of(companyId).transaction(async (db) => {
        const call = { ...system.standing, db, now: new Date(), actor: operator, from: null, companyId }
        const id = given.text('fiscal-year') ?? latestOf((await listFiscalYears(call, { pageSize: 1 })).items)
        return archiveOf(withAllRights(call), { id, rows: reportRows })
      }, 'repeatable read, read only')
      return written(answer, given)
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
      const { database, standing } = system
      const { rows, exportCompany, makeExportReady, noteExport } = await everything()
      const callIn = (db: Transaction) =>
        withAllRights({ ...standing, db, now: new Date(), actor: operator, from: null, companyId })
      await database.of(companyId).transaction(async (db) => {
        await makeExportReady(callIn(db))
        await noteExport(callIn(db))
      })
      const answer = await database
        .of(companyId)
        .transaction((db) => exportCompany(callIn(db), rows), 'repeatable read, read only')
      return written(answer, given)
    },
  },
]

const everything = () => import('./everything.ts')

/** The operator may read whatever reports read. */
const withAllRights = (call: Omit<CompanyRowCall, 'scopes' | 'requireRow' | 'requireFeature'>): CompanyRowCall => ({
  ...call,
  scopes: new Set(allScopes),
  requireRow: () => undefined,
  requireFeature: () => undefined,
})
