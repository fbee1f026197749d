// Published documents as sent: the content at publication, and the PDF made of it once. Both are stored; the PDF is
// encrypted if it shows personal numbers. A PDF that contains only the content and a logo is made on first request; one
// with other enclosures is made before publication, since it may turn out to be too large. E-invoices are generated
// from the same content on each request.
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { askerOf, type Enclosed, needsOptionalFonts, type Paper, type PaperAttachment, pdfOf, ublOf } from '#paper'
import type { CompanyCall } from '#platform/call'
import { fetchKept, readKept } from '#platform/files'
import { Outage } from '#platform/outage'
import { madeOutside } from '#platform/retry-with-results'
import { type Keys, sealBytes, tryUnsealBytes, unsealBytes } from '#platform/seal'
import { type Sql, sql } from '#platform/sql'
import { isRefusedForSpace, reserveAndStore } from '#storage'
import { paperFiles } from './files.ts'
import { archiveRefusals as refusals } from './refusals.ts'

/**
 * The enclosures of a PDF, read when it is made; and everything that it depends on, such as the digests of pictures.
 */
type Enclosing = { enclose: () => Promise<Enclosed>; shown: unknown }

/** A document with its PDF, to be stored; or with the digest of the logo, its only enclosure. */
export type MadePaper = { id: string; content: Paper } & (
  | { pdf: Buffer; hasPersonalNumbers: boolean }
  | { pdf: null; logo: Buffer | null }
)

/**
 * Makes the PDF of a document being published. It is made outside the publishing transaction, and used only if the
 * document turns out the same inside: number, content and pictures.
 */
export const makePaper = async (
  call: CompanyCall,
  id: string,
  content: Paper,
  { hasPersonalNumbers, ...enclosing }: Enclosing & { hasPersonalNumbers: boolean },
): Promise<MadePaper> => ({ id, content, pdf: await outside(call, content, enclosing, TO_COME), hasPersonalNumbers })

/** A placeholder for a PDF in a transaction that will be rolled back after reporting all missing ones. */
const TO_COME = Buffer.alloc(1)

/**
 * A PDF made outside the transaction and turn that need it. It is kept for ever, so it is not made while a font is
 * missing that was there when the document was published.
 */
const outside = async (
  call: CompanyCall,
  content: Paper,
  { enclose, shown }: Enclosing,
  instead?: Buffer,
): Promise<Buffer> => {
  const text = JSON.stringify([content, shown])
  if (needsOptionalFonts(text)) {
    throw new Outage('paper', 'The PDF needs the optional fonts: install grundbok-fonts', { undone: true })
  }
  const key = createHash('sha256').update(text)
  return madeOutside(call, `pdf ${key.digest('hex')}`, () => pdfOf(content, enclose, askerOf(call)), instead)
}

/** Stores both, in the publishing transaction. */
export const keepPaper = async (call: CompanyCall, made: MadePaper): Promise<void> => {
  const { id, content, pdf } = made
  if (pdf === null) return insertPaper(call, { id, content, digest: null, size: null, key: null, logo: made.logo })
  const { bytes, sealedKey } = made.hasPersonalNumbers ? sealed(call, id, pdf) : { bytes: pdf, sealedKey: null }
  const digest = digestOf(bytes)
  await insertPaper(call, { id, content, digest, size: pdf.length, key: sealedKey, logo: null })
  if (pdf !== TO_COME) await keepBytes(call, digest, bytes)
}

const insertPaper = async (call: CompanyCall, { id, content, digest, size, key, logo }: KeptPaper): Promise<void> => {
  await call.db.rows(
    sql`
    insert into sales.paper (company_id, invoice_id, content, pdf_digest, pdf_size, pdf_key, logo_digest, made_at)
    values (${call.companyId}, ${id}, ${JSON.stringify(content)}, ${digest}::bytea, ${size}::integer, ${key}::bytea,
      ${logo}::bytea, ${call.now})`,
    'keep-paper',
  )
}

/** The storage of a document's PDF. */
type KeptPdf = { digest: Buffer; size: number; key: Buffer | null }

/** The stored document: its content, and its PDF, or the logo for it. */
export type KeptPaper = { id: string; content: Paper; logo: Buffer | null } & (
  | KeptPdf
  | { digest: null; size: null; key: null }
)

