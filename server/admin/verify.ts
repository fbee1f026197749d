// `npm run verify`: every company's books, walked one after the other.
import { verifyPaymentFiles, verifyStatements } from '#banking'
import { uploadFiles, verifyFiles } from '#documents'
import { listCompanies } from '#identity'
import { type Verified, verifyBooks } from '#ledger'
import { type CompanyCall, operator } from '#platform/call'
import { verifyPurchasing } from '#purchasing'
import { attachmentFiles, verifyPapers, verifySales } from '#sales'
import { asOperator, type System } from '#system'
import { type Answer, companyOf } from './answer.ts'
import type { Given } from './arguments.ts'

/** Most companies that one run walks. */
const MAX_COMPANIES = 1_000_000

export const verify = async (system: System, given: Given, report: (sentence: string) => void): Promise<Answer> => {
  const ids = await asOperator(system, async (call) =>
    given.text('company')
      ? [await companyOf(call, given)]
      : (await listCompanies(call, MAX_COMPANIES)).map(({ id }) => id),
  )
  let entries = 0
  for (const companyId of ids) {
    const { entries: walked, fault } = await system.database.transaction(
      (db) => verifyCompany({ ...system.standing, db, now: new Date(), actor: operator, from: null, companyId }),
      'repeatable read, read only',
    )
    entries += walked
    if (fault) return { json: { companyId, fault }, text: `Company ${companyId}: ${fault}`, failed: true }
  }
  report(`${ids.length} companies, ${entries} journal entries`)
  return { json: { companies: ids.length, entries, fault: null }, text: 'The books are right.' }
}

/** The books first: what stands in them is what sales and purchases are held against. */
const verifyCompany = async (call: CompanyCall): Promise<Verified> => {
  const books = await verifyBooks(call)
  if (books.fault) return books
  const [documents] = [...(await verifySales(call)), ...(await verifyPurchasing(call))]
  const fault = documents ?? (await verifyPapers(call)) ?? (await verifyFiles(call, attachmentFiles))
  const received = fault ?? (await verifyFiles(call, uploadFiles))
  return { ...books, fault: received ?? (await verifyStatements(call)) ?? (await verifyPaymentFiles(call)) }
}
