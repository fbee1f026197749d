// Registers implementations with contexts on lower floors that call upper ones. Every program imports this first: the
// service, and each command.
import { accrualsContribution } from '#accruals'
import { annualReportContribution } from '#annual-report'
import { assetsContribution } from '#assets'
import { ledgerContribution } from '#ledger'
import { payrollContribution } from '#payroll'
import { requirePorts } from '#platform/port'
import { unpaidPurchasesIn } from '#purchasing'
import { recurringService } from '#recurring'
import { remindersService } from '#reminders'
import { reportsContribution } from '#reports'
import { salesContribution } from '#sales'
import { vatContribution } from '#vat'
import { yearEndContribution } from '#year-end'

/** @throws where a question has no answer */
export const answerPorts = (): void => {
  annualReportContribution.filedPort.set(yearEndContribution.noteReportFiled)
  ledgerContribution.reversalsPort.set([
    assetsContribution.reversed,
    accrualsContribution.reversed,
    payrollContribution.reversed,
  ])
  payrollContribution.payItemSourcesPort.set([])
  payrollContribution.holidayPort.set(async () => null)
  reportsContribution.deadlinesPort.set([vatContribution.deadlines, yearEndContribution.deadlinesOfYears])
  reportsContribution.shiftsPort.set([accrualsContribution.shifts, assetsContribution.shifts])
  salesContribution.chargesPort.set(remindersService.charges)
  salesContribution.claimsPort.set(remindersService.claims)
  salesContribution.usesPort.set(recurringService.usesOf)
  salesContribution.unionAccountsPort.set(vatContribution.unionAccounts)
  salesContribution.unpaidPurchasesPort.set(unpaidPurchasesIn)
  requirePorts()
}