/** The stored document; null for a draft. */
export const paperOf = ({ db, companyId }: CompanyCall, id: string): Promise<KeptPaper | null> =>
  db.maybe<KeptPaper>(
    sql`
      select invoice_id as id, content, pdf_digest as digest, pdf_size as size, pdf_key as key, logo_digest as logo
      from sales.paper where company_id = ${companyId} and invoice_id = ${id}`,
    'find-paper',
  )

/** Whether the PDF of a document is still missing: a condition for other statements. */
export const lacksPdf = (companyId: Sql, id: Sql): Sql => sql`
  exists (select from sales.paper p
    where p.company_id = ${companyId} and p.invoice_id = ${id} and p.pdf_digest is null)`

/** Makes the PDF of a published document, unless it exists. */
export const makePdf = async (call: CompanyCall, id: string): Promise<void> => {
  const paper = await paperOf(call, id)
  if (paper) await madePdf(call, paper)
}

/**
 * The PDF of a paper, with its bytes where it was just made: of what was frozen at publication, and kept from then on.
 * Of two who make it at once, one has made it. A snapshot makes it without keeping it, as does a company without
 * room for more files: the same once more.
 */
const madePdf = async (call: CompanyCall, paper: KeptPaper): Promise<KeptPdf & { bytes: Buffer | null }> => {
  const { id, content, logo } = paper
  if (paper.digest !== null) return { ...paper, bytes: null }
  const enclose = async () => ({
    logo: logo && (await readKept(call.files, call.companyId, logo)),
    attachments: [],
    personalNumbers: [],
  })
  const bytes = await outside(call, content, { enclose, shown: [logo] })
  const pdf = { digest: digestOf(bytes), size: bytes.length, key: null }
  if (call.db.readsOnly) return { ...pdf, bytes }
  if (!(await hasKept(call, pdf.digest, bytes))) return { ...pdf, bytes }
  const kept = await call.db.maybe(
    sql`
    update sales.paper set pdf_digest = ${pdf.digest}, pdf_size = ${pdf.size}
    where company_id = ${call.companyId} and invoice_id = ${id} and pdf_digest is null returning invoice_id`,
    'keep-pdf',
  )
  if (kept) return { ...pdf, bytes }
  const found = await paperOf(call, id)
  if (!found?.digest) throw new Error(`The PDF of document ${content.number} was made but is missing`)
  return { ...found, bytes: null }
}

/** Whether a document has been stored at publication: a condition for other statements. */
export const hasPaper = (companyId: Sql, id: Sql): Sql => sql`
  exists (select from sales.paper p where p.company_id = ${companyId} and p.invoice_id = ${id})`

/**
 * The VAT treatment of the sales lines of document `i`, in order, as published: a part of the statement that reads the
 * document. Null for a draft.
 */
export const treatmentsSql = sql`(
  select jsonb_path_query_array(p.content, '$.lines[*] ? (@.kind == "sale").treatment')
  from sales.paper p where p.company_id = i.company_id and p.invoice_id = i.id)`

/** What the content of a document with intra-EU sales has. */
const inUnion = sql`'$.lines[*] ? (@.kind == "sale"
  && (@.treatment == "euGoods" || @.treatment == "triangular" || @.treatment == "euServices"))'`

/** Whether a document has been published with intra-EU sales: a condition for other statements. */
export const isPaperInUnion = (companyId: Sql, id: Sql): Sql => sql`
  exists (select from sales.paper p
    where p.company_id = ${companyId} and p.invoice_id = ${id} and p.content @? ${inUnion})`

/** A `from` source: the ids of published documents of a period with intra-EU sales. An index covers exactly these. */
export const papersInUnion = (company: Sql, { from, to }: { from: Sql; to: Sql }): Sql => sql`(
  select p.invoice_id from sales.paper p
  where p.company_id = ${company} and p.content ->> 'date' between ${dayText(from)} and ${dayText(to)}
    and p.content @? ${inUnion}
  offset 0)`

const dayText = (day: Sql): Sql => sql`to_char(${day}, 'YYYY-MM-DD')`

