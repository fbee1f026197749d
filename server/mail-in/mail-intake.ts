// Taking of a mail for a company: what is enclosed becomes uploads and supplier invoices, all of it or nothing, and
// once however often it is sent.
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { contentLimits, createUpload, hasFile, judgeOf, MAX_UPLOAD_BYTES } from '#documents'
import { eInvoicesContribution, judgeEInvoice, receivedAs, receiveEInvoice, XML_TYPE } from '#e-invoices'
import type { ReceivedFile } from '#http'
import { timeInCompany } from '#identity'
import { type Actor, operator } from '#platform/actor'
import type { CompanyCall, ProcessContext } from '#platform/call'
import type { Database, Db } from '#platform/db'
import { Refusal } from '#platform/refusal'
import { type DeclaredSentence, keptOf } from '#platform/sentences'
import { sql } from '#platform/sql'
import { addUpload, readSupplierInvoice } from '#purchasing'
import { offerReading } from '#readings'
import { isRefusedForSpace } from '#storage'
import type { Enclosed, ReadMail } from './mail.ts'
import { keepReceived, type Part } from './received.ts'
import { partReasons as reasons } from './refusals.ts'

type MailIntake = { database: Database; standing: ProcessContext; now: Date }

/** An examined file; `problem` is why an XML file is not an e-invoice. */
type Judged = {
  file: ReceivedFile
  isXml: boolean
  kind: 'eInvoice' | 'upload' | 'xml' | 'none'
  problem: Said | null
}

/** Why something was not taken: one sentence or several. */
type Said = readonly DeclaredSentence[]

/** The actor: the sender of a mail is not a user. */
const MAIL: Actor = { ...operator, name: 'Mail' }

/** May add suppliers for e-invoices, like a user who receives them manually. */
const SCOPES: ReadonlySet<string> = new Set(['suppliers:write'])

/** Takes a parsed mail, and deletes its files afterwards. */
export const takeMail = async (
  { database: whole, standing, now }: MailIntake,
  companyId: string,
  mail: ReadMail,
): Promise<void> => {
  const judged: Judged[] = []
  for (const file of mail.files) judged.push(await judge(file, companyId))
  const database = whole.of(companyId)
  const time = await timeInCompany(database, { companyId, now })
  const callOn = (db: Db) => ({ ...standing, ...time, db, companyId, actor: MAIL, from: null, scopes: SCOPES })
  try {
    await database.transaction(async (db) => {
      const call = callOn(db)
      if (await isKnown(call, mail.digest)) return
      const parts = await keepAll(call, judged, db.attempt)
      const left = mail.left.map((name) => noneOf(name, [reasons.tooMany.said({ limit: mail.files.length })]))
      await keepReceived(call, mail, [...parts, ...left])
    })
  } catch (cause) {
    if (!(cause instanceof Refusal && isRefusedForSpace(cause))) throw cause
    await database.transaction((db) => noteRefused(callOn(db), mail, cause.said))
    throw cause
  }
}

/** The company sees what was refused for want of room; the mail itself is taken when it is sent again. */
const noteRefused = async (call: CompanyCall, mail: ReadMail, problem: DeclaredSentence): Promise<void> => {
  const digest = createHash('sha256').update(mail.digest).update('refused').digest()
  if (await isKnown(call, digest)) return
  const names = [...mail.files.map(({ name }) => name), ...mail.left]
  await keepReceived(
    call,
    { ...mail, digest },
    names.map((name) => noneOf(name, [reasons.notTaken.said({ problem })])),
  )
}

export const dropFiles = async ({ files }: ReadMail): Promise<void> => {
  await Promise.all(files.map(({ path }) => rm(path, { force: true })))
}

const judge = async ({ path, name, size, digest, isXml }: Enclosed, companyId: string): Promise<Judged> => {
  const file: ReceivedFile = { path, name, size, digest: Buffer.from(digest), contentType: '' }
  const judgedAs = (kind: Judged['kind'], problem: Said | null = null): Judged => ({ file, isXml, kind, problem })
  try {
    if (size === 0) return judgedAs('none', [reasons.empty.said()])
    if (size > MAX_UPLOAD_BYTES) return judgedAs('none', [reasons.tooLarge.said({ limit: MAX_UPLOAD_BYTES })])
    file.contentType = await (isXml ? judgeEInvoice : judgeUpload)(file, companyId)
    return judgedAs(isXml ? 'eInvoice' : 'upload')
  } catch (cause) {
    const problem = reasonOf(cause)
    if (!isXml)
      return judgedAs(
        'none',
        problem.map((one) => reasons.notTaken.said({ problem: one })),
      )
    file.contentType = XML_TYPE
    return judgedAs('xml', problem)
  }
}

const judgeUpload = judgeOf(contentLimits)

