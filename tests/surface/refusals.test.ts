// Every refusal that is declared can be met, in the words that it declares; and every refusal of an endpoint is
// documented there.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { accessContribution } from '#access'
import { agencyRefusals } from '#agency'
import { deskContribution, deskRefusals } from '#desk'
import { documentsContribution } from '#documents'
import { eInvoicesContribution } from '#e-invoices'
import { audienceOf, httpContribution } from '#http'
import { identityContribution } from '#identity'
import { ledgerContribution } from '#ledger'
import { paperRefusals } from '#paper'
import { planRefusals } from '#plans'
import { listFaults } from '#platform/list'
import { type FaultKind, type RefusalKind, statusOf } from '#platform/refusal'
import { rows } from '#programs/app'
import { advanceFaults, purchaseBookingFaults, purchasingContribution } from '#purchasing'
import { salesContribution } from '#sales'
import { accessFaults, uriFaults } from '#server/access/refusals'
import { accrualFaults, accrualRefusals } from '#server/accruals/refusals'
import { agencyFaults } from '#server/agency/refusals'
import { annualReportFaults, annualReportRefusals } from '#server/annual-report/refusals'
import { assetFaults, assetRefusals } from '#server/assets/refusals'
import { matchingRefusals } from '#server/banking/matching/matching-refusals'
import { paymentFaults, paymentRefusals } from '#server/banking/payments/payment-refusals'
import { reconciliationFaults, reconciliationRefusals } from '#server/banking/reconciliation/reconciliation-refusals'
import { statementFaults, statementRefusals } from '#server/banking/statements/statement-refusals'
import { deskFaults } from '#server/desk/refusals'
import { contentFaults } from '#server/documents/content-refusals'
import { uploadFaults } from '#server/documents/upload-refusals'
import { httpFaults } from '#server/http/answers/refusals'
import { refusalsOf } from '#server/http/documents/openapi'
import { peopleFaults } from '#server/identity/refusals'
import { budgetFaults, budgetRefusals } from '#server/ledger/budget/refusals'
import { rateFaults } from '#server/ledger/rates/currency-rate-refusals'
import { ledgerFaults } from '#server/ledger/refusals'
import { mailInRefusals } from '#server/mail-in/refusals'
import { operatorFaults, operatorRefusals } from '#server/operator/refusals'
import { absenceFaults, absenceRefusals } from '#server/payroll/absence/absence-refusals'
import { holidayFaults, holidayRefusals } from '#server/payroll/holiday/holiday-refusals'
import {
  peopleFaults as employeeFaults,
  peopleRefusals as employeeRefusals,
} from '#server/payroll/people/people-refusals'
import { returnFaults, returnRefusals } from '#server/payroll/returns/return-refusals'
import { runFaults, runRefusals } from '#server/payroll/runs/run-refusals'
import { planFaults } from '#server/plans/refusals'
import { stagedFaults, stagedRefusals } from '#server/proposals/refusals'
import { supplierInvoiceFaults } from '#server/purchasing/invoices/supplier-invoice-refusals'
import { supplierFaults } from '#server/purchasing/suppliers/supplier-refusals'
import { readingRefusals } from '#server/readings/refusals'
import { recurringFaults, recurringRefusals } from '#server/recurring/refusals'
import { reminderFaults, reminderRefusals } from '#server/reminders/refusals'
import { reportFaults, reportRefusals } from '#server/reports/refusals'
import { archiveContribution } from '#server/sales/archive/contribution'
import { bookingFaults } from '#server/sales/booking/booking-refusals'
import { customerFaults } from '#server/sales/customers/customer-refusals'
import { accountStatementFaults, accountStatementRefusals } from '#server/sales/customers/statement-refusals'
import { attachmentRefusals } from '#server/sales/invoices/attachment-refusals'
import { creditNoteFaults, creditNoteRefusals } from '#server/sales/invoices/credit-note-refusals'
import { invoiceFaults } from '#server/sales/invoices/invoice-refusals'
import { downloadRefusals } from '#server/sales/publishing/paper-refusals'
import { publicationFaults } from '#server/sales/publishing/publication-refusals'
import { sendingFaults } from '#server/sales/sending/sending-refusals'
import { settingsFaults, settingsRefusals } from '#server/sales/settings/settings-refusals'
import { taxReductionFaults, taxReductionRefusals } from '#server/sales/tax-reduction/refusals'
import { storageRefusals } from '#server/storage/refusals'
import { taxAccountFaults, taxAccountRefusals } from '#server/tax-account/refusals'
import { marginFaults, marginRefusals } from '#server/vat/margin-refusals'
import { ossFaults, ossRefusals } from '#server/vat/oss-refusals'
import { vatFaults, vatRefusals } from '#server/vat/refusals'
import { webhookFaults, webhookRefusals } from '#server/webhooks/refusals'
import { proposalFaults, proposalRefusals } from '#server/year-end/proposals/refusals'
import { hindrances, yearEndFaults, yearEndRefusals } from '#server/year-end/refusals'
import { revaluationFaults, revaluationRefusals } from '#server/year-end/revaluation-refusals'
import { formFaults, formRefusals } from '#server/year-end/tax-forms/form-refusals'
import { simulationFaults, simulationRefusals } from '#simulations/refusals'
import { operationOf, patternOf } from '#support/checked'
import { EVERY_MS, every } from '#support/every'
import { type Service, startService } from '#support/service'

