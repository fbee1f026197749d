// Verification: everything that a company has kept, part by part, each compared with what was written of it elsewhere:
// copies, sums, digests, chains, files. What belongs to no company comes beside it.
import { type Overtaken, verifyAnchors } from '#anchors'
import { sealedPaperKeys, verifyPapers } from '#archive'
import { verifyPaymentFiles, verifyStatements } from '#banking'
import { sealedDrafts } from '#desk'
import { verifyFiles, verifyUploads } from '#documents'
import { sealedAnswers, sealedDigestKeys } from '#http'
import { idsOfCompanies, sealedSecondFactors } from '#identity'
import { type FoundLink, headsOfBooks, linkOfEntry, verifyBooks, verifySieFiles } from '#ledger'
import type { Call, CompanyCall } from '#platform/call'
import type { Database, Transaction } from '#platform/db'
import { sealedMails } from '#platform/mail'
import { isOfCompany, type SealedColumn, unreadable } from '#platform/sealed'
import { sealedWord } from '#platform/sealed-word'
import { sql } from '#platform/sql'
import { headOf, linkAt, verifyWitnesses } from '#platform/witness'
import { sealedSupplierNumbers, verifyPurchasing } from '#purchasing'
import { attachmentFiles, sealedCustomerNumbers, verifySales } from '#sales'
import { sealedPersonalNumbers } from '#tax-reduction'
import { sealedWebhookSecrets } from '#webhooks'
import { linksOfChains } from './anchoring.ts'

/** A call whose database is one snapshot. */
export type Snapshot = CompanyCall & { db: Transaction }

/** `onWay` is told how many journal entries were walked, `onOvertaken` of anchors that could not be compared whole. */
export type Part = {
  name: string
  faultsOf: (
    call: Snapshot,
    onWay: (entries: number) => void,
    onOvertaken?: (anchor: Overtaken) => void,
  ) => Promise<string[]>
}

/**
 * Longest time that verification says nothing to the database, in milliseconds (six hours): between two statements it
 * reads hundreds of files, one after the other, from wherever they are kept.
 */
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000

/** Verifies on one snapshot of what a company has; with an empty id, of what belongs to none. */
export const onSnapshot = <T>(
  database: Database,
  companyId: string,
  work: (db: Transaction) => Promise<T>,
): Promise<T> =>
  (companyId === '' ? database : database.of(companyId)).transaction(async (db) => {
    await db.rows(sql`select set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)`)
    return work(db)
  }, 'repeatable read, read only')

const WITNESSES = 'witnesses'
const SEALED = 'sealed values'

/** The parts of a company, the books first: what stands in them is what others are held against. */
export const parts: readonly Part[] = [
  { name: 'books', faultsOf: async (call, onWay) => (await verifyBooks(call, onWay)).faults },
  { name: 'SIE files', faultsOf: verifySieFiles },
  { name: 'sales', faultsOf: verifySales },
  { name: 'papers', faultsOf: verifyPapers },
  { name: 'attachments', faultsOf: (call) => verifyFiles(call, attachmentFiles) },
  { name: 'purchases', faultsOf: verifyPurchasing },
  { name: 'uploads', faultsOf: verifyUploads },
  { name: 'bank statements', faultsOf: verifyStatements },
  { name: 'payment files', faultsOf: verifyPaymentFiles },
  { name: WITNESSES, faultsOf: ({ db, companyId }) => verifyWitnesses(db, { companyId }) },
  { name: SEALED, faultsOf: (call) => sealedFaults(call, call.companyId) },
]

/**
 * What belongs to no company: logins and the like, what is sealed for people and the installation, and anchors, whose
 * time stamps must follow from the certificates of a file where one is named.
 */
export const partsOfInstallation = (certificates: string | undefined): readonly Part[] => [
  { name: WITNESSES, faultsOf: ({ db }) => verifyWitnesses(db, { ofNone: idsOfCompanies }) },
  { name: SEALED, faultsOf: (call) => sealedFaults(call, null) },
  {
    name: 'anchors',
    faultsOf: (call, _, onOvertaken) => verifyAnchors(call, { linksAt: linksOfChains, certificates, onOvertaken }),
  },
]

/** Everything that the database keeps sealed: what a new secret key reaches, and what verification opens. */
export const sealedColumns: readonly SealedColumn[] = [
  sealedPersonalNumbers,
  sealedCustomerNumbers,
  sealedSupplierNumbers,
  sealedPaperKeys,
  sealedSecondFactors,
  sealedMails,
  sealedDrafts,
  ...sealedWebhookSecrets,
  sealedAnswers,
  sealedDigestKeys,
  sealedWord,
]

const sealedFaults = async (call: Call, companyId: string | null): Promise<string[]> => {
  const faults: string[] = []
  for (const column of sealedColumns) {
    if (isOfCompany(column) !== (companyId !== null)) continue
    for await (const key of unreadable(call, column, companyId)) {
      faults.push(`no secret key opens one of the ${column.what}: ${key.join(' ')}`)
    }
  }
  return faults
}

/**
 * The end of a chain of a company: `chain` is `witnesses`, or the fiscal year and series of entries; `link` stands for
 * all before it, in hexadecimal. To be kept where nobody who may write to the database reaches.
 */
export type ChainHead = { companyId: string; chain: string; number: string; link: string }

/** The ends of all chains of a company. */
export const headsOf = async (call: CompanyCall): Promise<ChainHead[]> => {
  const { db, companyId } = call
  const heads = [{ chain: WITNESSES, ...(await headOf(db, companyId)) }, ...(await headsOfBooks(call))]
  return heads.map(({ chain, number, link }) => {
    return { companyId, chain, number: String(number), link: link.toString('hex') }
  })
}

/**
 * Whether each chain of a company still has, at its place, the link that was its end when it was kept. `onOvertaken` is
 * told of each that lies within a fiscal year that was removed since.
 */
export const sinceKept = (kept: readonly ChainHead[], onOvertaken: () => void): Part => ({
  name: 'kept heads',
  faultsOf: async (call) => {
    const faults: string[] = []
    for (const { companyId, chain, number, link } of kept) {
      if (companyId !== call.companyId) continue
      const found = await linkNow(call, chain, BigInt(number))
      // What a removed year had before its end is under its seal, and its end is compared.
      if (found === 'removed') onOvertaken()
      if (found === 'removed' || found?.toString('hex') === link) continue
      faults.push(`chain ${chain}: link ${number} is ${found ? 'not the one that was kept' : 'no longer there'}`)
    }
    return faults
  },
})

const linkNow = (call: CompanyCall, chain: string, number: bigint): Promise<FoundLink> => {
  if (chain === WITNESSES) return linkAt(call.db, call.companyId, number)
  const [fiscalYearId = '', ...series] = chain.split(' ')
  return linkOfEntry(call, { fiscalYearId, series: series.join(' '), number })
}