/** A concurrent transaction with the same mail waits for the first. */
const isKnown = async ({ db, companyId }: CompanyCall, digest: Uint8Array): Promise<boolean> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`mails ${companyId}`}, 0))`)
  const found = await db.maybe(sql`
    select from mail_in.received where company_id = ${companyId} and digest = ${Buffer.from(digest)}`)
  return found !== null
}

type Attempt = <T>(work: () => Promise<T>) => Promise<T>
type Call = CompanyCall & { scopes: ReadonlySet<string> }

/** E-invoices first: a PDF in a mail with a single XML file is a rendering of it. */
const keepAll = async (call: Call, judged: readonly Judged[], attempt: Attempt): Promise<Part[]> => {
  const parts = new Map<Judged, Part>()
  for (const one of judged) {
    if (one.kind === 'eInvoice') parts.set(one, await keepEInvoice(call, one, attempt))
  }
  // Unreadable ones count too: the other files may be their rendering.
  const [first, ...others] = judged.filter(({ isXml }) => isXml)
  const only = first && others.length === 0 ? await invoiceOf(call, parts.get(first)) : null
  for (const one of judged) {
    if (one.kind === 'upload') parts.set(one, await keepUpload(call, one.file, only))
    else if (one.kind === 'xml') parts.set(one, await keepXml(call, one.file, one.problem))
    else if (one.kind === 'none') parts.set(one, noneOf(one.file.name, one.problem))
  }
  return judged.flatMap((one) => parts.get(one) ?? [])
}

/**
 * The invoice that other files are renderings of. `isOpen`: it accepts them. Files must not be added by mail to booked
 * invoices; only users may do that.
 */
type Pictured = { id: string; isOpen: boolean }

const invoiceOf = async (call: Call, part: Part | undefined): Promise<Pictured | null> => {
  const id = part?.supplierInvoiceId
  if (!id) return null
  return { id, isOpen: (await readSupplierInvoice(call, id)).recordedAt === null }
}

const keepEInvoice = async (call: Call, { file }: Judged, attempt: Attempt): Promise<Part> => {
  try {
    const { id } = await attempt(() => receiveEInvoice(call, file))
    return { ...noneOf(file.name, null), outcome: 'eInvoice', supplierInvoiceId: id }
  } catch (cause) {
    if (isRefusedForSpace(cause)) throw cause
    const reason = reasonOf(cause)
    if (!isDuplicate(cause)) return keepXml(call, file, reason)
    // An invoice received before is not lost.
    return { ...noneOf(file.name, reason), outcome: 'known', supplierInvoiceId: await receivedAs(call, file) }
  }
}

/** Exactly the same file; another one with the same number may have different contents. */
const isDuplicate = (cause: unknown): boolean =>
  cause instanceof Refusal && cause.kind === eInvoicesContribution.refusals.alreadyReceived

/** Kept for people to look at, because the sender believes that it was delivered. */
const keepXml = async (call: CompanyCall, file: ReceivedFile, reason: Said | null): Promise<Part> => {
  const { id } = await createUpload(call, file, {})
  return { ...noneOf(file.name, reason), outcome: 'unread', uploadId: id }
}

const keepUpload = async (call: CompanyCall, file: ReceivedFile, invoice: Pictured | null): Promise<Part> => {
  if (invoice && (await hasFile(call, invoice.id, file.digest)))
    return { ...noneOf(file.name, null), outcome: 'known', supplierInvoiceId: invoice.id }
  const upload = await createUpload(call, file, {})
  const part: Part = { ...noneOf(file.name, null), outcome: 'upload', uploadId: upload.id }
  if (!invoice?.isOpen) {
    await offerReading(call, upload)
    return part
  }
  const reason = await connect(call, invoice.id, upload)
  return reason === null ? { ...part, supplierInvoiceId: invoice.id } : { ...part, ...toldAs(reason) }
}

/** Returns why an existing invoice does not accept the file; null if it did. */
const connect = async (call: CompanyCall, invoiceId: string, upload: { id: string }): Promise<Said | null> => {
  try {
    await addUpload(call, invoiceId, upload)
    return null
  } catch (cause) {
    return reasonOf(cause)
  }
}

const noneOf = (name: string, reason: Said | null): Part => ({
  name,
  outcome: 'notKept',
  uploadId: null,
  supplierInvoiceId: null,
  ...toldAs(reason),
})

const toldAs = (reason: Said | null): Pick<Part, 'reason' | 'said'> => ({
  reason: reason?.join('; ') ?? null,
  said: reason?.map(keptOf) ?? [],
})

/** The sentences of a refusal; anything else is an internal failure, after which the whole mail is sent again. */
const reasonOf = (cause: unknown): Said => {
  if (!(cause instanceof Refusal)) throw cause
  const found = cause.errors.flatMap(({ said }) => said ?? [])
  return found.length > 0 ? found : [cause.said]
}
