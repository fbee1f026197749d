// What the tests of the ledger share: entries booked over HTTP, the operator's verbs, SQL of a test's own.
import type { Client } from 'pg'
import { expect } from 'vitest'
import { identityService } from '#identity'
import { ledgerContribution } from '#ledger'
import type { Verified } from '#server/ledger/verify'
import { connectByCompany, connectWhere } from '#support/by-company'
import { type Answer, anEntry, requestsWith, type Service, type TestCompany } from '#support/service'

/** An item of a request: debit above zero, credit below. */
export const item = (account: number, amount: number) =>
  amount > 0 ? { account, debit: amount } : { account, credit: -amount }

/** Books `anEntry(changes)` and answers what came back. */
export const book = async (company: TestCompany, changes: Record<string, unknown> = {}): Promise<Answer['body']> => {
  const answer = await company.post('/journal-entries', anEntry(changes))
  expect(answer.body).toMatchObject({ journalEntryNumber: expect.any(String) })
  expect(answer.status).toBe(200)
  return answer.body
}

/** What a refused entry has wrong: `field: message`, as many lines as the body's message counts. */
export const wrongIn = async (company: TestCompany, body: unknown): Promise<string[]> => {
  const answer = await company.post('/journal-entries', body)
  const errors: { field: string; message: string }[] = answer.body.errors ?? []
  expect(answer.status).toBe(400)
  expect(answer.body.code).toBe('validation-error')
  const count = errors.length === 1 ? '1 error' : `${errors.length} errors`
  expect(answer.body.message).toBe(`Validation failed with ${count}`)
  return errors.map(({ field, message }) => `${field}: ${message}`)
}

/** Every entry of a company, the one booked first first. */
export const allEntries = async (company: TestCompany): Promise<Answer['body'][]> => {
  const found: Answer['body'][] = []
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const { body } = await company.get(`/journal-entries?pageSize=100&cursor=${encodeURIComponent(cursor)}`)
    found.push(...body.items)
    cursor = body.nextCursor
  }
  return found.reverse()
}

/** What stands on an account, as the API tells it. */
export const balanceOf = async (company: TestCompany, account: number): Promise<number> => {
  const answer = await company.get(`/chart-of-accounts/${account}`)
  expect(answer.status).toBe(200)
  return answer.body.accountBalance
}

/** The same company to another integration, with a token of its own. */
export const anotherIntegration = async (service: Service, company: TestCompany, name: string) => {
  const scopes = ['journal-entries:read', 'journal-entries:write']
  const { token } = await service.operateFor(company.id, (call) => identityService.createToken(call, { name, scopes }))
  return requestsWith(company.url, token)
}

/** Verifies a company's books as `npm run verify` does; the first fault. */
export const verified = async (service: Service, companyId: string): Promise<Pick<Verified, 'entries' | 'fault'>> => {
  const { entries, fault } = await allVerified(service, companyId)
  return { entries, fault }
}

/** The same with every fault. */
export const allVerified = (service: Service, companyId: string): Promise<Verified> =>
  service.operateFor(companyId, (call) =>
    service.database
      .of(companyId)
      .transaction((db) => ledgerContribution.verifyBooks({ ...call, db }), 'repeatable read, read only'),
  )

/** A connection of one's own, to the company that is told or to all; the caller ends it. Bigints are text. */
export const connectTo = (service: Service, companyId?: string): Promise<Client> =>
  companyId === undefined ? connectByCompany(service) : connectWhere(service, companyId)

/** The SQLSTATE that a statement is refused with; `null` when it is not. */
export const stateOf = async (work: Promise<unknown>): Promise<string | null> => {
  try {
    await work
    return null
  } catch (error) {
    if (error instanceof Error && 'code' in error) return String(error.code)
    throw error
  }
}
