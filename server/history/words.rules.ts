// Events as text: subject and outcome. The Swedish texts are in the documents required by law.
import type { Language } from '#http'

type Words = Readonly<Record<Language, string>>

/** The grammatical gender of a Swedish noun. */
type Gender = 'common' | 'neuter' | 'plural'

/** The subject of an event. */
export const nouns: Readonly<Record<string, Words & { gender?: Gender }>> = {
  company: { sv: 'Företaget', en: 'The company', gender: 'neuter' },
  plan: { sv: 'Abonnemang', en: 'Plan', gender: 'neuter' },
  client: { sv: 'Klientföretag', en: 'Client company', gender: 'neuter' },
  agency: { sv: 'Byrå', en: 'Agency' },
  'agency-template': { sv: 'Byråmall', en: 'Template of the agency' },
  'template-rollout': { sv: 'Utrullning av mallar', en: 'Rollout of templates' },
  member: { sv: 'Medlem', en: 'Member' },
  invitation: { sv: 'Inbjudan', en: 'Invitation' },
  token: { sv: 'Åtkomstnyckel', en: 'Access token' },
  consent: { sv: 'Medgivande', en: 'Consent', gender: 'neuter' },
  connection: { sv: 'Anslutning', en: 'Connection' },
  integration: { sv: 'Integration', en: 'Integration' },
  person: { sv: 'Person', en: 'Person' },
  operator: { sv: 'Den som driver tjänsten', en: 'Operator' },
  mail: { sv: 'Mejl', en: 'Mail', gender: 'neuter' },
  'mail-address': { sv: 'Mejladress för underlag', en: 'Mail address for documents' },
  'received-mail': { sv: 'Mejl med underlag', en: 'Mail with documents', gender: 'neuter' },
  verification: { sv: 'Kontroll av böckerna', en: 'Verification' },
  session: { sv: 'Session', en: 'Session' },
  login: { sv: 'Inloggning', en: 'Login' },
  email: { sv: 'E-postadress', en: 'E-mail address' },
  passkey: { sv: 'Passnyckel', en: 'Passkey' },
  password: { sv: 'Lösenord', en: 'Password', gender: 'neuter' },
  'second-factor': { sv: 'Tvåstegsverifiering', en: 'Two-step verification' },
  webhook: { sv: 'Webhook', en: 'Webhook' },
  storage: { sv: 'Lagring', en: 'Storage' },
  job: { sv: 'Bakgrundsarbete', en: 'Background job', gender: 'neuter' },
  'secret-key': { sv: 'Hemlig nyckel', en: 'Secret key' },
  account: { sv: 'Konto', en: 'Account', gender: 'neuter' },
  accounts: { sv: 'Konton', en: 'Accounts', gender: 'plural' },
  'account-role': { sv: 'Konto i automatkontering', en: 'Account of automatic entries', gender: 'neuter' },
  'fiscal-year': { sv: 'Räkenskapsår', en: 'Fiscal year', gender: 'neuter' },
  'opening-balances': { sv: 'Ingående balanser', en: 'Opening balances', gender: 'plural' },
  'lock-date': { sv: 'Låsdatum', en: 'Lock date', gender: 'neuter' },
  'vat-setting': { sv: 'Momsperiodens längd', en: 'Length of the VAT period' },
  'period-end': { sv: 'Periodavslut', en: 'Period end', gender: 'neuter' },
  'vat-report': { sv: 'Momsredovisning', en: 'VAT report' },
  'vat-return': { sv: 'Momsdeklaration', en: 'VAT return' },
  'oss-accounts': { sv: 'Konton i unionsordningen', en: 'Accounts of the union scheme' },
  'oss-return': { sv: 'OSS-deklaration', en: 'OSS return' },
  'currency-rate': { sv: 'Valutakurs', en: 'Exchange rate' },
  'reference-rate': { sv: 'Referensränta', en: 'Reference rate' },
  law: { sv: 'Lagens belopp och satser', en: 'Amounts and rates of the law', gender: 'plural' },
  'currency-rates': { sv: 'Valutakurser', en: 'Exchange rates', gender: 'plural' },
  'journal-entry': { sv: 'Verifikation', en: 'Journal entry' },
  'recurring-invoice': { sv: 'Avtalsfaktura', en: 'Recurring invoice' },
  reminder: { sv: 'Påminnelse', en: 'Reminder' },
  'reminder-hold': { sv: 'Påminnelsespärr', en: 'Hold on reminders' },
  'reminder-settings': { sv: 'Inställningar för påminnelser', en: 'Reminder settings', gender: 'plural' },
  accrual: { sv: 'Periodisering', en: 'Accrual' },
  'annual-report': { sv: 'Årsredovisning', en: 'Annual report' },
  'currency-revaluation': { sv: 'Valutaomräkning', en: 'Currency revaluation' },
  'year-end-proposal': { sv: 'Bokslutsförslag', en: 'Year-end proposal', gender: 'neuter' },
  'fixed-asset': { sv: 'Anläggningstillgång', en: 'Fixed asset' },
  comment: { sv: 'Kommentar', en: 'Comment' },
  'tag-group': { sv: 'Grupp av taggar', en: 'Tag group' },
  tag: { sv: 'Tagg', en: 'Tag' },
  'entry-template': { sv: 'Konteringsmall', en: 'Entry template' },
  sie: { sv: 'SIE-fil', en: 'SIE file' },
  upload: { sv: 'Underlag', en: 'Document', gender: 'neuter' },
  customer: { sv: 'Kund', en: 'Customer' },
  item: { sv: 'Artikel', en: 'Item' },
  invoice: { sv: 'Faktura', en: 'Invoice' },
  'credit-note': { sv: 'Kreditfaktura', en: 'Credit note' },
  'invoice-attachment': { sv: 'Bilaga till faktura', en: 'Attachment of an invoice' },
  'invoice-payment': { sv: 'Inbetalning', en: 'Incoming payment' },
  'invoice-settlement': { sv: 'Avräkning på faktura', en: 'Settlement of an invoice' },
  'tax-reduction': { sv: 'Skattereduktion', en: 'Tax reduction' },
  'sales-settings': { sv: 'Försäljningsinställningar', en: 'Sales settings', gender: 'plural' },
  'invoice-series': { sv: 'Fakturaserie', en: 'Invoice series' },
  supplier: { sv: 'Leverantör', en: 'Supplier' },
  'supplier-invoice': { sv: 'Leverantörsfaktura', en: 'Supplier invoice' },
  'supplier-invoice-payment': { sv: 'Betalning av leverantörsfaktura', en: 'Payment of a supplier invoice' },
  'purchasing-settings': { sv: 'Inköpsinställningar', en: 'Purchasing settings', gender: 'plural' },
  'matching-rule': { sv: 'Matchningsregel', en: 'Matching rule' },
  'matching-habit': { sv: 'Lärd kontering', en: 'Learned account' },
  'bank-account': { sv: 'Bankkonto', en: 'Bank account', gender: 'neuter' },
  'bank-payment': { sv: 'Bankbetalning', en: 'Bank payment' },
  'payment-file': { sv: 'Betalfil', en: 'Payment file' },
  'bank-statement': { sv: 'Kontoutdrag', en: 'Bank statement', gender: 'neuter' },
  'company-clock': { sv: 'Företagets klocka', en: 'Clock of the company' },
  'bank-transaction': { sv: 'Banktransaktion', en: 'Bank transaction' },
}