import { ofAccrualFaults, ofAccruals, ofRegisters } from '#tests/surface/provocations/accruals'
import * as ofAgency from '#tests/surface/provocations/agencies'
import { ofAnnualReport, ofAnnualReportFaults } from '#tests/surface/provocations/annual-report'
import { ofAssetFaults, ofAssets } from '#tests/surface/provocations/assets'
import { ofBankPaymentFaults, ofBankPayments } from '#tests/surface/provocations/bank-payments'
import { ofAccountMap, ofBooking, ofBookingFaults, ofDocuments } from '#tests/surface/provocations/booking'
import { ofBudget, ofBudgetFaults } from '#tests/surface/provocations/budget'
import * as ofCredit from '#tests/surface/provocations/credit-notes'
import { ofCustomerFaults, ofCustomers } from '#tests/surface/provocations/customers'
import { ofDayFaults, ofDays } from '#tests/surface/provocations/days'
import { ofDesk, ofDeskFaults, ofFirstRun } from '#tests/surface/provocations/desk'
import { ofEInvoices } from '#tests/surface/provocations/e-invoices'
import { ofFrame, ofFrameFaults } from '#tests/surface/provocations/frame'
import { ofInvoiceFaults, ofInvoices, ofPublishing } from '#tests/surface/provocations/invoices'
import { ofMailIn } from '#tests/surface/provocations/mail-in'
import { ofMargin, ofMarginFaults } from '#tests/surface/provocations/margin'
import { ofAccounts, ofOperatorFaults, ofOperatorGuard, ofOperators } from '#tests/surface/provocations/operator'
import { ofOss, ofOssFaults } from '#tests/surface/provocations/oss'
import { ofDownloads, ofPapers } from '#tests/surface/provocations/papers'
import {
  ofAbsenceFaults,
  ofAbsences,
  ofEmployeeFaults,
  ofEmployees,
  ofHoliday,
  ofHolidayFaults,
  ofPayRunFaults,
  ofPayRuns,
  ofReturnFaults,
  ofReturns,
} from '#tests/surface/provocations/payroll'
import * as ofPeople from '#tests/surface/provocations/people'
import { ofProposalFaults, ofProposals } from '#tests/surface/provocations/proposals'
import { ofPurchaseBooking, ofPurchaseBookingFaults } from '#tests/surface/provocations/purchases'
import { ofAdvanceFaults, ofAdvances } from '#tests/surface/provocations/purchasing/advances'
import { ofReadings } from '#tests/surface/provocations/readings'
import { ofReconciliation, ofReconciliationFaults } from '#tests/surface/provocations/reconciliation'
import { ofRecurring, ofRecurringFaults } from '#tests/surface/provocations/recurring'
import { ofReductionFaults, ofReductions } from '#tests/surface/provocations/reductions'
import { ofReminderFaults, ofReminders } from '#tests/surface/provocations/reminders'
import { ofReportFaults, ofReports } from '#tests/surface/provocations/reports'
import { ofRevaluationFaults, ofRevaluations } from '#tests/surface/provocations/revaluations'
import {
  ofAccountStatementFaults,
  ofAccountStatements,
  ofSendingFaults,
  ofSendings,
} from '#tests/surface/provocations/sendings'
import { ofSettings, ofSettingsFaults } from '#tests/surface/provocations/settings'
import { ofSimulatedFaults, ofSimulations } from '#tests/surface/provocations/simulations'
import { ofSlow } from '#tests/surface/provocations/slow'
import { ofStaged, ofStagedFaults } from '#tests/surface/provocations/staged'
import { ofMatching, ofStatementFaults, ofStatements } from '#tests/surface/provocations/statements'
import { ofStored } from '#tests/surface/provocations/storage'
import { ofRates, ofSupplierInvoiceFaults, ofSupplierInvoices } from '#tests/surface/provocations/supplier-invoices'
import { ofSupplierFaults, ofSuppliers } from '#tests/surface/provocations/suppliers'
import { ofTagFaults, ofTags, ofTemplateFaults } from '#tests/surface/provocations/tags'
import { ofTaxAccount, ofTaxAccountFaults } from '#tests/surface/provocations/tax-account'
import { ofTaxFormFaults, ofTaxForms } from '#tests/surface/provocations/tax-forms'
import { ofUploadFaults, ofUploads } from '#tests/surface/provocations/uploads'
import { ofVat, ofVatFaults, ofVatRows } from '#tests/surface/provocations/vat'
import { ofWebhookFaults, ofWebhooks } from '#tests/surface/provocations/webhooks'
import {
  ofHindrances,
  ofReopening,
  ofReopeningFaults,
  ofYearEnd,
  ofYearEndFaults,
} from '#tests/surface/provocations/year-end'
import * as provocations from './provocations.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

