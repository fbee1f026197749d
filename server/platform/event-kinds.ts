// The kinds of events, as `resource.change`: `customer.changed` is a kind; `customer` is the resource that it is about.
// This table of words is all that the platform knows of the business.

/**
 * The path of a resource, and the one scope that lets a caller see its events, everywhere: in the feed, the stream, the
 * feed of an agency and in webhooks. It is the scope of the endpoint at that path.
 */
export type Place = { at: string; scope: string }

/**
 * What can happen to a resource, each described for the manual. It has a path in its company, and one in its agency if
 * it happens to agencies as well; without either its events are only in the processing history.
 */
export type Resource = (Place | { at?: never; scope?: never }) & {
  atAgency?: Place
  kinds: Readonly<Record<string, string>>
}

const created = 'It is new.'
const changed = 'It was changed.'
const deleted = 'It was deleted.'
const recorded = 'It was booked.'
const published = 'It was published: it has its number, and stays as it is.'

const sent = {
  sending: 'A person or program had it sent by mail.',
  sent: 'A mail with it was taken by the mail server.',
  'not-sent': 'A mail with it was taken by no mail server, and is not tried again.',
  delayed: 'A mail with it is late: a server on the way still tries.',
  delivered: 'A mail with it has arrived, as the receiving server tells.',
  bounced: 'A mail with it came back: it did not arrive.',
}

const removed = 'It was removed, as its processing history tells; programs that followed it have no access by then.'

