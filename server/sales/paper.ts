// What a published document looks like: its content made from the books as they are at publication, and the PDF made of
// it once. Both are kept; the PDF is sealed when it shows personal numbers.
import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import { safeNameOf } from '#documents'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { accountMapOf, vatSettingOf } from '#ledger'
import {
  type Attachment,
  type Enclosed,
  type Paper,
  type PaperAddress,
  type PaperBuyer,
  type PaperLine,
  type PaperSeller,
  PDF_THREADS,
  PdfTooLarge,
  pdfOf,
  ublOf,
} from '#paper'
import { printedNumber } from '#parties'
import { madeOutside } from '#platform/afresh'
import type { CompanyCall } from '#platform/call'
import { fetchKept, readKept } from '#platform/files'
import { type Keys, sealBytes, tryUnsealBytes, unsealBytes } from '#platform/seal'
import { sql } from '#platform/sql'
import { turns } from '#platform/turns'
import { bytesOfAttachment, type KeptAttachment, keptAttachments } from './attachment.ts'
import { type CustomerRecord, findCustomer } from './customer.ts'
import { type DocumentAddress, type DocumentKind, type InvoiceRecord, readInvoice } from './invoice.ts'
import { invoiceRefusals } from './invoice-refusals.ts'
import {
  amountsOf,
  linesOf,
  reductionOf,
  taxesOf,
  tellsOfRegistration,
  treatAs,
  treatFor,
  usualVatNumber,
} from './paper.rules.ts'
import { downloadRefusals } from './paper-refusals.ts'
import { type SalesSettings, settingsOf } from './settings.ts'
import { readablePeopleOf } from './tax-reduction.ts'

/**
 * Makes what a document that is being published looks like, and keeps it, in the transaction that publishes it. The PDF
 * is made outside of it, and is kept only if the document comes to the same within: number, content and pictures.
 */
export const keepPaper = async (call: CompanyCall, record: InvoiceRecord): Promise<void> => {
  const settings = await settingsOf(call)
  const people = await readablePeopleOf(call, record)
  const paper = await paperWith(call, record, settings, people)
  const attachments = await keptAttachments(call, record.id)
  const personalNumbers = people.map(({ personalNumber }) => personalNumber)
  const { logo } = settings
  const shown = JSON.stringify([paper, logo?.digest, attachments, personalNumbers])
  const pdf = await madeOutside(call, `pdf ${createHash('sha256').update(shown).digest('hex')}`, async () =>
    inTurn(call.companyId, async () =>
      madeOf(paper, record.id, {
        logo: logo && (await readKept(call.files, call.companyId, logo.digest)),
        attachments: await Promise.all(attachments.map((one) => opened(call, one))),
        personalNumbers,
      }),
    ),
  )
  const { bytes, key } = people.length > 0 ? sealed(call, record.id, pdf) : { bytes: pdf, key: null }
  const digest = createHash('sha256').update(bytes).digest()
  await call.db.rows(sql`
    insert into sales.paper (company_id, invoice_id, content, pdf_digest, pdf_size, pdf_key, made_at)
    values (${call.companyId}, ${record.id}, ${JSON.stringify(paper)}, ${digest}, ${pdf.length}, ${key}::bytea,
      ${call.now})`)
  await keepBytes(call, digest, bytes)
}

/** One company's documents with large pictures do not hold up those of others. */
const inTurn = turns(PDF_THREADS)

const madeOf = async (paper: Paper, id: string, enclosed: Enclosed): Promise<Buffer> => {
  try {
    return await pdfOf(paper, enclosed)
  } catch (cause) {
    if (!(cause instanceof PdfTooLarge) || enclosed.attachments.length === 0) throw cause
    throw invoiceRefusals.notPublishable({ id, reason: 'its attachments are too much for one PDF' })
  }
}

/** What a published document says, as it was kept then; refused for a draft. */
export const keptPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<Paper> =>
  (await findPaper(call, id, kind)).content

/** The PDF that was made when the document was published: the same bytes for ever. */
export const downloadPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<FileAnswer> => {
  const { content, digest, size, key } = await findPaper(call, id, kind)
  const answer = { name: fileNameOf(content, 'pdf'), size, contentType: 'application/pdf' }
  if (key === null) return { ...answer, ...(await fetchKept(call.files, call.companyId, digest)) }
  const bytes = unsealed(call, content, id, await readKept(call.files, call.companyId, digest), key)
  return { ...answer, path: await workFileOf(call, bytes) }
}