/**
 * Those that are not met here: `busy` needs more logins at once than a test should make,
 * and nothing refuses with `noUri` any more.
 */
const without = <T>(declared: Record<string, T>, names: readonly string[]): Record<string, T> =>
  Object.fromEntries(Object.entries(declared).filter(([name]) => !names.includes(name)))

const refusals: [string, Record<string, RefusalKind>, Record<string, provocations.Provocation>][] = [
  ['http', httpContribution.refusals, { ...provocations.ofHttp, ...ofDays, ...ofSlow }],
  [
    'identity',
    identityContribution.refusals,
    { ...provocations.ofIdentity, ...ofAgency.ofConnected, ...ofOperatorGuard },
  ],
  ['accounts', identityContribution.accountRefusals, ofAccounts],
  ['operator', operatorRefusals, ofOperators],
  [
    'ledger',
    ledgerContribution.refusals,
    { ...provocations.ofLedger, ...ofFrame, ...ofDocuments, ...ofRegisters, ...ofTags, ...ofReopening },
  ],
  ['people', without(identityContribution.peopleRefusals, ['busy']), ofPeople.ofPeople],
  ['webhooks', webhookRefusals, ofWebhooks],
  ['access', accessContribution.refusals, ofPeople.ofAccess],
  ['plans', planRefusals, ofPeople.ofPlans],
  ['storage', storageRefusals, ofStored],
  ['booking', salesContribution.bookingRefusals, ofBooking],
  ['suppliers', purchasingContribution.supplierRefusals, ofSuppliers],
  ['supplier invoices', purchasingContribution.supplierInvoiceRefusals, ofSupplierInvoices],
  ['e-invoices', eInvoicesContribution.refusals, ofEInvoices],
  ['booking of purchases', purchasingContribution.purchaseBookingRefusals, ofPurchaseBooking],
  ['advances to suppliers', purchasingContribution.advanceRefusals, ofAdvances],
  ['customers', salesContribution.customerRefusals, ofCustomers],
  ['invoices', salesContribution.invoiceRefusals, ofInvoices],
  ['downloads', { ...downloadRefusals, ...archiveContribution.refusals }, ofDownloads],
  ['papers', paperRefusals, ofPapers],
  ['mail-in', mailInRefusals, ofMailIn],
  ['readings', readingRefusals, ofReadings],
  ['sendings', salesContribution.sendingRefusals, ofSendings],
  ['statements of account', accountStatementRefusals, ofAccountStatements],
  ['budgets', budgetRefusals, ofBudget],
  ['settings', settingsRefusals, ofSettings],
  ['credit notes', creditNoteRefusals, ofCredit.ofCreditNotes],
  ['uploads', documentsContribution.uploadRefusals, ofUploads],
  ['attachments', attachmentRefusals, ofCredit.ofAttachments],
  ['bank payments', paymentRefusals, ofBankPayments],
  ['bank statements', statementRefusals, ofStatements],
  ['matching', matchingRefusals, ofMatching],
  ['tax reductions', taxReductionRefusals, ofReductions],
  ['reports', reportRefusals, ofReports],
  ['fixed assets', assetRefusals, ofAssets],
  ['accruals', accrualRefusals, ofAccruals],
  ['employees', employeeRefusals, ofEmployees],
  ['pay runs', runRefusals, ofPayRuns],
  ["employer's returns", returnRefusals, ofReturns],
  ['absence', absenceRefusals, ofAbsences],
  ['holiday', holidayRefusals, ofHoliday],
  ['proposals', stagedRefusals, ofStaged],
  ['recurring invoices', recurringRefusals, ofRecurring],
  ['reminders', reminderRefusals, ofReminders],
  ['year-end', yearEndRefusals, ofYearEnd],
  ['currency revaluations', revaluationRefusals, ofRevaluations],
  ['proposals of a year-end', proposalRefusals, ofProposals],
  ['annual reports', annualReportRefusals, ofAnnualReport],
  ['VAT returns', vatRefusals, ofVat],
  ['OSS returns', ossRefusals, ofOss],
  ['margins', marginRefusals, ofMargin],
  ['tax account', taxAccountRefusals, ofTaxAccount],
  ['bank reconciliation', reconciliationRefusals, ofReconciliation],
  ['tax forms', formRefusals, ofTaxForms],
  ['desk', deskRefusals, ofDesk],
  ['simulations', simulationRefusals, ofSimulations],
  ['first run', deskContribution.firstRunRefusals, ofFirstRun],
  ['agencies', agencyRefusals, { ...ofAgency.ofAgencies, ...ofAgency.ofTemplates }],
  ['invitations', identityContribution.invitationRefusals, ofAgency.ofInvitations],
]

