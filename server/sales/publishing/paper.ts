// Published documents: their content is made from the state at publication, and downloaded later.
import { safeNameOf } from '#documents'
import type { FileAnswer } from '#http'
import { type Book, bookOf } from '#ledger'
import {
  type Attachment,
  enclosedUbl,
  type Paper,
  type PaperAddress,
  type PaperBuyer,
  type PaperLine,
  type PaperSeller,
  PdfTooLarge,
} from '#paper'
import { printedNumber } from '#parties'
import type { CompanyCall } from '#platform/call'
import { readKept } from '#platform/files'
import { sql } from '#platform/sql'
import { USUAL_ACCOUNTING_CURRENCY } from '#rule/currency'
import {
  draftAnswer,
  electronicAnswer,
  fileNameOf,
  type KeptPaper,
  type MadePaper,
  makePaper,
  paperOf,
  pdfAnswer,
} from '#sales/archive/paper'
import { saleOf } from '#sales/booking/sale'
import type { Sale } from '#sales/booking/sale.rules'
import type { CustomerRecord } from '#sales/customers/customer'
import { bytesOfAttachment, type KeptAttachment, keptAttachments } from '#sales/invoices/attachment'
import { type DocumentAddress, type DocumentKind, type InvoiceRecord, readInvoice } from '#sales/invoices/invoice'
import { invoiceRefusals, publicationHindrances } from '#sales/invoices/invoice-refusals'
import type { Logo } from '#sales/settings/settings'
import { requireReadable } from '#sales/tax-reduction/person'
import {
  amountsOf,
  linesOf,
  reductionOf,
  taxesOf,
  tellsOfRegistration,
  tooLongOn,
  treatAs,
  treatFor,
  usualVatNumber,
} from './paper.rules.ts'
import { downloadRefusals } from './paper-refusals.ts'
import { strangeOn } from './paper-signs.ts'
import { type Seller, sellerOf } from './seller.ts'

/** The content of a document being published; with its PDF, if the PDF contains more than the document and a logo. */
export const paperOfSale = async (call: CompanyCall, book: Book, sale: Sale, seller: Seller): Promise<MadePaper> => {
  const { record, attachments } = sale
  const people = requireReadable(sale.reduction?.people ?? [], record)
  const paper = await paperWith(call, book, sale, seller)
  const tooLong = tooLongOn(paper, sale.credited?.record.lines)
  if (tooLong.length > 0) throw invoiceRefusals.notPublishable({ reason: publicationHindrances.texts() }, tooLong)
  const strange = strangeOn(paper, sale.credited?.record)
  if (strange.length > 0) throw invoiceRefusals.notPublishable({ reason: publicationHindrances.signs() }, strange)
  const personalNumbers = people.map(({ personalNumber }) => personalNumber)
  const { logo } = seller.settings
  if (attachments.length === 0 && people.length === 0) {
    return { id: record.id, content: paper, pdf: null, logo: logo?.digest ?? null }
  }
  const enclose = async () => ({
    logo: logo && (await readKept(call.files, call.companyId, logo.digest)),
    attachments: await Promise.all(attachments.map((one) => opened(call, one))),
    personalNumbers,
  })
  const shown = [logo?.digest, attachments, personalNumbers]
  try {
    return await makePaper(call, record.id, paper, { enclose, shown, hasPersonalNumbers: people.length > 0 })
  } catch (cause) {
    if (!(cause instanceof PdfTooLarge) || attachments.length === 0) throw cause
    throw invoiceRefusals.notPublishable({ reason: publicationHindrances.attachments() })
  }
}

/** The PDF of a published document: once made, its bytes never change. */
export const downloadPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<FileAnswer> =>
  pdfAnswer(call, await findPaper(call, id, kind))

