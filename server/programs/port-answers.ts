// Registers implementations with contexts on lower floors that call upper ones. Every program imports this first: the
// service, and each command.
import { accrualsReversed, shiftsOfAccruals } from '#accruals'
import { assetsReversed, shiftsOfAssets } from '#assets'
import { reversalsPort } from '#ledger'
import { requirePorts } from '#platform/port'
import { unpaidPurchasesIn } from '#purchasing'
import { recurringUsesOf } from '#recurring'
import { chargesOfReminders, claimsOfReminders } from '#reminders'
import { deadlinesPort, shiftsPort } from '#reports'
import { chargesPort, claimsPort, unpaidPurchasesPort, usesPort } from '#sales'
import { deadlinesOfVat } from '#vat'
import { deadlinesOfYears } from '#year-end'

/** @throws where a question has no answer */
export const answerPorts = (): void => {
  reversalsPort.set([assetsReversed, accrualsReversed])
  deadlinesPort.set([deadlinesOfVat, deadlinesOfYears])
  shiftsPort.set([shiftsOfAccruals, shiftsOfAssets])
  chargesPort.set(chargesOfReminders)
  claimsPort.set(claimsOfReminders)
  usesPort.set(recurringUsesOf)
  unpaidPurchasesPort.set(unpaidPurchasesIn)
  requirePorts()
}