/** The same document as an e-invoice, with its attachments; refused where the network would not take it. */
export const downloadElectronic = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<FileAnswer> => {
  const { content } = await findPaper(call, id, kind)
  content.buyer.peppolAddress ??= await presentAddress(call, id)
  const attachments = await Promise.all((await keptAttachments(call, id)).map((one) => enclosed(call, one)))
  const bytes = Buffer.from(ublOf(content, attachments))
  const path = await workFileOf(call, bytes)
  return { path, name: fileNameOf(content, 'xml'), size: bytes.length, contentType: 'application/xml' }
}

/** Where the customer is found now: who was given no address in time is not out of reach for ever. */
const presentAddress = async ({ db, companyId }: CompanyCall, id: string) =>
  (
    await db.maybe<{ address: PaperBuyer['peppolAddress'] }>(sql`
      select case when c.peppol_id is not null
        then jsonb_build_object('scheme', c.peppol_scheme, 'id', c.peppol_id) end as address
      from sales.invoice i join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
      where i.company_id = ${companyId} and i.id = ${id}`)
  )?.address ?? null

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

type PaperRow = { content: Paper; digest: Buffer; size: number; key: Buffer | null }

const findPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<PaperRow> => {
  const row = await call.db.maybe<PaperRow>(
    sql`
      select p.content, p.pdf_digest as digest, p.pdf_size as size, p.pdf_key as key
      from sales.paper p join sales.invoice i on i.company_id = p.company_id and i.id = p.invoice_id
      where p.company_id = ${call.companyId} and p.invoice_id = ${id} and i.kind = ${kind}`,
    'find-paper',
  )
  if (row) return row
  await readInvoice(call, id, kind)
  throw downloadRefusals.notPublished({ id })
}

const opened = async (call: CompanyCall, attachment: KeptAttachment): Promise<Attachment> => ({
  name: attachment.fileName,
  // Nothing else is taken as an attachment.
  contentType: attachment.contentType as Attachment['contentType'],
  bytes: await bytesOfAttachment(call, attachment),
})

const enclosed = async (call: CompanyCall, attachment: KeptAttachment) => ({
  ...attachment,
  fileName: safeNameOf(attachment.fileName, attachment.contentType),
  content: await bytesOfAttachment(call, attachment),
})

const workFileOf = async ({ files }: CompanyCall, bytes: Buffer): Promise<string> => {
  const path = files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return path
}

const keepBytes = async (call: CompanyCall, digest: Buffer, bytes: Buffer): Promise<void> => {
  const path = await workFileOf(call, bytes)
  try {
    await call.files.keep(call.companyId, digest, path)
  } finally {
    await rm(path, { force: true })
  }
}

/** What the keys of sealed PDFs are sealed for. */
export const PAPER_SEAL = 'papers'
const KEY_BYTES = 32

/**
 * The bytes sealed with a key of their own, and that key sealed for the row: when the installation takes a new key the
 * rows are sealed anew, and the kept files stay as they are.
 */
const sealed = (call: CompanyCall, id: string, pdf: Buffer): { bytes: Buffer; key: Buffer } => {
  const own = randomBytes(KEY_BYTES)
  return { bytes: sealBytes([own], pdf, id), key: sealBytes(keysOf(call), own, id) }
}

const unsealed = (call: CompanyCall, { number }: Paper, id: string, bytes: Buffer, key: Buffer): Buffer => {
  const own = tryUnsealBytes(keysOf(call), key, id)
  if (own === null) throw downloadRefusals.keyMissing({ number })
  return unsealBytes([own], bytes, id)
}

const keysOf = ({ keysFor }: CompanyCall): Keys => keysFor(PAPER_SEAL)