/** A preview of a draft as if published now, without its attachments; for a published document its PDF. */
export const previewPaper = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const sale = await saleOf(call, id, { kind: 'invoice' })
  const { record, customer, reduction } = sale
  if (record.number !== null) return downloadPaper(call, id, 'invoice')
  if (!customer) throw downloadRefusals.noCustomer()
  const seller = await sellerOf(call)
  const { logo } = seller.settings
  const draft = { ...record, number: 0n, publishedAt: call.now }
  const personalNumbers = requireReadable(reduction?.people ?? [], record).map(({ personalNumber }) => personalNumber)
  const content = await paperWith(call, await bookOf(call, true), { ...sale, record: draft }, seller)
  const tooLong = tooLongOn(content)
  if (tooLong.length > 0) throw downloadRefusals.textsTooLong({}, tooLong)
  const strange = strangeOn(content)
  if (strange.length > 0) throw downloadRefusals.signsUnknown({}, strange)
  return draftAnswer(
    call,
    { ...content, isDraft: true, number: content.language === 'en' ? 'draft' : 'utkast' },
    {
      enclose: async () => ({
        logo: logo && (await readKept(call.files, call.companyId, logo.digest)),
        attachments: [],
        personalNumbers,
      }),
      shown: [logo?.digest, personalNumbers],
    },
  )
}

/** The document as an e-invoice, with its attachments; refused if the network would reject it. */
export const downloadElectronic = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<FileAnswer> => {
  const { content } = await findPaper(call, id, kind)
  content.buyer.peppolAddress ??= await presentAddress(call, id)
  const attachments = await Promise.all((await keptAttachments(call, id)).map((one) => enclosed(call, one)))
  return electronicAnswer(call, content, attachments)
}

/**
 * The e-invoice sent along with the PDF if the customer has an e-invoice address; otherwise null, as if the network
 * would reject it. Attachments are only in the PDF.
 */
export const electronicFor = async (
  call: CompanyCall,
  id: string,
  { content }: KeptPaper,
): Promise<Electronic | null> => {
  const peppolAddress = content.buyer.peppolAddress ?? (await presentAddress(call, id))
  const xml = peppolAddress && enclosedUbl({ ...content, buyer: { ...content.buyer, peppolAddress } })
  return xml ? { name: fileNameOf(content, 'xml'), contentType: 'application/xml', bytes: Buffer.from(xml) } : null
}

type Electronic = { name: string; contentType: 'application/xml'; bytes: Buffer }

/** The content of a published invoice, with the seller's current data: payment details may have changed since. */
export const presentPaper = async (call: CompanyCall, id: string): Promise<{ content: Paper; logo: Logo | null }> => {
  const { content } = await findPaper(call, id, 'invoice')
  const seller = await sellerOf(call)
  const { vatNumber, ...present } = await sellerWith(call, seller, content.lines)
  return {
    content: { ...content, seller: { ...present, vatNumber: vatNumber ?? content.seller.vatNumber } },
    logo: seller.settings.logo,
  }
}

/** The customer's current address: one added after publication can be used. */
const presentAddress = async ({ db, companyId }: CompanyCall, id: string) =>
  (
    await db.maybe<{ address: PaperBuyer['peppolAddress'] }>(sql`
      select case when c.peppol_id is not null
        then jsonb_build_object('scheme', c.peppol_scheme, 'id', c.peppol_id) end as address
      from sales.invoice i join sales.customer c on c.company_id = i.company_id and c.id = i.customer_id
      where i.company_id = ${companyId} and i.id = ${id}`)
  )?.address ?? null

/** The stored document of a kind; refused if it is a draft. */
export const findPaper = async (call: CompanyCall, id: string, kind: DocumentKind): Promise<KeptPaper> => {
  const paper = await paperOf(call, id)
  if (paper && (paper.content.kind === 'creditNote') === (kind === 'creditNote')) return paper
  await readInvoice(call, id, kind)
  throw downloadRefusals.notPublished({ id })
}

const opened = async (call: CompanyCall, attachment: KeptAttachment): Promise<Attachment> => ({
  name: attachment.fileName,
  // No other content types are accepted as attachments.
  contentType: attachment.contentType as Attachment['contentType'],
  bytes: await bytesOfAttachment(call, attachment),
})

const enclosed = async (call: CompanyCall, attachment: KeptAttachment) => ({
  ...attachment,
  fileName: safeNameOf(attachment.fileName, attachment.contentType),
  content: await bytesOfAttachment(call, attachment),
})

