// Events in words: what they are about, and what happens to it. A kind that the service adds does not compile without.
import type { Schema } from '#client'
import { dictionary } from '#words'

type EventKind = Schema<'Webhook'>['kinds'][number]
type Noun = EventKind extends `${infer Of}.${string}` ? Of : never
type Verb = EventKind extends `${string}.${infer Of}` ? Of : never
type VerbOf<Of extends Noun> = Extract<EventKind, `${Of}.${string}`> extends `${Of}.${infer Name}` ? Name : never

/** What events are about, in the order in which they are shown, and what happens to it. */
const nouns = {
  'journal-entry': ['Verifikation', 'Journal entry', ['booked', 'reversed', 'changed', 'tags-set']],
  comment: ['Kommentar', 'Comment', ['created', 'changed', 'deleted']],
  upload: ['Underlag', 'Document', ['created', 'changed', 'connected', 'deleted', 'reading', 'read']],
  invoice: [
    'Kundfaktura',
    'Invoice',
    [
      ...(['created', 'changed', 'deleted', 'published', 'sending', 'sent', 'not-sent', 'recorded', 'paid'] as const),
      ...(['delayed', 'delivered', 'bounced', 'link-made', 'links-ended', 'seen'] as const),
    ],
  ],
  'recurring-invoice': [
    'Avtalsfaktura',
    'Recurring invoice',
    ['created', 'changed', 'deleted', 'paused', 'resumed', 'ended', 'made', 'failed'],
  ],
  reminder: ['Påminnelse', 'Reminder', ['created', 'sent', 'not-sent', 'delayed', 'delivered', 'bounced', 'cancelled']],
  'reminder-hold': ['Påminnelsespärr', 'Hold on reminders', ['placed', 'lifted']],
  'reminder-settings': ['Inställningar för påminnelser', 'Settings of reminders', ['changed']],
  'invoice-payment': ['Inbetalning', 'Payment of an invoice', ['created', 'recorded', 'deleted']],
  'invoice-settlement': ['Reglering av faktura', 'Settlement of an invoice', ['created', 'recorded', 'deleted']],
  'invoice-attachment': ['Bilaga till faktura', 'Attachment of an invoice', ['created', 'deleted']],
  'invoice-series': ['Fakturaserie', 'Series of invoices', ['begun-at']],
  'credit-note': [
    'Kreditfaktura',
    'Credit note',
    [
      ...(['created', 'changed', 'deleted', 'published', 'sending', 'sent', 'not-sent'] as const),
      ...(['delayed', 'delivered', 'bounced', 'recorded'] as const),
    ],
  ],
  customer: [
    'Kund',
    'Customer',
    [
      ...(['created', 'changed', 'deleted', 'copied', 'erased', 'statement-sending'] as const),
      ...(['statement-sent', 'statement-not-sent'] as const),
      ...(['statement-delayed', 'statement-delivered', 'statement-bounced'] as const),
    ],
  ],
  item: ['Artikel', 'Item', ['created', 'changed', 'deleted']],
  'supplier-invoice': [
    'Leverantörsfaktura',
    'Supplier invoice',
    ['created', 'changed', 'deleted', 'approving', 'approved', 'approval-lapsed', 'recorded', 'paid', 'rate-set'],
  ],
  'supplier-invoice-payment': ['Betalning av leverantörsfaktura', 'Payment of a supplier invoice', ['created']],
  'supplier-advance': ['Förskott till leverantör', 'Advance to a supplier', ['created', 'used']],
  supplier: ['Leverantör', 'Supplier', ['created', 'changed', 'deleted', 'copied', 'erased']],
  employee: ['Anställd', 'Employee', ['created', 'changed', 'deleted', 'copied', 'erased']],
  employment: ['Anställning', 'Employment', ['created', 'changed', 'deleted']],
  'pay-item': ['Lönepost', 'Pay item', ['created', 'changed', 'deleted']],
  'pay-run': [
    'Lönekörning',
    'Pay run',
    ['created', 'changed', 'deleted', 'reviewed', 'approved', 'booked', 'paid', 'taken-back'],
  ],
  'employer-return': ['Arbetsgivardeklaration', 'Employer’s return', ['made', 'filed']],
  'payroll-settings': ['Löneinställningar', 'Payroll settings', ['changed']],
  absence: ['Frånvaro', 'Absence', ['created', 'changed', 'deleted']],
  proposal: [
    'Förslag',
    'Proposal',
    ['created', 'changed', 'approved', 'let-through', 'returned', 'withdrawn', 'outdated'],
  ],
  'proposal-limits': ['Gränser för förslag', 'Limits of proposals', ['changed']],
  'mail-address': ['Adress för underlag med e-post', 'Address for documents by mail', ['changed']],
  'received-mail': ['Mejl med underlag', 'Mail with documents', ['received']],
  'bank-payment': [
    'Bankbetalning',
    'Bank payment',
    [
      'created',
      'signing',
      'signed',
      'sent',
      'paid',
      'failed',
      'rejected',
      'answered',
      'contradicted',
      'acknowledged',
      'cancelled',
    ],
  ],
  'payment-file': ['Betalfil', 'Payment file', ['created', 'fetched', 'answered']],
  'bank-statement': ['Kontoutdrag', 'Bank statement', ['imported']],
  'statement-columns': ['Kolumner i kontoutdrag', 'Columns of bank statements', ['changed']],
  'bank-month': ['Bankkontots månad', 'Month of a bank account', ['reconciled', 'reopened']],
  'bank-transaction': ['Banktransaktion', 'Bank transaction', ['imported', 'changed', 'matched', 'unmatched']],
  'tax-account-statement': ['Kontoutdrag från skattekontot', 'Statement of the tax account', ['imported']],
  'tax-account-transaction': ['Rad på skattekontot', 'Row of the tax account', ['imported', 'matched', 'unmatched']],
  'bank-account': ['Bankkonto', 'Bank account', ['added', 'changed', 'default']],
  'matching-rule': ['Matchningsregel', 'Matching rule', ['created', 'changed', 'deleted']],
  'vat-return': ['Momsdeklaration', 'VAT return', ['made', 'corrected']],
  'oss-accounts': ['Konton i unionsordningen', 'Accounts of the union scheme', ['set']],
  'margin-accounts': ['Konton med vinstmarginalbeskattning', 'Accounts under the margin scheme', ['set']],
  margin: ['Vinstmarginal', 'Margin', ['made']],
  'oss-return': ['OSS-deklaration', 'OSS return', ['made']],
  'fixed-asset': [
    'Anläggningstillgång',
    'Fixed asset',
    [
      ...(['created', 'changed', 'deleted', 'depreciated', 'disposed', 'part-disposed', 'written-down'] as const),
      'write-down-reversed',
    ],
  ],
  accrual: ['Periodisering', 'Accrual', ['created', 'booked', 'changed', 'reversed']],
  'annual-report': [
    'Årsredovisning',
    'Annual report',
    ['changed', 'finalized', 'withdrawn', 'signed', 'adopted', 'filed'],
  ],
  'currency-revaluation': ['Valutaomräkning', 'Currency revaluation', ['created', 'reversed']],
  'year-end-proposal': ['Bokslutsförslag', 'Year-end proposal', ['taken', 'reversed', 'changed']],
  'fiscal-year': [
    'Räkenskapsår',
    'Fiscal year',
    [
      ...(['created', 'closed', 'reopened', 'removed', 'handed-in', 'handing-in-withdrawn'] as const),
      ...(['unpaid-booked', 'unpaid-purchases-booked'] as const),
    ],
  ],
  'tax-form': ['Deklarationsblankett', 'Tax form', ['changed']],
  'opening-balances': ['Ingående balanser', 'Opening balances', ['set', 'corrected']],
  budget: ['Budget', 'Budget', ['changed']],
  'lock-date': ['Låsdatum', 'Lock date', ['set']],
  account: ['Konto', 'Account', ['created', 'changed', 'activated', 'deactivated']],
  'account-role': ['Automatiskt konto', 'Automatic account', ['set']],
  'tag-group': ['Grupp av taggar', 'Group of tags', ['created', 'changed', 'deleted']],
  'entry-template': ['Konteringsmall', 'Entry template', ['created', 'changed', 'deleted']],
  company: ['Företaget', 'The company', ['created', 'changed', 'exported', 'removed']],
  'company-clock': ['Testföretagets klocka', 'The clock of a test company', ['moved']],
  storage: ['Lagring', 'Storage', ['nearly-full', 'quota-changed']],
  member: ['Medlem', 'Member', ['added', 'role-changed', 'signatory', 'removed']],
  'accounting-currency': ['Redovisningsvaluta', 'Accounting currency', ['set']],
  'vat-setting': ['Momsperiod', 'VAT period', ['set']],
  'sales-settings': ['Inställningar för fakturering', 'Settings of invoicing', ['changed']],
  'purchasing-settings': ['Inställningar för inköp', 'Settings of purchasing', ['changed']],
} as const satisfies { [Of in Noun]: readonly [sv: string, en: string, verbs: readonly VerbOf<Of>[]] }

