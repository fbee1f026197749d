// Verification: compares all stored data of a company, part by part, with independent records of the same data: copies,
// totals, digests, chains, files. Data that belongs to no company is verified separately.
import { anchorsContribution, type Overtaken } from '#anchors'
import { bankingContribution } from '#banking'
import { deskContribution } from '#desk'
import { documentsContribution } from '#documents'
import { httpContribution } from '#http'
import { identityContribution, identityService } from '#identity'
import { companiesWrongInWitnesses, endsOfChains, NO_LINKS, verifyWitnesses } from '#integrity/witness'
import { ledgerContribution, ledgerService } from '#ledger'
import { sealedMails } from '#mail/mail'
import { payrollContribution } from '#payroll'
import type { Call, CompanyCall, SetCall } from '#platform/call'
import type { Database, Db, Transaction } from '#platform/db'
import { sql } from '#platform/sql'
import { proposalsContribution } from '#proposals'
import { purchasingContribution } from '#purchasing'
import { archiveContribution, salesContribution, taxReductionContribution } from '#sales'
import { isOfCompany, type SealedColumn, unreadable } from '#secrets/sealed'
import { sealedWord } from '#secrets/sealed-word'
import { storageContribution } from '#storage'
import { webhooksContribution } from '#webhooks'
import { linksOfChains } from './anchoring.ts'

/** A call whose database is one snapshot. */
export type Snapshot = CompanyCall & { db: Transaction }

/**
 * Calls `onWay` with the number of journal entries verified so far, and `onOvertaken` for each anchor that could be
 * compared only in part.
 */
export type Part = {
  name: string
  faultsOf: (
    call: Snapshot,
    onWay: (entries: number) => void,
    onOvertaken?: (anchor: Overtaken) => void,
  ) => Promise<string[]>
}

/** The same for a set of companies that are in one place. */
type SetSnapshot = SetCall & { db: Transaction }

/**
 * A part of a company. `companiesWrong` asks the same of a set of companies at once and says which have any fault, in
 * statements that cost each of them little; in words it is told by `faultsOf`. What it cannot find out, it throws.
 */
type PartOfCompany = Part & {
  companiesWrong: (call: SetSnapshot, onWalked: (companyId: string, entries: number) => void) => Promise<string[]>
}

/**
 * Longest time between two statements of verification, in milliseconds (six hours): between them it reads hundreds of
 * files one by one, possibly from remote storage.
 */
const LONGEST_PAUSE_MS = 6 * 60 * 60 * 1000

/**
 * Verifies on one snapshot of what a company has, or those that are in the same place; with an empty id, of what
 * belongs to none. A statement may take as long as any other, or `statementMs`.
 */
export const onSnapshot = <T>(
  database: Database,
  companyId: string,
  work: (db: Transaction) => Promise<T>,
  statementMs?: number,
): Promise<T> =>
  (companyId === '' ? database : database.of(companyId)).transaction(async (db) => {
    await db.rows(sql`select set_config('idle_in_transaction_session_timeout', ${String(LONGEST_PAUSE_MS)}, true)`)
    // What is asked of each company of a set is not worth being compiled for it.
    if (statementMs !== undefined)
      await db.rows(
        sql`select set_config('statement_timeout', ${String(statementMs)}, true), set_config('jit', 'off', true)`,
      )
    return work(db)
  }, 'repeatable read, read only')

const WITNESSES = 'witnesses'
const SEALED = 'sealed values'

/** The parts of a company. The books come first, because later parts are compared with them. */
export const parts: readonly PartOfCompany[] = [
  {
    name: 'books',
    faultsOf: async (call, onWay) => (await ledgerContribution.verifyBooks(call, onWay)).faults,
    companiesWrong: ledgerContribution.companiesWrongInBooks,
  },
  {
    name: 'SIE files',
    faultsOf: ledgerContribution.verifySieFiles,
    companiesWrong: ledgerContribution.companiesWrongInSieFiles,
  },
  { name: 'sales', faultsOf: salesContribution.verify, companiesWrong: salesContribution.companiesWrong },
  {
    name: 'papers',
    faultsOf: archiveContribution.verifyPapers,
    companiesWrong: archiveContribution.companiesWrongInPapers,
  },
  {
    name: 'attachments',
    faultsOf: (call) => documentsContribution.verifyFiles(call, salesContribution.attachmentFiles),
    companiesWrong: (call) => documentsContribution.companiesWrongInFiles(call, salesContribution.attachmentFiles),
  },
  { name: 'purchases', faultsOf: purchasingContribution.verify, companiesWrong: purchasingContribution.companiesWrong },
  {
    name: 'uploads',
    faultsOf: documentsContribution.verifyUploads,
    companiesWrong: documentsContribution.companiesWrongInUploads,
  },
  {
    name: 'bank statements',
    faultsOf: bankingContribution.verifyStatements,
    companiesWrong: bankingContribution.companiesWrongInStatements,
  },
  {
    name: 'payment files',
    faultsOf: bankingContribution.verifyPaymentFiles,
    companiesWrong: bankingContribution.companiesWrongInPaymentFiles,
  },
  { name: 'storage', faultsOf: storageContribution.verify, companiesWrong: storageContribution.companiesWrong },
  // It says how the session writes times, so that it comes after all that compares days.
  {
    name: WITNESSES,
    faultsOf: ({ db, companyId }) => verifyWitnesses(db, { companyId }),
    companiesWrong: ({ db, companyIds }) => companiesWrongInWitnesses(db, companyIds),
  },
  {
    name: SEALED,
    faultsOf: (call) => sealedFaults(call, call.companyId),
    companiesWrong: (call) => companiesWrongInSealed(call),
  },
]