const paperWith = async (call: CompanyCall, book: Book, sale: Sale, seller: Seller): Promise<Paper> => {
  const { record, customer, credited, reduction } = sale
  const { number, publishedAt } = record
  if (!customer || number === null || publishedAt === null)
    throw new Error(`The document ${record.id} cannot be printed`)
  const country = record.billingAddress?.country ?? customer.address?.country ?? null
  const usual = treatFor({ ...customer, country }, book.roles)
  const treat = credited ? treatAs(credited, usual) : usual
  const lines = linesOf(record.lines, treat)
  return {
    kind: record.kind === 'creditNote' ? 'creditNote' : record.type,
    language: customer.language ?? 'sv',
    number: String(number),
    date: record.date,
    dueDate: record.dueDate,
    publishedAt: publishedAt.toISOString(),
    credits: credited && { number: String(credited.record.number), date: credited.record.date },
    paymentReference: record.paymentReference,
    paymentTerms: termsOf(customer),
    references: {
      orderNumber: record.orderNumberReference,
      project: record.projectReference,
      buyer: record.buyerReference,
      contract: record.contractReference,
    },
    seller: await sellerWith(call, seller, lines, credited !== null),
    buyer: buyerOf(record, customer),
    deliveryAddress: addressOf(record.deliveryAddress),
    deliveryDate: record.deliveryDate,
    vatExemptionReason: record.vatExemptionReason,
    currency: record.currency,
    currencyRate: record.currencyRate,
    ...(book.currency === USUAL_ACCOUNTING_CURRENCY ? {} : { accountingCurrency: book.currency }),
    lines,
    taxes: taxesOf(lines, record),
    ...amountsOf(record),
    taxReduction: reductionOf(record, reduction),
  }
}

const sellerWith = async (
  call: CompanyCall,
  seller: Seller,
  lines: readonly PaperLine[],
  isCredit = false,
): Promise<PaperSeller> => {
  const { company, settings, isTest } = seller
  const { fTax, seat, website, bankgiro, plusgiro, iban, bic, lateInterest } = settings
  return {
    ...(isTest ? { isTest } : {}),
    name: company.name,
    organizationNumber: company.organizationNumber,
    isLimitedCompany: company.companyType === 'limitedCompany',
    vatNumber:
      settings.vatNumber ??
      ((await isRegistered(call, seller, lines, isCredit)) ? usualVatNumber(company.organizationNumber) : null),
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
 * Whether the company is registered for VAT: by its own setting, otherwise as indicated by this document and earlier
 * ones. For a credit note, the state at the time of its invoice applies.
 */
const isRegistered = async (
  call: CompanyCall,
  { vatSetting }: Seller,
  lines: readonly PaperLine[],
  isCredit: boolean,
): Promise<boolean> => {
  const tells = tellsOfRegistration(lines)
  if (isCredit && tells) return true
  if (vatSetting !== null) return vatSetting !== 'notRegisteredForVat'
  if (tells) return true
  const { sold } = await call.db.one<{ sold: boolean }>(sql`
    select coalesce(bool_or(recent.tax_ore > 0), false) as sold from (
      select tax_ore from sales.invoice where company_id = ${call.companyId} and number is not null
      order by number desc limit ${TELLING_DOCUMENTS}) recent`)
  return sold
}

/** How many of the latest documents are examined for VAT. */
const TELLING_DOCUMENTS = 200

const buyerOf = (record: InvoiceRecord, customer: CustomerRecord): PaperBuyer => {
  const { contact } = record
  return {
    name: record.customerName ?? customer.name,
    isCompany: customer.type === 'company',
    customerNumber: customer.customerNumber,
    // A personal number is never printed, so it is not stored with the document.
    organizationNumber: customer.type === 'company' ? printedNumber(customer.orgNumber) : null,
    vatNumber: customer.vatNumber,
    address: addressOf(record.billingAddress ?? customer.address),
    peppolAddress: customer.peppolAddress,
    contact: contact && { name: contact.name, email: contact.email, phone: contact.phone },
  }
}

/** Terms that are a plain number are in days. */
const termsOf = ({ paymentTerms, language }: CustomerRecord): string | null =>
  paymentTerms && /^\d+$/.test(paymentTerms) ? `${paymentTerms} ${language === 'en' ? 'days' : 'dagar'}` : paymentTerms

/** An address with at least a street or city; otherwise null. */
const addressOf = (address: DocumentAddress | null): PaperAddress | null => {
  if (!address?.line1 && !address?.city) return null
  const { line1 = '', line2 = null, postalCode = '', city = '', country = 'SE', countrySubdivision = null } = address
  return { line1, line2, postalCode, city, country, countrySubdivision }
}
