// The thread program that makes PDFs, one after the other, so that the service stays responsive.
import { parentPort } from 'node:worker_threads'
import type { AnnualPaper } from '#paper/annual-paper'
import type { Paper } from '#paper/paper'
import type { PayslipPaper } from '#paper/payslip-paper'
import type { ReminderPaper } from '#paper/reminder-paper'
import type { ReportPaper } from '#paper/report-paper'
import { heldNow } from '#threads/thread-work'
import { renderAnnual } from './annual-pdf.ts'
import { renderPayslip } from './payslip-pdf.ts'
import { type Enclosed, renderPdf } from './pdf.ts'
import { PictureTooLarge } from './pdf-images.ts'
import { renderReminder } from './reminder-pdf.ts'
import { renderReport } from './report-pdf.ts'

/** The requests to a thread. */
export type PdfOrder =
  | { paper: Paper; enclosed: Enclosed }
  | { report: ReportPaper }
  | { annual: AnnualPaper }
  | { payslip: PayslipPaper }
  | { reminder: ReminderPaper; logo: Uint8Array | null }
/** What came of one; `holds` is what the thread takes now for objects and buffers, in bytes. */
export type PdfOutcome = { holds: number } & ({ pdf: Uint8Array } | { failed: string; tooLarge: boolean })

const made = (order: PdfOrder): Promise<Uint8Array> => {
  if ('report' in order) return renderReport(order.report)
  if ('annual' in order) return renderAnnual(order.annual)
  if ('payslip' in order) return renderPayslip(order.payslip)
  if ('reminder' in order) return renderReminder(order.reminder, order.logo)
  return renderPdf(order.paper, order.enclosed)
}

parentPort?.on('message', async (order: PdfOrder) => {
  try {
    const pdf = Uint8Array.from(await made(order))
    parentPort?.postMessage({ holds: heldNow(), pdf } satisfies PdfOutcome, [pdf.buffer])
  } catch (cause) {
    const failed = cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)
    const tooLarge = cause instanceof PictureTooLarge
    parentPort?.postMessage({ holds: heldNow(), failed, tooLarge } satisfies PdfOutcome)
  }
})