/**
 * The parts that belong to no company: witnesses of logins and the like, sealed values of people and of the
 * installation, and anchors. Where a certificate file is named, time stamps must chain to its certificates.
 */
export const partsOfInstallation = (certificates: string | undefined): readonly Part[] => [
  { name: WITNESSES, faultsOf: ({ db }) => verifyWitnesses(db, { ofNone: identityService.idsOfCompanies }) },
  { name: SEALED, faultsOf: (call) => sealedFaults(call, null) },
  {
    name: 'anchors',
    faultsOf: (call, _, onOvertaken) =>
      anchorsContribution.verify(call, { linksAt: linksOfChains, certificates, onOvertaken }),
  },
]

/** All columns with sealed values: rotation re-seals them under the new secret key, and verification opens them. */
export const sealedColumns: readonly SealedColumn[] = [
  taxReductionContribution.sealedPersonalNumbers,
  salesContribution.sealedCustomerNumbers,
  purchasingContribution.sealedSupplierNumbers,
  payrollContribution.sealedEmployeeNumbers,
  payrollContribution.sealedReturns,
  archiveContribution.sealedPaperKeys,
  identityContribution.sealedSecondFactors,
  sealedMails,
  deskContribution.sealedDrafts,
  proposalsContribution.sealedProposals,
  ...webhooksContribution.sealedWebhookSecrets,
  httpContribution.sealedAnswers,
  httpContribution.sealedDigestKeys,
  sealedWord,
]

const companiesWrongInSealed = async (call: SetSnapshot): Promise<string[]> => {
  const wrong = new Set<string>()
  for (const column of sealedColumns) {
    for await (const [companyId = ''] of unreadable(call, column, call.companyIds)) wrong.add(companyId)
  }
  return [...wrong]
}

const sealedFaults = async (call: Call, companyId: string | null): Promise<string[]> => {
  const faults: string[] = []
  for (const column of sealedColumns) {
    if (isOfCompany(column) !== (companyId !== null)) continue
    for await (const key of unreadable(call, column, companyId === null ? null : [companyId])) {
      faults.push(`no secret key opens one of the ${column.what}: ${key.join(' ')}`)
    }
  }
  return faults
}

/**
 * The end of one chain of a company. `chain` is `witnesses`, or the fiscal year and the series of journal entries;
 * `link` is a hash over all preceding links, in hexadecimal. Store it where users with write access to the database
 * cannot change it.
 */
export type ChainHead = { companyId: string; chain: string; number: string; link: string }

/** The ends of all chains of a company. */
export const headsOf = (call: CompanyCall): Promise<ChainHead[]> =>
  headsOfSet({ ...call, companyIds: [call.companyId] })

/** The ends of all chains of companies that are in one place, in the order of these. */
export const headsOfSet = async ({ db, companyIds }: SetCall): Promise<ChainHead[]> => {
  const ends = await endsOfChains(db, companyIds)
  const books = await ledgerService.headsOfSeries(db, companyIds)
  return companyIds.flatMap((companyId) => {
    const of = [{ chain: WITNESSES, ...(ends.get(companyId) ?? NO_LINKS) }, ...(books.get(companyId) ?? [])]
    return of.map(({ chain, number, link }) => {
      return { companyId, chain, number: String(number), link: link.toString('hex') }
    })
  })
}

/**
 * Checks that each chain of the company still has the kept link at the kept number. Calls `onOvertaken` for each kept
 * link of a fiscal year that was removed since.
 */
export const sinceKept = (kept: readonly ChainHead[], onOvertaken: () => void): Part => ({
  name: KEPT_HEADS,
  faultsOf: async ({ db, companyId }) => {
    const own = kept.filter((head) => head.companyId === companyId)
    return (await faultsSinceKept(db, own, onOvertaken)).map(({ fault }) => fault)
  },
})

/** The part that is about ends of chains which were kept elsewhere. */
export const KEPT_HEADS = 'kept heads'

/** The same of companies that are in one place. */
export const faultsSinceKept = async (
  db: Db,
  kept: readonly ChainHead[],
  onOvertaken: () => void,
): Promise<{ companyId: string; fault: string }[]> => {
  const links = await linksOfChains(
    db,
    kept.map(({ companyId, chain, number, link }) => {
      return { ownerId: companyId, chain, number: BigInt(number), link: Buffer.from(link, 'hex') }
    }),
  )
  return kept.flatMap(({ companyId, chain, number, link }, at) => {
    const found = links[at] ?? null
    // The seal of a removed year covers its earlier links, and the last link is compared.
    if (found === 'removed') onOvertaken()
    if (found === 'removed' || found?.toString('hex') === link) return []
    return [
      {
        companyId,
        fault: `chain ${chain}: link ${number} is ${found ? 'not the one that was kept' : 'no longer there'}`,
      },
    ]
  })
}