const paperWith = async (
  call: CompanyCall,
  record: InvoiceRecord,
  settings: SalesSettings,
  people: readonly { deductionOre: bigint }[],
): Promise<Paper> => {
  const { number, publishedAt, customerId, creditsId } = record
  const customer = customerId === null ? null : await findCustomer(call, customerId)
  if (!customer || number === null || publishedAt === null) throw new Error(`The document ${record.id} has no paper`)
  const credited = creditsId === null ? null : await readInvoice(call, creditsId)
  const country = record.billingAddress?.country ?? customer.address?.country ?? null
  const usual = treatFor({ ...customer, country }, await accountMapOf(call))
  const treat = credited ? treatAs(credited.lines, (await keptPaper(call, credited.id, 'invoice')).lines, usual) : usual
  const lines = linesOf(record.lines, treat)
  return {
    kind: record.kind === 'creditNote' ? 'creditNote' : record.type,
    language: customer.language ?? 'sv',
    number: String(number),
    date: record.date,
    dueDate: record.dueDate,
    publishedAt: publishedAt.toISOString(),
    credits: credited && { number: String(credited.number), date: credited.date },
    paymentReference: record.paymentReference,
    paymentTerms: termsOf(customer),
    references: {
      orderNumber: record.orderNumberReference,
      project: record.projectReference,
      buyer: record.buyerReference,
      contract: record.contractReference,
    },
    seller: await sellerOf(call, settings, lines),
    buyer: buyerOf(record, customer),
    deliveryAddress: addressOf(record.deliveryAddress),
    deliveryDate: record.deliveryDate,
    vatExemptionReason: record.vatExemptionReason,
    currency: record.currency,
    currencyRate: record.currencyRate,
    lines,
    taxes: taxesOf(lines, record),
    ...amountsOf(record),
    taxReduction: reductionOf(record, await reductionRow(call, record.id), people),
  }
}

const sellerOf = async (
  call: CompanyCall,
  settings: SalesSettings,
  lines: readonly PaperLine[],
): Promise<PaperSeller> => {
  const company = await companyInformation(call)
  const { fTax, seat, website, bankgiro, plusgiro, iban, bic, lateInterest } = settings
  return {
    name: company.name,
    organizationNumber: company.organizationNumber,
    isLimitedCompany: company.companyType === 'limitedCompany',
    vatNumber:
      settings.vatNumber ?? ((await isRegistered(call, lines)) ? usualVatNumber(company.organizationNumber) : null),
    address: addressOf(company.address),
    phone: company.phone || null,
    email: company.email || null,
    website,
    seat,
    hasFTax: fTax,
    bankgiro,
    plusgiro,
    iban,
    bic,
    lateInterest,
  }
}

/**
 * Whether the company is registered for value added tax: as it has said, else as its documents tell, this one and those
 * before.
 */
const isRegistered = async (call: CompanyCall, lines: readonly PaperLine[]): Promise<boolean> => {
  if (tellsOfRegistration(lines)) return true
  const setting = await vatSettingOf(call)
  if (setting !== null) return setting !== 'notRegisteredForVat'
  const { sold } = await call.db.one<{ sold: boolean }>(sql`
    select coalesce(bool_or(recent.tax_ore > 0), false) as sold from (
      select tax_ore from sales.invoice where company_id = ${call.companyId} and number is not null
      order by number desc limit ${TELLING_DOCUMENTS}) recent`)
  return sold
}

/** How many of the latest documents are asked whether the company charges tax. */
const TELLING_DOCUMENTS = 200

const buyerOf = (record: InvoiceRecord, customer: CustomerRecord): PaperBuyer => {
  const { contact } = record
  return {
    name: record.customerName ?? customer.name,
    isCompany: customer.type === 'company',
    customerNumber: customer.customerNumber,
    // The number of a private person stands on no document, so it is not kept with one.
    organizationNumber: customer.type === 'company' ? printedNumber(customer.orgNumber) : null,
    vatNumber: customer.vatNumber,
    address: addressOf(record.billingAddress ?? customer.address),
    peppolAddress: customer.peppolAddress,
    contact: contact && { name: contact.name, email: contact.email, phone: contact.phone },
  }
}

/** Terms that are a number alone are days. */
const termsOf = ({ paymentTerms, language }: CustomerRecord): string | null =>
  paymentTerms && /^\d+$/.test(paymentTerms) ? `${paymentTerms} ${language === 'en' ? 'days' : 'dagar'}` : paymentTerms

/** An address that says where; null when there is none. */
const addressOf = (address: DocumentAddress | null): PaperAddress | null => {
  if (!address?.line1 && !address?.city) return null
  const { line1 = '', line2 = null, postalCode = '', city = '', country = 'SE', countrySubdivision = null } = address
  return { line1, line2, postalCode, city, country, countrySubdivision }
}

const reductionRow = ({ db, companyId }: CompanyCall, invoiceId: string) =>
  db.maybe<Parameters<typeof reductionOf>[1]>(sql`
    select type, description, property_type as "propertyType", real_estate_number as "realEstateNumber",
      tenant_org_number as "tenantOrgNumber", apartment_number as "apartmentNumber"
    from sales.tax_reduction where company_id = ${companyId} and invoice_id = ${invoiceId}`)
