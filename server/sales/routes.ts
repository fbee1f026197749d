// Every endpoint of sales.
import type { Row } from '#http'
import { periodEndRows } from '#sales/booking/period-end-routes'
import { recordRows } from '#sales/booking/record-routes'
import { customerRows } from '#sales/customers/customer-routes'
import { statementRows } from '#sales/customers/statement-routes'
import { statementSendingRows } from '#sales/customers/statement-sending-routes'
import { attachmentRows } from '#sales/invoices/attachment-routes'
import { creditNoteRows } from '#sales/invoices/credit-note-routes'
import { invoiceRows } from '#sales/invoices/invoice-routes'
import { itemRows } from '#sales/items/item-routes'
import { paperRows } from '#sales/publishing/paper-routes'
import { paymentRows } from '#sales/receivables/payment-routes'
import { setOffRows } from '#sales/receivables/set-off-routes'
import { settlementRows } from '#sales/receivables/settlement-routes'
import { taxReductionRows } from '#sales/receivables/tax-reduction-routes'
import { paymentLinkRows } from '#sales/sending/payment-link-routes'
import { sendingRows } from '#sales/sending/sending-routes'
import { salesSettingsRows } from '#sales/settings/settings-routes'

export const salesRows: readonly Row[] = [
  ...customerRows,
  ...statementRows,
  ...statementSendingRows,
  ...itemRows,
  ...invoiceRows,
  ...attachmentRows,
  ...paperRows,
  ...sendingRows,
  ...paymentLinkRows,
  ...recordRows,
  ...paymentRows,
  ...setOffRows,
  ...settlementRows,
  ...creditNoteRows,
  ...taxReductionRows,
  ...periodEndRows,
  ...salesSettingsRows,
]