export const resources = {
  company: {
    at: '/companies/{companyId}/company-information',
    scope: 'company-information:read',
    kinds: { created, changed, removed, exported: 'A person has taken everything of the company, as a file.' },
  },
  'company-clock': {
    at: '/companies/{companyId}/clock',
    scope: 'company-information:read',
    kinds: { moved: 'The clock of a test company was moved forward.' },
  },
  plan: { kinds: { changed: 'The company has another plan.' } },
  storage: {
    at: '/companies/{companyId}/storage',
    scope: 'company-information:read',
    kinds: {
      'nearly-full':
        'The files of the company, or of all companies of an owner, take 80 % of the room for them, or 95 %.',
      'quota-changed': 'The company has another quota for its files.',
    },
  },
  client: {
    atAgency: { at: '/agencies/{agencyId}/companies/{companyId}', scope: 'agency-companies:read' },
    kinds: {
      added: 'The agency has a new client.',
      changed: 'What the agency sees of a client was changed.',
      removed: 'A client has left the agency.',
    },
  },
  agency: { kinds: { created, removed } },
  'agency-template': {
    atAgency: { at: '/agencies/{agencyId}/templates/{templateId}', scope: 'agency-templates:read' },
    kinds: { created, changed, deleted, applied: 'Clients have got it, or its newer version.' },
  },
  'template-rollout': {
    atAgency: { at: '/agencies/{agencyId}/template-rollouts/{rolloutId}', scope: 'agency-templates:read' },
    kinds: {
      created: 'A person has asked what templates would do at clients.',
      previewed: 'It is known what would happen at each client.',
      begun: 'A person has what was previewed applied.',
      ended: 'It is known what has happened at each client.',
      stopped: 'A person has stopped it; clients keep what they have got.',
    },
  },
  member: {
    at: '/companies/{companyId}/members/{memberId}',
    scope: 'members:read',
    atAgency: { at: '/agencies/{agencyId}/users/{userId}', scope: 'agency-users:read' },
    kinds: {
      added: 'A person became a member.',
      'role-changed': 'A member has another role.',
      signatory: 'A member may sign payments, or no longer may.',
      removed: 'A person is no longer a member.',
    },
  },
  invitation: {
    atAgency: { at: '/agencies/{agencyId}/invitations/{invitationId}', scope: 'agency-users:read' },
    kinds: {
      sent: 'A person was invited.',
      withdrawn: 'An invitation was withdrawn.',
      accepted: 'An invitation was accepted.',
    },
  },
  token: {
    kinds: {
      created: 'There is a new private token.',
      issued: 'An integration got its first token.',
      refreshed: 'An integration got its next token.',
      revoked: 'A token was revoked.',
      replayed: 'A token was used twice: everything that came from it has ended.',
    },
  },
  consent: { kinds: { granted: 'An integration was granted access.', refused: 'An integration was refused access.' } },
  connection: {
    kinds: {
      made: 'An integration connected itself.',
      changed: 'The scopes of a connection changed.',
      deleted: 'A connection ended.',
      allowed: 'An integration that was kept out may connect itself again.',
    },
  },
  integration: {
    kinds: {
      created,
      changed,
      revoked: 'It was revoked.',
      approved: 'The operator has approved it.',
      'approval-withdrawn': 'The operator has withdrawn an approval.',
      'secret-added': 'It has one more secret.',
      'secret-revoked': 'One of its secrets was revoked.',
    },
  },
  person: {
    kinds: {
      created,
      changed: 'What they are called, or what they have set, was changed.',
      closed: 'An account was closed.',
      copied: 'The person has downloaded what is stored about them.',
      locked: 'An account was locked.',
      unlocked: 'An account was unlocked.',
    },
  },
  operator: { kinds: { added: 'A person runs the service.', removed: 'A person no longer runs the service.' } },
  session: { kinds: { revoked: 'A session was ended.' } },
  login: { kinds: { failed: 'A login failed.', throttled: 'Logins were slowed down.' } },
  email: { kinds: { changed } },
  passkey: { kinds: { added: 'A passkey opens the account.', removed: 'A passkey no longer opens the account.' } },
  password: {
    kinds: { changed, reset: 'It was changed.', 'link-sent': 'The operator had a link sent to choose one by.' },
  },
  'second-factor': {
    kinds: {
      on: 'Logins now ask for a second factor.',
      off: 'Logins no longer ask for a second factor.',
      'recovery-renewed': 'There are new recovery codes.',
      'recovery-used': 'A recovery code was used.',
      reset: 'The operator has turned it off for a person who has lost it.',
    },
  },
  webhook: {
    kinds: {
      created,
      changed,
      deleted,
      'secret-rotated': 'It has a new secret.',
      tested: 'A test was sent.',
      redelivered: 'What was delivered, or could not be, is sent again.',
      disabled: 'It was switched off: its receiver accepted no deliveries, or no one has the right to them any longer.',
    },
  },
  job: { kinds: { retried: 'The operator had it attempted again.', dropped: 'The operator has removed it.' } },
  mail: {
    kinds: { 'sent-again': 'The operator had a mail tried again.', withdrawn: 'The operator took a mail back.' },
  },
  verification: { kinds: { begun: 'The operator has had all books verified.' } },
  'secret-key': { kinds: { lost: 'What a lost secret key had sealed, or had signed, was given up.' } },
  account: {
    at: '/companies/{companyId}/chart-of-accounts/{account}',
    scope: 'chart-of-accounts:read',
    kinds: {
      created,
      changed,
      activated: 'It can be booked on again.',
      deactivated: 'It can no longer be booked on.',
    },
  },
  accounts: { kinds: { changed: 'A file has changed accounts.' } },
  'account-role': {
    at: '/companies/{companyId}/account-map',
    scope: 'account-map:read',
    kinds: { set: 'A role of the account map was given an account.' },
  },
  'fiscal-year': {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}',
    scope: 'fiscal-years:read',
    kinds: {
      created,
      closed: 'It was closed.',
      reopened: 'It was opened again, for a reason.',
      removed: 'It was removed with entries and documents, once the law no longer wanted it kept.',
      'handed-in': 'Its income tax return or its annual report was noted as handed in.',
      'handing-in-withdrawn': 'That it was handed in was taken back.',
      'unpaid-booked': 'What customers had not paid by its end was booked.',
      'unpaid-purchases-booked': 'What had not been paid to suppliers by its end was booked.',
    },
  },
  'tax-form': {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}/tax-forms',
    scope: 'reports:read',
    kinds: { changed: 'A value was entered on the tax forms of a fiscal year, or taken back.' },
  },
  'opening-balances': {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}/opening-balances',
    scope: 'fiscal-years:read',
    kinds: { set: 'A fiscal year got opening balances.', corrected: 'Opening balances were corrected.' },
  },
  budget: {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}/budget',
    scope: 'fiscal-years:read',
    kinds: { changed: 'The budget of a fiscal year was replaced.' },
  },
  'accounting-currency': {
    at: '/companies/{companyId}/accounting-currency',
    scope: 'company-information:read',
    kinds: { set: 'The accounting currency was chosen.' },
  },
  'lock-date': {
    at: '/companies/{companyId}/lock-date',
    scope: 'lock-date:read',
    kinds: { set: 'Days were locked, or unlocked.' },
  },
  'vat-setting': {
    at: '/companies/{companyId}/vat-setting',
    scope: 'vat-setting:read',
    kinds: { set: 'How often VAT is reported was set.' },
  },
  'period-end': { kinds: { forced: 'A period was closed although documents in it were not booked.' } },
  'vat-return': {
    at: '/companies/{companyId}/vat-returns/{vatReturnId}',
    scope: 'reports:read',
    kinds: {
      made: 'VAT was reported for a period.',
      corrected: 'VAT was reported anew for a period: this return corrects another one.',
    },
  },
  'oss-accounts': {
    at: '/companies/{companyId}/oss-accounts',
    scope: 'reports:read',
    kinds: { set: 'The accounts of sales under the union scheme were set.' },
  },
  'oss-return': {
    at: '/companies/{companyId}/oss-returns/{ossReturnId}',
    scope: 'reports:read',
    kinds: { made: 'The OSS return of a quarter was made.' },
  },
  'margin-accounts': {
    at: '/companies/{companyId}/margin-accounts',
    scope: 'reports:read',
    kinds: { set: 'The accounts under the margin scheme were set.' },
  },
  margin: {
    at: '/companies/{companyId}/margins/{marginId}',
    scope: 'reports:read',
    kinds: { made: 'The margin of a VAT period was worked out.' },
  },
  'currency-rate': { kinds: { set: 'A currency got a rate for a day.' } },
  'reference-rate': { kinds: { set: 'The reference rate of a half-year was entered.' } },
  law: { kinds: { imported: 'An edition of the law was imported.' } },
  'currency-rates': { kinds: { loaded: 'A file brought currency rates.' } },
  'journal-entry': {
    at: '/companies/{companyId}/journal-entries/{journalEntryId}',
    scope: 'journal-entries:read',
    kinds: {
      booked: 'It was booked.',
      reversed: 'Another entry reverses it.',
      changed: 'What is kept beside it was changed: its file.',
      'tags-set': 'It has other tags.',
    },
  },
  comment: {
    at: '/companies/{companyId}/journal-entries/{journalEntryId}/comments/{commentId}',
    scope: 'journal-entries:read',
    kinds: { created, changed, deleted },
  },
  'tag-group': {
    at: '/companies/{companyId}/tag-groups/{tagGroupId}',
    scope: 'tags:read',
    kinds: { created, changed, deleted },
  },
  tag: { kinds: { created, changed, deleted } },
  'entry-template': {
    at: '/companies/{companyId}/entry-templates/{entryTemplateId}',
    scope: 'journal-entries:read',
    kinds: { created, changed, deleted },
  },
  sie: { kinds: { imported: 'A SIE file was imported.' } },
  upload: {
    at: '/companies/{companyId}/uploads/{uploadId}',
    scope: 'uploads:read',
    kinds: {
      created,
      changed,
      connected: 'It was connected to an entry or a supplier invoice.',
      deleted,
      reading: 'A person or program asked for it to be read.',
      read: 'What it says was read, or turned out not to be readable.',
    },
  },
  customer: {
    at: '/companies/{companyId}/customers/{customerId}',
    scope: 'customers:read',
    kinds: {
      created,
      changed,
      deleted,
      copied: 'A person has downloaded what the books hold about them.',
      erased: 'What the books do not need about them was removed.',
      'statement-sending': 'A person or program had their statement of account sent by mail.',
      'statement-sent': 'A mail with their statement of account was taken by the mail server.',
      'statement-not-sent':
        'A mail with their statement of account was taken by no mail server, and is not tried again.',
      'statement-delayed': 'A mail with their statement of account is late: a server on the way still tries.',
      'statement-delivered': 'A mail with their statement of account has arrived, as the receiving server tells.',
      'statement-bounced': 'A mail with their statement of account came back: it did not arrive.',
    },
  },
  item: { at: '/companies/{companyId}/items/{itemId}', scope: 'items:read', kinds: { created, changed, deleted } },
  invoice: {
    at: '/companies/{companyId}/invoices/{invoiceId}',
    scope: 'invoices:read',
    kinds: {
      created,
      changed,
      deleted,
      published,
      recorded,
      paid: 'The amount that remains to be paid on it changed.',
      ...sent,
      'link-made': 'A link was made by which it is seen without logging in.',
      'links-ended': 'The links by which it is seen without logging in were ended.',
      seen: 'It was shown by a payment link for the first time; the company has chosen to be told.',
    },
  },
  'credit-note': {
    at: '/companies/{companyId}/credit-notes/{creditNoteId}',
    scope: 'credit-notes:read',
    kinds: { created, changed, deleted, published, recorded, ...sent },
  },
  'invoice-attachment': {
    at: '/companies/{companyId}/invoices/{invoiceId}/attachments/{attachmentId}',
    scope: 'invoices:read',
    kinds: { created, deleted },
  },
  'invoice-payment': {
    at: '/companies/{companyId}/invoices/{invoiceId}/payments/{paymentId}',
    scope: 'invoices:read',
    kinds: { created, recorded, deleted },
  },
  'invoice-settlement': {
    at: '/companies/{companyId}/invoices/{invoiceId}/settlements/{settlementId}',
    scope: 'invoices:read',
    kinds: { created, recorded, deleted },
  },
  'tax-reduction': {
    kinds: {
      submitted: 'It was asked for.',
      paid: 'The tax authority has paid it.',
      refused: 'The tax authority has refused it.',
    },
  },
  'sales-settings': { at: '/companies/{companyId}/sales-settings', scope: 'sales-settings:read', kinds: { changed } },
  'invoice-series': {
    at: '/companies/{companyId}/sales-settings',
    scope: 'sales-settings:read',
    kinds: { 'begun-at': 'The first invoice number was set.' },
  },
  supplier: {
    at: '/companies/{companyId}/suppliers/{supplierId}',
    scope: 'suppliers:read',
    kinds: {
      created,
      changed,
      deleted,
      copied: 'A person has downloaded what the books hold about them.',
      erased: 'What the books do not need about them was removed.',
    },
  },
  employee: {
    at: '/companies/{companyId}/employees/{employeeId}',
    scope: 'payroll:read',
    kinds: {
      created,
      changed,
      deleted,
      copied: 'A person has downloaded what the books hold about them.',
      erased: 'What the books do not need about them was removed.',
    },
  },
  employment: {
    at: '/companies/{companyId}/employments/{employmentId}',
    scope: 'payroll:read',
    kinds: { created, changed, deleted },
  },
  'pay-item': {
    at: '/companies/{companyId}/pay-items/{payItemId}',
    scope: 'payroll:read',
    kinds: { created, changed, deleted },
  },
  'pay-run': {
    at: '/companies/{companyId}/pay-runs/{payRunId}',
    scope: 'payroll:read',
    kinds: {
      created,
      changed,
      deleted,
      reviewed: 'It is reviewed, and waits for approval.',
      approved: 'It may be booked.',
      booked: 'It is in the books.',
      paid: 'It is paid, or its payments wait to be signed.',
      'taken-back': 'It is a draft again.',
    },
  },
  'employer-return': {
    at: '/companies/{companyId}/employer-returns/{employerReturnId}',
    scope: 'payroll:read',
    kinds: { made: 'It was made, and waits to be filed.', filed: 'It is noted as filed.' },
  },
  'payroll-settings': {
    at: '/companies/{companyId}/payroll-settings',
    scope: 'payroll:read',
    kinds: { changed },
  },
  absence: {
    at: '/companies/{companyId}/absences/{absenceId}',
    scope: 'payroll:read',
    kinds: { created, changed, deleted },
  },
  'supplier-invoice': {
    at: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}',
    scope: 'supplier-invoices:read',
    kinds: {
      created,
      changed,
      deleted,
      approving: 'One approver has approved it, and another one still has to.',
      approved: 'It may be paid.',
      'approval-lapsed': 'Its supplier has other payment details: it has to be approved again.',
      recorded,
      paid: 'The amount that remains to be paid on it changed.',
      'rate-set': 'Its currency rate was set.',
    },
  },
  'supplier-invoice-payment': {
    at: '/companies/{companyId}/supplier-invoices/{supplierInvoiceId}/payments/{paymentId}',
    scope: 'supplier-invoices:read',
    kinds: { created },
  },
  'supplier-advance': {
    at: '/companies/{companyId}/supplier-advances/{supplierAdvanceId}',
    scope: 'supplier-invoices:read',
    kinds: { created, used: 'It was set off, paid back or deducted, or one of these was taken back.' },
  },
  'recurring-invoice': {
    at: '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}',
    scope: 'invoices:read',
    kinds: {
      created,
      changed,
      deleted,
      paused: 'It makes no invoices for now.',
      resumed: 'It makes invoices again.',
      ended: 'It was ended: it makes no more invoices.',
      made: 'An invoice was made of it.',
      failed: 'An invoice could not be made of it as it was asked for.',
    },
  },
  reminder: {
    at: '/companies/{companyId}/reminders/{reminderId}',
    scope: 'invoices:read',
    kinds: {
      created: 'An invoice was reminded of.',
      sent: sent.sent,
      'not-sent': sent['not-sent'],
      delayed: sent.delayed,
      delivered: sent.delivered,
      bounced: sent.bounced,
      cancelled: 'It was cancelled: what it claimed is claimed no longer.',
    },
  },
  'reminder-hold': {
    at: '/companies/{companyId}/reminder-holds/{reminderHoldId}',
    scope: 'invoices:read',
    kinds: {
      placed: 'A customer or an invoice is not reminded of any more.',
      lifted: 'A customer or an invoice is reminded of again.',
    },
  },
  'reminder-settings': {
    at: '/companies/{companyId}/reminder-settings',
    scope: 'sales-settings:read',
    kinds: { changed },
  },
  accrual: {
    at: '/companies/{companyId}/accruals/{accrualId}',
    scope: 'journal-entries:read',
    kinds: {
      created,
      booked: 'Some of its months were booked.',
      changed: 'An entry of it was reversed.',
      reversed: 'All of its entries were reversed.',
    },
  },
  'annual-report': {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}/annual-report/text',
    scope: 'reports:read',
    kinds: {
      changed: 'Its text was changed.',
      finalized: 'It was made final: its text and figures are frozen.',
      withdrawn: 'The final report was taken back.',
      signed: 'The days of its signatures were noted.',
      adopted: 'Its adoption by the meeting was noted.',
      filed: 'It was noted as filed.',
    },
  },
  'currency-revaluation': {
    at: '/companies/{companyId}/currency-revaluations/{currencyRevaluationId}',
    scope: 'journal-entries:read',
    kinds: { created: 'What is in other currencies was restated.', reversed: 'All of its entries were reversed.' },
  },
  'year-end-proposal': {
    at: '/companies/{companyId}/fiscal-years/{fiscalYearId}/proposal-inputs',
    scope: 'journal-entries:read',
    kinds: {
      taken: 'A proposal of a year-end was taken: its entry was booked.',
      reversed: 'What was taken of a proposal was reversed.',
      changed: 'What is given for the proposals was changed.',
    },
  },
  proposal: {
    at: '/companies/{companyId}/proposals/{proposalId}',
    scope: 'proposals:read',
    kinds: {
      created: 'A program or a person proposes a write; it was tried, and waits for a person.',
      changed: 'It was tried again, and waits with what it would do now.',
      approved: 'A person has approved it: it was done as it was shown.',
      'let-through': 'It was done at once, since the limits of the company let it through.',
      returned: 'A person has sent it back with words.',
      withdrawn: 'It was withdrawn.',
      outdated: 'It can no longer be done as things are now.',
    },
  },
  'proposal-limits': {
    at: '/companies/{companyId}/proposal-limits',
    scope: 'proposals:read',
    kinds: { changed },
  },
  'fixed-asset': {
    at: '/companies/{companyId}/fixed-assets/{fixedAssetId}',
    scope: 'fixed-assets:read',
    kinds: {
      created,
      changed,
      deleted,
      depreciated: 'Its depreciation was booked.',
      disposed: 'It was sold or scrapped.',
      'part-disposed': 'A part of it was sold or scrapped.',
      'written-down': 'It was written down.',
      'write-down-reversed': 'A write-down of it was reversed, all of it or in part.',
    },
  },
  'purchasing-settings': {
    at: '/companies/{companyId}/purchasing-settings',
    scope: 'purchasing-settings:read',
    kinds: { changed },
  },
  'mail-address': {
    at: '/companies/{companyId}/mail-address',
    scope: 'purchasing-settings:read',
    kinds: { changed },
  },
  'received-mail': {
    at: '/companies/{companyId}/received-mails/{receivedMailId}',
    scope: 'purchasing-settings:read',
    kinds: { received: 'A mail with documents came in.' },
  },
  'bank-account': {
    at: '/companies/{companyId}/bank-accounts/{bankAccountId}',
    scope: 'bank-accounts:read',
    kinds: { added: created, changed, default: 'Payments are made from it unless another is named.' },
  },
  'bank-payment': {
    at: '/companies/{companyId}/bank-payments/{bankPaymentId}',
    scope: 'bank-payments:read-limited',
    kinds: {
      created,
      signing: 'One signatory has signed it, and another one still has to.',
      signed: 'It was signed.',
      sent: 'It was put into a file for the bank.',
      paid: 'The bank has paid it.',
      failed: 'The bank has not paid it.',
      rejected: 'The bank has rejected it.',
      answered: 'The bank has said what becomes of it.',
      cancelled: 'It was cancelled.',
      contradicted: 'The bank says something else of it than what was known.',
      acknowledged: 'A person has seen to what the bank said of it.',
    },
  },
  'payment-file': {
    at: '/companies/{companyId}/bank-payments/files/{paymentFileId}',
    scope: 'bank-payments:read-limited',
    kinds: {
      created,
      fetched: 'It was downloaded, or written by the operator.',
      answered: 'The bank has answered it.',
    },
  },
  'bank-statement': {
    at: '/companies/{companyId}/bank-statements/{bankStatementId}',
    scope: 'bank-statements:read',
    kinds: { imported: created },
  },
  'statement-columns': {
    at: '/companies/{companyId}/bank-accounts/{bankAccountId}/statement-columns',
    scope: 'bank-statements:read',
    kinds: { changed },
  },
  'bank-month': {
    at: '/companies/{companyId}/bank-accounts/{bankAccountId}/reconciliations',
    scope: 'bank-statements:read',
    kinds: {
      reconciled: 'A month of the bank account was found to agree with the books.',
      reopened: 'A reconciled month has changed, or is to be looked at again.',
    },
  },
  'bank-transaction': {
    at: '/companies/{companyId}/bank-statements/{bankStatementId}/transactions/{transactionId}',
    scope: 'bank-statements:read',
    kinds: { imported: created, changed, matched: 'It was matched.', unmatched: 'Its match was undone.' },
  },
  'tax-account-statement': {
    at: '/companies/{companyId}/tax-account/statements/{taxAccountStatementId}',
    scope: 'bank-statements:read',
    kinds: { imported: created },
  },
  'tax-account-transaction': {
    at: '/companies/{companyId}/tax-account/transactions/{taxAccountTransactionId}',
    scope: 'bank-statements:read',
    kinds: { imported: created, matched: 'It was matched or booked.', unmatched: 'Its match was undone.' },
  },
  'matching-rule': {
    at: '/companies/{companyId}/matching-rules/{matchingRuleId}',
    scope: 'bank-statements:read',
    kinds: { created, changed, deleted },
  },
  'matching-habit': { kinds: { changed } },
} as const satisfies Readonly<Record<string, Resource>>

export type ResourceName = keyof typeof resources

/** `journal-entry.booked`: a resource and its change. Two kinds about people are older than this form. */
export type Kind =
  | { [Name in ResourceName]: `${Name}.${keyof (typeof resources)[Name]['kinds'] & string}` }[ResourceName]
  | 'login'
  | 'logout'