/** The PDF of a document; once made, its bytes never change. */
export const pdfAnswer = async (call: CompanyCall, paper: KeptPaper): Promise<FileAnswer> => {
  const { digest, size, key, bytes } = await madePdf(call, paper)
  const answer = { name: fileNameOf(paper.content, 'pdf'), size, contentType: 'application/pdf' }
  if (bytes) return { ...answer, path: await workFileOf(call, bytes) }
  if (key === null) return { ...answer, ...(await fetchKept(call.files, call.companyId, digest)) }
  const opened = unsealed(call, paper, await readKept(call.files, call.companyId, digest), key)
  return { ...answer, path: await workFileOf(call, opened) }
}

/** The bytes of the same PDF, and its file name. */
export const pdfBytes = async (call: CompanyCall, paper: KeptPaper): Promise<{ name: string; bytes: Buffer }> => {
  const { digest, key, bytes } = await madePdf(call, paper)
  const kept = bytes ?? (await readKept(call.files, call.companyId, digest))
  return { name: fileNameOf(paper.content, 'pdf'), bytes: key === null ? kept : unsealed(call, paper, kept, key) }
}

/** The PDF preview of a draft; nothing is stored. */
export const draftAnswer = async (call: CompanyCall, content: Paper, enclosing: Enclosing): Promise<FileAnswer> => {
  const bytes = await outside(call, content, enclosing)
  const path = await workFileOf(call, bytes)
  return { path, name: fileNameOf(content, 'pdf'), size: bytes.length, contentType: 'application/pdf' }
}

/** The document as an e-invoice, with its attachments; refused if the network would reject it. */
export const electronicAnswer = async (
  call: CompanyCall,
  content: Paper,
  attachments: readonly PaperAttachment[],
): Promise<FileAnswer> => {
  const bytes = Buffer.from(ublOf(content, attachments))
  const path = await workFileOf(call, bytes)
  return { path, name: fileNameOf(content, 'xml'), size: bytes.length, contentType: 'application/xml' }
}

/** `Faktura-1001.pdf` */
export const fileNameOf = ({ kind, number, language }: Paper, extension: string): string =>
  `${fileNames[language][kind]}-${number}.${extension}`

const fileNames = {
  sv: {
    invoice: 'Faktura',
    cashInvoice: 'Kontantfaktura',
    advanceInvoice: 'Forskottsfaktura',
    creditNote: 'Kreditfaktura',
  },
  en: { invoice: 'Invoice', cashInvoice: 'Cash-invoice', advanceInvoice: 'Advance-invoice', creditNote: 'Credit-note' },
} as const

const workFileOf = async ({ files }: CompanyCall, bytes: Buffer): Promise<string> => {
  const path = files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

const digestOf = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()

const keepBytes = async (call: CompanyCall, digest: Buffer, bytes: Buffer): Promise<void> => {
  const path = await workFileOf(call, bytes)
  try {
    await reserveAndStore(call, { namespace: paperFiles.name, kind: paperFiles.kind, digest, path })
  } finally {
    await rm(path, { force: true })
  }
}

/** What can be made again is kept where there is room. */
const hasKept = async (call: CompanyCall, digest: Buffer, bytes: Buffer): Promise<boolean> => {
  try {
    await keepBytes(call, digest, bytes)
    return true
  } catch (cause) {
    if (isRefusedForSpace(cause)) return false
    throw cause
  }
}

/** What the keys of sealed PDFs are sealed for. */
export const PAPER_SEAL = 'papers'
const KEY_BYTES = 32

/**
 * Encrypts the bytes with their own key, and that key for the row: when the installation gets a new key, only the rows
 * are re-encrypted.
 */
const sealed = (call: CompanyCall, id: string, pdf: Buffer): { bytes: Buffer; sealedKey: Buffer } => {
  const own = randomBytes(KEY_BYTES)
  return { bytes: sealBytes([own], pdf, id), sealedKey: sealBytes(keysOf(call), own, id) }
}

const unsealed = (call: CompanyCall, { content, id }: KeptPaper, bytes: Buffer, key: Buffer): Buffer => {
  const own = tryUnsealBytes(keysOf(call), key, id)
  if (own === null) throw refusals.keyMissing({ number: content.number })
  return unsealBytes([own], bytes, id)
}

const keysOf = ({ keysFor }: CompanyCall): Keys => keysFor(PAPER_SEAL)

/** The buyers' VAT numbers on published documents: rows of invoice_id and vat_number. */
export const vatNumbersOnPapers = (companyId: string): Sql => sql`
  select invoice_id, content #>> '{buyer,vatNumber}' as vat_number from sales.paper where company_id = ${companyId}`
