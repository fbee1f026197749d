// The files that stand in an export beside the archives of the years: each as it can be downloaded.
import { filesForBank } from '#banking'
import { downloadUpload, listUploads } from '#documents'
import type { CompanyRowCall, FileAnswer } from '#http'
import type { Page, PageRequest } from '#platform/list'
import { filesOfReminders } from '#reminders'
import { downloadAttachment, downloadLogo, everyAttachment, settingsOf } from '#sales'
import { fetchedLater, inPath, type LaterFile } from './archive-parts.ts'

/** How many of a kind are looked up at a time. */
const AT_ONCE = 100

type ExportPart = {
  /** The endpoint that gives each of them out. */
  operationId: string
  /** Where they stand below `filer`. */
  folder: string
  files: (call: CompanyRowCall) => AsyncIterable<Found>
}

/** A file that was found; it is opened later, and stands under its id unless it has none. */
type Found = { id: string | null; open: (call: CompanyRowCall) => Promise<FileAnswer> }
export type ExportFile = LaterFile

/** What can be downloaded and stands in no year, or not as a file. */
export const exportParts: readonly ExportPart[] = [
  {
    operationId: 'downloadUpload',
    folder: '',
    async *files(call) {
      // Those of entries stand in the archive of their year.
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
    operationId: 'downloadReminder',
    folder: 'påminnelser/',
    async *files(call) {
      yield* each((page) => filesOfReminders(call, page))
    },
  },
]

/** Files that are in no part, each with the reason. */
export const filesLeftOut: Readonly<Record<string, string>> = {
  downloadSie: 'in the archive of its year',
  downloadInvoice: 'in the archive of its year',
  downloadCreditNote: 'in the archive of its year',
  downloadBankStatement: 'in the archive of its year',
  downloadSystemDocumentation: 'in the archive of each year',
  downloadProcessingHistory: 'in the archive of its year',
  downloadArchive: 'stands in it unpacked',
  downloadExport: 'is the export',
  previewInvoice: 'shows what a draft would become',
  exportTaxReductions: 'made anew of what the list of tax reductions says',
  downloadVatReturn: 'made anew of what the list of VAT returns says',
  downloadSru: 'made anew of the books of its year',
  downloadEuSalesList: 'made anew of the books',
  downloadCustomerData: 'made anew of the lists, in which all of it stands',
  downloadSupplierData: 'made anew of the lists, in which all of it stands',
}

/** All files of all parts, each with its place below `filer`. */
export async function* exportFiles(call: CompanyRowCall): AsyncGenerator<ExportFile> {
  for (const { folder, files } of exportParts) {
    for await (const { id, open } of files(call)) {
      yield fetchedLater(`${folder}${id ?? ''}`, async (after) => {
        const { name, path, kept = false } = await open(after)
        // Several may have one name: each stands under its own id.
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