const faults: [string, Record<string, FaultKind>, Record<string, provocations.Provocation>][] = [
  ['http', httpFaults, { ...provocations.ofHttpFaults, ...ofDayFaults }],
  ['lists', listFaults, provocations.ofLists],
  ['identity', identityContribution.faults, provocations.ofIdentityFaults],
  ['budgets', budgetFaults, ofBudgetFaults],
  ['proposals', stagedFaults, ofStagedFaults],
  ['desk', deskFaults, ofDeskFaults],
  ['simulations', simulationFaults, ofSimulatedFaults],
  ['operator', operatorFaults, ofOperatorFaults],
  [
    'ledger',
    without(ledgerFaults, ['sieTooMuch']),
    {
      ...provocations.ofLedgerFaults,
      ...ofFrameFaults,
      ...ofAccountMap,
      ...ofTagFaults,
      ...ofTemplateFaults,
      ...ofReopeningFaults,
      ...ofVatRows,
    },
  ],
  ['people', peopleFaults, ofPeople.ofPeopleFaults],
  ['webhooks', webhookFaults, ofWebhookFaults],
  ['access', without(accessFaults, ['noUri']), ofPeople.ofAccessFaults],
  ['redirect URIs', uriFaults, ofPeople.ofUris],
  ['plans', planFaults, ofPeople.ofPlanFaults],
  ['booking', bookingFaults, ofBookingFaults],
  ['customers', customerFaults, ofCustomerFaults],
  ['suppliers', supplierFaults, ofSupplierFaults],
  ['supplier invoices', supplierInvoiceFaults, ofSupplierInvoiceFaults],
  ['booking of purchases', purchaseBookingFaults, ofPurchaseBookingFaults],
  ['advances to suppliers', advanceFaults, ofAdvanceFaults],
  ['rates', rateFaults, ofRates],
  ['invoices', invoiceFaults, ofInvoiceFaults],
  ['publishing', publicationFaults, ofPublishing],
  ['what is sent', sendingFaults, ofSendingFaults],
  ['statements of account', accountStatementFaults, ofAccountStatementFaults],
  ['credit notes', creditNoteFaults, ofCredit.ofCreditNoteFaults],
  // The clock decides it; tests/limits has the files that come near.
  ['content', without(contentFaults, ['tooMuch']), ofCredit.ofAttachmentFaults],
  ['uploads', uploadFaults, ofUploadFaults],
  ['settings', settingsFaults, ofSettingsFaults],
  ['bank payments', paymentFaults, ofBankPaymentFaults],
  ['bank statements', statementFaults, ofStatementFaults],
  ['reports', reportFaults, ofReportFaults],
  ['fixed assets', assetFaults, ofAssetFaults],
  ['accruals', accrualFaults, ofAccrualFaults],
  ['employees', employeeFaults, ofEmployeeFaults],
  ['pay runs', runFaults, ofPayRunFaults],
  ["employer's returns", returnFaults, ofReturnFaults],
  ['absence', absenceFaults, ofAbsenceFaults],
  ['holiday', holidayFaults, ofHolidayFaults],
  ['recurring invoices', recurringFaults, ofRecurringFaults],
  ['reminders', reminderFaults, ofReminderFaults],
  ['year-end', yearEndFaults, ofYearEndFaults],
  ['currency revaluations', revaluationFaults, ofRevaluationFaults],
  ['proposals of a year-end', proposalFaults, ofProposalFaults],
  ['annual reports', annualReportFaults, ofAnnualReportFaults],
  ['VAT returns', vatFaults, ofVatFaults],
  ['OSS returns', ossFaults, ofOssFaults],
  ['margins', marginFaults, ofMarginFaults],
  ['tax account', taxAccountFaults, ofTaxAccountFaults],
  ['bank reconciliation', reconciliationFaults, ofReconciliationFaults],
  ['tax forms', formFaults, ofTaxFormFaults],
  ['tax reductions', taxReductionFaults, ofReductionFaults],
  ['agencies', agencyFaults, { ...ofAgency.ofAgencyFaults, ...ofAgency.ofTemplateFaultsOfAgencies }],
  ['invitations', identityContribution.invitationFaults, ofAgency.ofInvitationFaults],
]

