// The archive of a fiscal year on the command line, where it may take as long as it likes.
import { copyFile, rm } from 'node:fs/promises'
import type { CompanyRowCall, FileAnswer } from '#http'
import { allScopes } from '#identity'
import { type FiscalYear, listFiscalYears } from '#ledger'
import { operator } from '#platform/call'
import type { Transaction } from '#platform/db'
import { reportRows } from '#reports'
import { asOperator } from '#system'
import { companyOf } from './answer.ts'
import { fromCaller, type Given, UsageError } from './arguments.ts'
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

/** Puts what was made where the caller wants it. */
const written = async (answer: FileAnswer, given: Given) => {
  const output = fromCaller(given.text('output') ?? answer.name)
  try {
    await copyFile(answer.path, output)
  } catch (cause) {
    throw new UsageError(`${output} cannot be written: ${(cause as Error).message}`)
  } finally {
    await rm(answer.path, { force: true })
  }
  return { json: { file: output, size: answer.size }, text: `${output}, ${answer.size} bytes` }
}

/** The operator may read whatever reports read. */
const withAllRights = (call: Omit<CompanyRowCall, 'scopes' | 'requireRow' | 'requireFeature'>): CompanyRowCall => ({
  ...call,
  scopes: new Set(allScopes),
  requireRow: () => undefined,
  requireFeature: () => undefined,
})

const latestOf = ([latest]: FiscalYear[]): string => {
  if (!latest) throw new UsageError('The company has no fiscal year')
  return latest.id
}
