// Registers implementations with contexts on lower floors that call upper ones. Every program imports this first: the
// service, and each command.
import { accrualsReversed, shiftsOfAccruals } from '#accruals'
import { assetsReversed, shiftsOfAssets } from '#assets'
import { followReversals } from '#ledger'
import { unpaidPurchasesIn } from '#purchasing'
import { recurringUsesOf } from '#recurring'
import { chargesOfReminders, claimsOfReminders } from '#reminders'
import { askForDeadlines, askForShifts } from '#reports'
import { askForCharges, askForClaims, askForUnpaidPurchases, askForUses } from '#sales'
import { deadlinesOfVat } from '#vat'
import { deadlinesOfYears } from '#year-end'

export const introduce = (): void => {
  followReversals([assetsReversed, accrualsReversed])
  askForDeadlines([deadlinesOfVat, deadlinesOfYears])
  askForShifts([shiftsOfAccruals, shiftsOfAssets])
  askForCharges(chargesOfReminders)
  askForClaims(claimsOfReminders)
  askForUses(recurringUsesOf)
  askForUnpaidPurchases(unpaidPurchasesIn)
}
