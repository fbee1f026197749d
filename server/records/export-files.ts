// Files in an export beside the archives of the years: each as it can be downloaded.
import { downloadReport, filesForBank, reportsOn } from '#banking'
import { downloadUpload, listUploads } from '#documents'
import type { CompanyRowCall, FileAnswer } from '#http'
import { payrollContribution } from '#payroll'
import type { Page, PageRequest } from '#platform/list'
import { filesOfReminders } from '#reminders'
import { downloadAttachment, downloadLogo, everyAttachment, settingsOf } from '#sales'
import { fetchedLater, inPath, type LaterFile } from './archive-parts.ts'

/** How many are looked up per statement. */
const AT_ONCE = 100

type ExportPart = {
  /** The endpoint that returns each file. */
  operationId: string
  /** The folder below `filer`. */
  folder: string
  files: (call: CompanyRowCall) => AsyncIterable<Found>
}

/** A file to be opened later, stored under its id if it has one. */
type Found = { id: string | null; open: (call: CompanyRowCall) => Promise<FileAnswer> }
export type ExportFile = LaterFile

/** Downloadable files that belong to no year, or are not files there. */
export const exportParts: readonly ExportPart[] = [
  {
    operationId: 'downloadUpload',
    folder: '',
    async *files(call) {
      // Uploads of entries are in the archive of their year.
      for await (const { id } of each(
        (page) => listUploads(call, page),
        ({ journalEntryId }) => journalEntryId === null,
      ))
        yield { id, open: (after) => downloadUpload(after, id) }
    },
  },
  {
    operationId: 'downloadInvoiceAttachment',
    folder: 'fakturabilagor/',
    async *files(call) {
      for await (const { id, invoiceId } of each((page) => everyAttachment(call, page)))
        yield { id, open: (after) => downloadAttachment(after, invoiceId, id) }
    },
  },
  {
    operationId: 'downloadLogo',
    folder: '',
    async *files(call) {
      if ((await settingsOf(call)).logo) yield { id: null, open: downloadLogo }
    },
  },
  {
    operationId: 'downloadPaymentFile',
    folder: 'betalfiler/',
    async *files(call) {
      yield* each((page) => filesForBank(call, page))
    },
  },
  {
    operationId: 'downloadEmployerReturn',
    folder: 'arbetsgivardeklarationer/',
    async *files(call) {
      const { list, download } = payrollContribution.returns
      for await (const { id } of each((page) => list(call, page))) yield { id, open: (after) => download(after, id) }
    },
  },
  {
    operationId: 'downloadPaymentStatusReport',
    folder: 'återrapporter/',
    async *files(call) {
      for await (const file of each((page) => filesForBank(call, page))) {
        for (const { id } of await reportsOn(call, file.id)) {
          yield { id, open: (after) => downloadReport(after, file.id, id) }
        }
      }
    },
  },
  {
    operationId: 'downloadReminder',
    folder: 'påminnelser/',
    async *files(call) {
      yield* each((page) => filesOfReminders(call, page))
    },
  },
]

/** Files not in any part, with the reason. */
export const filesLeftOut: Readonly<Record<string, string>> = {
  downloadSie: 'in the archive of its year',
  downloadInvoice: 'in the archive of its year',
  downloadCreditNote: 'in the archive of its year',
  downloadBankStatement: 'in the archive of its year',
  downloadSystemDocumentation: 'in the archive of each year',
  downloadProcessingHistory: 'in the archive of its year',
  downloadAnnualReport: 'in the archive of its year',
  downloadAnnualReportIxbrl: 'in the archive of its year',
  downloadAnnualReportReceipt: 'in the archive of its year',
  downloadTaxAccountStatement: 'in the archive of its year',
  downloadTaxForms: 'made anew of the books of its year, and of what was entered on the forms',
  downloadArchive: 'stands in it unpacked',
  downloadExport: 'is the export',
  previewInvoice: 'shows what a draft would become',
  exportTaxReductions: 'made anew of what the list of tax reductions says',
  downloadPayslip: 'made anew of what the list of payslips says',
  downloadVatReturn: 'made anew of what the list of VAT returns says',
  downloadOssReturn: 'made anew of what the list of OSS returns says',
  downloadSru: 'made anew of the books of its year',
  downloadEuSalesList: 'made anew of the books',
  downloadCustomerData: 'made anew of the lists, in which all of it stands',
  downloadSupplierData: 'made anew of the lists, in which all of it stands',
  downloadEmployeeData: 'made anew of the lists, in which all of it stands',
}

/** All files of all parts, with their path below `filer`. */
export async function* exportFiles(call: CompanyRowCall): AsyncGenerator<ExportFile> {
  for (const { folder, files } of exportParts) {
    for await (const { id, open } of files(call)) {
      yield fetchedLater(`${folder}${id ?? ''}`, async (after) => {
        const { name, path, kept = false } = await open(after)
        // Several may have the same name: each is stored under its id.
        return { path: `${folder}${id === null ? name : `${id}-${inPath(name)}`}`, source: { path, kept } }
      })
    }
  }
}

async function* each<Item>(
  list: (request: PageRequest) => Promise<Page<Item>>,
  isMeant: (item: Item) => boolean = () => true,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await list({ pageSize: AT_ONCE, ...(cursor === undefined ? {} : { cursor }) })
    yield* items.filter(isMeant)
    if (!nextCursor) return
    cursor = nextCursor
  }
}