type Listed = { [Of in Noun]: `${Of}.${(typeof nouns)[Of][2][number]}` }[Noun]
/** The verbs; the kinds that no noun lists, if there are any, so that this does not compile and names them. */
type Named = [EventKind] extends [Listed] ? Verb : Exclude<EventKind, Listed>

const verbs: Record<Named, readonly [sv: string, en: string]> = {
  created: ['skapas', 'created'],
  erased: ['raderas', 'erased'],
  exported: ['hämtas i sin helhet', 'all of it downloaded'],
  copied: ['får sina uppgifter hämtade', 'data downloaded'],
  added: ['läggs till', 'added'],
  changed: ['ändras', 'changed'],
  deleted: ['tas bort', 'deleted'],
  removed: ['tas bort', 'removed'],
  published: ['utfärdas', 'published'],
  recorded: ['bokförs', 'recorded'],
  booked: ['bokförs', 'booked'],
  reversed: ['vänds', 'reversed'],
  taken: ['tas', 'taken'],
  used: ['används', 'used'],
  paid: ['betalas', 'paid'],
  approved: ['attesteras', 'approved'],
  reviewed: ['granskas', 'reviewed'],
  'taken-back': ['tas tillbaka', 'taken back'],
  approving: ['attesteras av den första av två', 'approved by the first of two'],
  'approval-lapsed': ['ska attesteras på nytt', 'to be approved again'],
  signed: ['signeras', 'signed'],
  finalized: ['färdigställs', 'made final'],
  withdrawn: ['tas tillbaka', 'taken back'],
  adopted: ['fastställs', 'adopted'],
  filed: ['lämnas in', 'filed'],
  signing: ['signeras av den första av två', 'signed by the first of two'],
  sending: ['läggs för utskick', 'queued for sending'],
  sent: ['skickas', 'sent'],
  'not-sent': ['kan inte skickas', 'not sent'],
  delayed: ['är försenad på vägen', 'late on the way'],
  delivered: ['är framme', 'delivered'],
  bounced: ['kom inte fram', 'came back'],
  'statement-delayed': ['har ett reskontrautdrag som är försenat', 'statement late on the way'],
  'statement-delivered': ['har fått sitt reskontrautdrag', 'statement delivered'],
  'statement-bounced': ['fick inte sitt reskontrautdrag', 'statement came back'],
  'statement-sending': ['får ett reskontrautdrag lagt för utskick', 'statement queued for sending'],
  'statement-sent': ['får ett reskontrautdrag skickat', 'statement sent'],
  'statement-not-sent': ['kan inte få sitt reskontrautdrag', 'statement not sent'],
  'link-made': ['får en betalningslänk', 'payment link made'],
  'links-ended': ['betalningslänkar avslutas', 'payment links ended'],
  seen: ['visas för mottagaren', 'shown to the receiver'],
  paused: ['pausas', 'paused'],
  resumed: ['återupptas', 'resumed'],
  ended: ['avslutas', 'ended'],
  failed: ['misslyckas', 'failed'],
  rejected: ['avvisas', 'rejected'],
  answered: ['besvaras av banken', 'answered by the bank'],
  contradicted: ['motsägs av banken', 'contradicted by the bank'],
  acknowledged: ['markeras som kontrollerad', 'marked as seen to'],
  cancelled: ['makuleras', 'cancelled'],
  placed: ['läggs', 'placed'],
  lifted: ['hävs', 'lifted'],
  imported: ['läses in', 'imported'],
  received: ['tas emot', 'received'],
  reading: ['läggs för läsning', 'queued to be read'],
  read: ['läses', 'read'],
  fetched: ['hämtas', 'downloaded'],
  matched: ['matchas', 'matched'],
  unmatched: ['får sin matchning ångrad', 'unmatched'],
  connected: ['kopplas till en verifikation', 'connected to an entry'],
  'tags-set': ['får taggar', 'tagged'],
  'rate-set': ['får en valutakurs', 'given a rate'],
  'begun-at': ['börjar på ett nummer', 'begun at a number'],
  depreciated: ['skrivs av', 'depreciated'],
  disposed: ['avyttras', 'disposed of'],
  'part-disposed': ['avyttras delvis', 'disposed of in part'],
  'written-down': ['skrivs ned', 'written down'],
  'write-down-reversed': ['får en nedskrivning återförd', 'given back a write-down'],
  closed: ['stängs', 'closed'],
  reopened: ['öppnas igen', 'opened again'],
  'handed-in': ['noteras som inlämnat', 'noted as filed'],
  'handing-in-withdrawn': ['inlämnande tas tillbaka', 'handing in taken back'],
  'unpaid-booked': ['obetalda kundfakturor bokförs', 'unpaid invoices booked'],
  'unpaid-purchases-booked': ['obetalda leverantörsfakturor bokförs', 'unpaid supplier invoices booked'],
  set: ['sätts', 'set'],
  moved: ['flyttas', 'moved'],
  corrected: ['rättas', 'corrected'],
  made: ['lämnas', 'made'],
  activated: ['blir aktivt', 'made active'],
  deactivated: ['blir inaktivt', 'made inactive'],
  default: ['blir det som betalar', 'made the one that pays'],
  reconciled: ['stäms av', 'reconciled'],
  'role-changed': ['får en annan roll', 'given another role'],
  'nearly-full': ['är snart full', 'nearly full'],
  'quota-changed': ['får en annan gräns', 'given another limit'],
  'let-through': ['görs direkt', 'let through'],
  returned: ['skickas tillbaka', 'sent back'],
  outdated: ['går inte att genomföra längre', 'outdated'],
  signatory: ['får eller förlorar teckningsrätten', 'given or denied the right to sign'],
}

const wordsIn = (place: 0 | 1) => ({
  nouns: Object.fromEntries(Object.entries(nouns).map(([noun, row]): [string, string] => [noun, row[place]])),
  verbs: Object.fromEntries(Object.entries(verbs).map(([verb, row]): [string, string] => [verb, row[place]])),
})

export const eventWords = dictionary({ ...wordsIn(0), tested: 'Prov' }, { ...wordsIn(1), tested: 'Test' })

type Texts = (typeof eventWords)['sv']

/** `Kundfaktura betalas`; a test of a webhook is no event. */
export const eventInWords = (texts: Texts, kind: string): string => {
  const [noun = '', verb = ''] = kind.split('.')
  return kind === 'webhook.tested' ? texts.tested : `${texts.nouns[noun] ?? noun} ${texts.verbs[verb] ?? verb}`
}

/** Each kind as a choice, below what it is about. */
export const eventChoices = (texts: Texts) =>
  Object.entries(nouns).flatMap(([noun, [, , verbsOf]]) =>
    verbsOf.map((verb) => ({
      value: `${noun}.${verb}`,
      label: texts.verbs[verb] ?? verb,
      group: texts.nouns[noun] ?? noun,
    })),
  )