/** A participle that agrees with its noun, or a fixed text. */
type Outcome = Readonly<{ sv: string | ((gender: Gender) => string); en: string }>

/** A Swedish participle, given in the common gender: `skapad`, `skapat`, `skapade`. Words after it are unchanged. */
const agreeing =
  (participle: string) =>
  (gender: Gender): string => {
    const [first = '', ...rest] = participle.split(' ')
    return [agreed(first, gender), ...rest].join(' ')
  }

const agreed = (participle: string, gender: Gender): string => {
  if (gender === 'common') return participle
  const stem = participle.slice(0, -2)
  const ending = participle.slice(-2)
  if (ending === 'en') return `${stem}${gender === 'neuter' ? 'et' : 'na'}`
  if (ending === 'ad') return `${stem}${gender === 'neuter' ? 'at' : 'ade'}`
  if (gender === 'plural') return `${participle}a`
  return participle.endsWith('t') ? participle : `${participle.slice(0, -1)}t`
}

/** The outcome. */
export const verbs: Readonly<Record<string, Outcome>> = {
  accepted: { sv: agreeing('godtagen'), en: 'accepted' },
  activated: { sv: agreeing('aktiverad'), en: 'activated' },
  added: { sv: agreeing('tillagd'), en: 'added' },
  allowed: { sv: agreeing('tillåten igen'), en: 'allowed again' },
  approved: { sv: agreeing('godkänd'), en: 'approved' },
  approving: { sv: agreeing('godkänd av en'), en: 'approved by one' },
  'approval-lapsed': { sv: 'godkännande upphört', en: 'approval lapsed' },
  'approval-withdrawn': { sv: 'godkännande återkallat', en: 'approval withdrawn' },
  begun: { sv: agreeing('påbörjad'), en: 'begun' },
  'begun-at': { sv: 'första nummer satt', en: 'first number set' },
  acknowledged: { sv: agreeing('kontrollerad'), en: 'seen to' },
  answered: { sv: agreeing('besvarad av banken'), en: 'answered by the bank' },
  contradicted: { sv: agreeing('motsagd av banken'), en: 'contradicted by the bank' },
  booked: { sv: agreeing('bokförd'), en: 'booked' },
  bounced: { sv: 'kom inte fram', en: 'came back' },
  cancelled: { sv: agreeing('makulerad'), en: 'cancelled' },
  changed: { sv: agreeing('ändrad'), en: 'changed' },
  closed: { sv: agreeing('stängd'), en: 'closed' },
  connected: { sv: agreeing('kopplad'), en: 'connected' },
  erased: { sv: 'raderad', en: 'erased' },
  exported: { sv: 'allt hämtat', en: 'all of it downloaded' },
  copied: { sv: 'kopia av uppgifter hämtad', en: 'copy of the data fetched' },
  corrected: { sv: agreeing('rättad'), en: 'corrected' },
  created: { sv: agreeing('skapad'), en: 'created' },
  deactivated: { sv: agreeing('inaktiverad'), en: 'deactivated' },
  default: { sv: 'vald som standard', en: 'made the default' },
  delayed: { sv: agreeing('försenad på vägen'), en: 'late on the way' },
  deleted: { sv: agreeing('borttagen'), en: 'deleted' },
  delivered: { sv: 'framme', en: 'delivered' },
  depreciated: { sv: agreeing('avskriven'), en: 'depreciated' },
  disabled: { sv: agreeing('avstängd'), en: 'disabled' },
  disposed: { sv: agreeing('avyttrad'), en: 'disposed of' },
  dropped: { sv: agreeing('borttagen'), en: 'dropped' },
  ended: { sv: agreeing('avslutad'), en: 'ended' },
  applied: { sv: agreeing('använd på klienter'), en: 'applied to clients' },
  previewed: { sv: agreeing('förhandsvisad'), en: 'previewed' },
  failed: { sv: agreeing('misslyckad'), en: 'failed' },
  fetched: { sv: agreeing('hämtad'), en: 'fetched' },
  forced: { sv: 'genomfört trots obokade handlingar', en: 'carried out in spite of documents that are not booked' },
  granted: { sv: agreeing('lämnad'), en: 'granted' },
  'handed-in': { sv: 'noterat som inlämnat', en: 'noted as handed in' },
  'handing-in-withdrawn': { sv: 'inlämnande återtaget', en: 'no longer noted as handed in' },
  imported: { sv: agreeing('inläst'), en: 'imported' },
  issued: { sv: agreeing('utfärdad'), en: 'issued' },
  'link-made': { sv: 'betalningslänk skapad', en: 'payment link made' },
  'links-ended': { sv: 'betalningslänkar avslutade', en: 'payment links ended' },
  locked: { sv: agreeing('utelåst'), en: 'locked out' },
  loaded: { sv: agreeing('inläst'), en: 'loaded' },
  lifted: { sv: agreeing('hävd'), en: 'lifted' },
  lost: { sv: agreeing('förlorad'), en: 'lost' },
  made: { sv: agreeing('upprättad'), en: 'made' },
  matched: { sv: agreeing('avprickad'), en: 'matched' },
  moved: { sv: agreeing('flyttad'), en: 'moved' },
  taken: { sv: agreeing('tagen'), en: 'taken' },
  unmatched: { sv: 'matchning ångrad', en: 'match undone' },
  'nearly-full': { sv: agreeing('nästan full'), en: 'nearly full' },
  'quota-changed': { sv: 'gräns ändrad', en: 'quota changed' },
  'not-sent': { sv: 'kunde inte skickas', en: 'could not be sent' },
  noted: { sv: agreeing('noterad'), en: 'noted' },
  off: { sv: agreeing('avstängd'), en: 'turned off' },
  on: { sv: agreeing('påslagen'), en: 'turned on' },
  paid: { sv: agreeing('betald'), en: 'paid' },
  'part-disposed': { sv: 'delvis avyttrad', en: 'disposed of in part' },
  'written-down': { sv: 'nedskriven', en: 'written down' },
  'write-down-reversed': { sv: 'nedskrivning återförd', en: 'write-down reversed' },
  paused: { sv: agreeing('pausad'), en: 'paused' },
  placed: { sv: agreeing('lagd'), en: 'placed' },
  published: { sv: agreeing('utfärdad'), en: 'published' },
  'rate-set': { sv: 'kurs satt', en: 'rate set' },
  received: { sv: agreeing('mottagen'), en: 'received' },
  recorded: { sv: agreeing('bokförd'), en: 'booked' },
  'recovery-renewed': { sv: 'nya reservkoder', en: 'new recovery codes' },
  'recovery-used': { sv: 'reservkod använd', en: 'recovery code used' },
  redelivered: { sv: agreeing('skickad igen'), en: 'sent again' },
  refreshed: { sv: agreeing('förnyad'), en: 'refreshed' },
  refused: { sv: agreeing('nekad'), en: 'refused' },
  rejected: { sv: agreeing('avvisad'), en: 'rejected' },
  removed: { sv: agreeing('borttagen'), en: 'removed' },
  reopened: { sv: agreeing('öppnad igen'), en: 'opened again' },
  replaced: { sv: agreeing('ersatt'), en: 'replaced' },
  replayed: { sv: agreeing('använd två gånger'), en: 'used twice' },
  reset: { sv: agreeing('återställd'), en: 'reset' },
  resumed: { sv: agreeing('återupptagen'), en: 'resumed' },
  retried: { sv: agreeing('gjord om'), en: 'done again' },
  reversed: { sv: agreeing('vänd'), en: 'reversed' },
  revoked: { sv: agreeing('återkallad'), en: 'revoked' },
  'role-changed': { sv: 'ny roll', en: 'new role' },
  'secret-added': { sv: 'ny hemlighet', en: 'new secret' },
  'secret-revoked': { sv: 'hemlighet återkallad', en: 'secret revoked' },
  'secret-rotated': { sv: 'ny hemlighet', en: 'new secret' },
  seen: { sv: agreeing('visad för mottagaren'), en: 'shown to the receiver' },
  sending: { sv: 'på väg med e-post', en: 'on its way by mail' },
  'link-sent': { sv: 'länk skickad', en: 'link sent' },
  reading: { sv: 'ska läsas', en: 'is to be read' },
  read: { sv: agreeing('läst'), en: 'read' },
  'sent-again': { sv: 'skickas igen', en: 'sent again' },
  sent: { sv: agreeing('skickad'), en: 'sent' },
  set: { sv: agreeing('satt'), en: 'set' },
  signatory: { sv: 'firmatecknare ändrad', en: 'signatory changed' },
  signed: { sv: agreeing('signerad'), en: 'signed' },
  signing: { sv: agreeing('signerad av en'), en: 'signed by one' },
  'statement-bounced': { sv: 'kontoutdrag kom inte fram', en: 'statement of account came back' },
  'statement-delayed': { sv: 'kontoutdrag försenat på vägen', en: 'statement of account late on the way' },
  'statement-delivered': { sv: 'kontoutdrag framme', en: 'statement of account delivered' },
  'statement-not-sent': { sv: 'kontoutdrag kunde inte skickas', en: 'statement of account not sent' },
  'statement-sending': { sv: 'kontoutdrag på väg med e-post', en: 'statement of account on its way by mail' },
  'statement-sent': { sv: 'kontoutdrag skickat', en: 'statement of account sent' },
  stopped: { sv: agreeing('stoppad'), en: 'stopped' },
  submitted: { sv: agreeing('begärd'), en: 'asked for' },
  'tags-set': { sv: 'nya taggar', en: 'new tags' },
  tested: { sv: agreeing('provad'), en: 'tested' },
  throttled: { sv: agreeing('bromsad'), en: 'slowed down' },
  'unpaid-booked': { sv: 'obetalda kundfakturor bokförda', en: 'unpaid invoices booked' },
  'unpaid-purchases-booked': { sv: 'obetalda leverantörsfakturor bokförda', en: 'unpaid supplier invoices booked' },
  unlocked: { sv: agreeing('insläppt igen'), en: 'let in again' },
  withdrawn: { sv: agreeing('återtagen'), en: 'withdrawn' },
}

/** Events with a single-word name. */
const alone: Readonly<Record<string, Words>> = {
  login: { sv: 'Inloggning', en: 'Login' },
  logout: { sv: 'Utloggning', en: 'Logout' },
}

/** An event as text, such as `Räkenskapsår: stängt`; unknown kinds are shown as they are. */
export const eventInWords = (kind: string, language: Language): string => {
  const [name = '', what = ''] = kind.split('.')
  const { gender = 'common', ...noun } = nouns[name] ?? { sv: name, en: name }
  const outcome = (verbs[what] ?? { sv: what, en: what })[language]
  const said = typeof outcome === 'string' ? outcome : outcome(gender)
  return alone[kind]?.[language] ?? `${noun[language]}: ${said}`
}