type Kind = { sentence: string }

/** Each kind that is declared, with the way in which it is provoked. */
const kindsIn = <Declared extends Kind>(
  tables: [string, Record<string, Declared>, Record<string, provocations.Provocation>][],
) =>
  tables.flatMap(([of, declared, provoked]) =>
    Object.entries(declared).map(([name, kind]) => ({ of, name, kind, provoke: provoked[name] })),
  )

const nameOf = ({ of, name }: { of: string; name: string }): string => `${of} ${name}`

test('every refusal and fault that is declared is provoked, and no other', () => {
  const names = (pick: 1 | 2) =>
    [...refusals, ...faults].flatMap((table) => Object.keys(table[pick]).map((name) => `${table[0]} ${name}`))
  expect(names(2).sort()).toEqual(names(1).sort())
})

test(
  'every refusal is met in the words that it declares',
  () =>
    every(kindsIn(refusals), nameOf, async ({ kind: { code, sentence }, provoke }) => {
      const answer = await provoke?.(service)
      expect(answer).toMatchObject({ code, message: expect.stringMatching(patternOf(sentence)) })
    }),
  EVERY_MS,
)

test(
  'every fault is met in the words that it declares',
  () =>
    every(kindsIn(faults), nameOf, async ({ kind: { sentence }, provoke }) => {
      const answer = await provoke?.(service)
      expect(answer).toMatchObject({ code: 'validation-error', errors: [expect.objectContaining({})] })
      expect(answer?.errors?.[0]?.message).toMatch(patternOf(sentence))
    }),
  EVERY_MS,
)

describe('what hinders a closing', () => {
  test('is all provoked', () => {
    expect(Object.keys(ofHindrances).sort()).toEqual(Object.keys(hindrances).sort())
  })

  test('is met in the words that it declares', () =>
    every(
      Object.entries(hindrances),
      ([name]) => name,
      async ([name, { sentence }]) => {
        const answer = await ofHindrances[name]?.(service)
        expect(answer).toMatchObject({ code: 'operation-not-allowed', errors: [{ field: `#/checks/${name}` }] })
        expect(answer?.errors?.[0]?.message).toMatch(patternOf(sentence))
      },
    ))
})

