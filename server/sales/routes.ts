// Every endpoint of sales.
import type { Row } from '#http'
import { attachmentRows } from './attachment-routes.ts'
import { creditNoteRows } from './credit-note-routes.ts'
import { customerRows } from './customer-routes.ts'
import { invoiceRows } from './invoice-routes.ts'
import { itemRows } from './item-routes.ts'
import { paperRows } from './paper-routes.ts'
import { paymentLinkRows } from './payment-link-routes.ts'
import { paymentRows } from './payment-routes.ts'
import { periodEndRows } from './period-end-routes.ts'
import { recordRows } from './record-routes.ts'
import { sendingRows } from './sending-routes.ts'
import { setOffRows } from './set-off-routes.ts'
import { salesSettingsRows } from './settings-routes.ts'
import { settlementRows } from './settlement-routes.ts'
import { statementRows } from './statement-routes.ts'
import { statementSendingRows } from './statement-sending-routes.ts'
import { taxReductionRows } from './tax-reduction-routes.ts'

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
