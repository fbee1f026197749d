// What happens outside of a test company comes in where it would come in really: by the rows that banks' files,
// e-invoices and decisions are received by.
import { createHash } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { CompanyRowCall, Input, Language, Row, RowCall } from '#http'
import { httpService } from '#http/service'
import { findCompany } from '#identity'
import type { Db } from '#platform/db'
import { invalidWith, Refusal } from '#platform/refusal'
import { simulationRefusals as refusals } from './refusals.ts'

/** The rows that are entered by, by the name of their operation. */
export type Entrances = ReadonlyMap<string, Row>

export const entrancesOf = (rows: readonly Row[]): Entrances => new Map(rows.map((row) => [row.operationId, row]))

type Entering = {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string>>
  body?: object
  file?: { name: string; bytes: Buffer }
}

/** A request of the outside world, in the transaction of the simulation: answers as the row does. */
export type Enter = <Answer>(operationId: string, entering: Entering) => Promise<Answer>

/** Enters a test company. Refused for a real one: its outside world is the real one. */
export const enteringBy =
  (entrances: Entrances, call: CompanyRowCall, language: Language): Enter =>
  async <Answer>(operationId: string, { params = {}, query = {}, body, file }: Entering): Promise<Answer> => {
    const row = entrances.get(operationId)
    if (!row) throw new Error(`There is no operation ${operationId}`)
    const sent = {
      params: { companyId: call.companyId, ...params },
      query,
      url: '',
      headers: {},
      isMultipart: () => row.upload !== undefined,
      body,
    }
    const { input, errors } = await httpService.inputReader(row)(sent, false)
    if (errors.length > 0) throw invalidWith(errors)
    // The engine gives a row of a company what it needs.
    const run = (given: Input<unknown, unknown>) => row.run(call as RowCall, { ...given, language }) as Promise<Answer>
    if (!file) return run(input)
    const path = call.files.newWorkFile()
    await writeFile(path, file.bytes)
    try {
      const digest = createHash('sha256').update(file.bytes).digest()
      const received = { path, name: file.name, size: file.bytes.length, digest, contentType: '' }
      received.contentType = (await row.upload?.contentTypeOf?.(received, call.companyId, input.query)) ?? ''
      return await run({ ...input, body: input.body ?? {}, file: received })
    } finally {
      await rm(path, { force: true })
    }
  }

/** Only a test company has a simulated world. */
export const requireTest = async (call: Pick<CompanyRowCall, 'db' | 'companyId'>): Promise<void> => {
  if (!(await isTest(call))) throw refusals.realCompany()
}

export const isTest = async ({ db, companyId }: { db: Db; companyId: string }): Promise<boolean> => {
  const found = await findCompany(db, companyId).catch((cause: unknown) => {
    // Whether there is such a company is not said here.
    if (cause instanceof Refusal) return null
    throw cause
  })
  return found?.isTest ?? false
}