/** Refusals that no single operation can document. What gets an endpoint leaves this list. */
const ofNoOperation: Record<string, string> = {
  isOver: 'is of the first run, which is beside the table',
  noCode: 'is of the first run, which is beside the table',
  foreign: 'is of the first run, which is beside the table',
  noDemo: 'is of the first run, which is beside the table',
  unknownPath: 'is about paths that no operation has',
  otherPath: 'is about paths that no operation has',
  farDays: 'is of rules that leave the calendar, which none is known to do',
  brownout: 'is about minutes in which no operation answers',
  generalToken: 'is documented with missingScope, as the 403 of every operation',
  wrongMethod: 'is about methods that no operation of the path has',
  noToken: 'is documented with badToken, as the 401 of every operation',
  badToken: 'is documented with noToken, as the 401 of every operation',
  otherCompany: 'is documented with missingScope, as the 403 of every operation',
  missingScope: 'is documented with otherCompany, as the 403 of every operation',
  otherAgency: 'is documented with missingScope, as the 403 of every operation of an agency',
  neverConnected: 'is documented in its own words, as a 403 of every operation of an agency',
  disconnected: 'is documented in its own words, as a 401 of every operation of an agency',
  sessionOver: 'is documented with badToken, as the 401 of every operation of a company',
  noCsrf: 'is documented with missingScope, as the 403 of every operation of a company',
  noMember: 'is documented with missingScope, as the 403 of every operation of a company',
  noAgencyMember: 'is documented with missingScope, as the 403 of every operation of an agency',
  roleLacks: 'is documented with missingScope, as the 403 of every operation of a company',
  ofPeople: 'is documented as the 403 of operations of people',
  ofIntegrations: 'is documented as the 403 of operations of integrations',
  notIntegration: 'is documented as the 403 of every general operation',
  locked: 'is met at the login only',
  lacking: 'is documented with its own body, as a 403 of every operation of a company',
  expired: 'is documented with lacking',
  quotaSpent: 'is documented in the words of its status, as a 403 of every operation of a company',
  notElevated: 'is met by the operator only',
  ...Object.fromEntries(
    Object.keys(ofPeople.ofPeople)
      .filter(
        (name) =>
          ![
            'personNotFound',
            'emailTaken',
            'agencyTaken',
            'memberNotFound',
            'alreadyMember',
            'ownersDecide',
            'auditorSigns',
            'lastOwner',
            'lastAdministrator',
          ].includes(name),
      )
      .map((name) => [name, 'is met by the operator and on pages only']),
  ),
  notSignatory: 'is met on pages only',
  noSuchPayment: 'is met by the operator only',
  notCancellable: 'is met by the operator only',
  notAtBank: 'is met by the operator only',
  uploadConnected: 'is met by the operator only',
  notCashYear: 'is met by the operator only',
  accrualYear: 'is met by the operator only',
}

describe('the documentation', () => {
  test('names every declared refusal at one operation at least, except those that belong to none', () => {
    const documented = new Set(rows.flatMap((row) => refusalsOf(row)))
    const missing = refusals.flatMap(([, declared]) =>
      Object.entries(declared).flatMap(([name, kind]) => (documented.has(kind) ? [] : [name])),
    )
    expect(missing.sort()).toEqual(Object.keys(ofNoOperation).sort())
  })

  test('says at every operation what it refuses, under the status it has', () =>
    every(
      rows,
      ({ operationId }) => operationId,
      (row) => {
        const { responses } = operationOf(row)
        for (const { code, sentence } of refusalsOf(row)) {
          expect(responses[statusOf[code]]?.description).toContain(`\`${code}\`: ${sentence}`)
        }
        // What is asked of every token refuses none.
        const always = [400, 401, 429, 500, 503, ...(audienceOf(row) === 'token' ? [] : [403])]
        for (const status of always) expect(responses).toHaveProperty(String(status))
      },
    ))
})
