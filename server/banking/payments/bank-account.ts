// The company's bank accounts, from which payments are made and whose statements are imported.
import { accountingCurrencyOf, bookOf, isPaymentAccount } from '#ledger'
import { bicNumber, ibanNumber } from '#numbers/bank-account'
import { bankgiroNumber } from '#numbers/giro'
import { type CompanyCall, warn } from '#platform/call'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type FieldError, phrase, refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { hasInvisibleCharacters } from '#text/invisible-characters'
import { paymentFaults as faults, paymentRefusals as refusals } from './payment-refusals.ts'

export type OwnBankAccount = {
  id: string
  name: string
  iban: string
  bic: string | null
  currency: string
  /** The company's own bankgiro number for the account, for banks that require it in payment files. */
  bankgiro: string | null
  /** The company's file agreement, as the bank names it. */
  agreement: string | null
  /** The message format of payment files for its bank. */
  paymentFormat: PaymentFormat
  /** The ledger account. */
  account: number
  isDefault: boolean
  modifiedAt: Date
}

export const paymentFormats = ['pain.001.001.03', 'pain.001.001.09'] as const
type PaymentFormat = (typeof paymentFormats)[number]

export type NewBankAccount = {
  name: string
  iban: string
  bic?: string | undefined
  currency?: string | undefined
  bankgiro?: string | undefined
  agreement?: string | undefined
  paymentFormat?: string | undefined
  account: number
}

/** The name and the fields for payment files may change; null clears such a field. */
type BankAccountChange = {
  name?: string | undefined
  bic?: string | null | undefined
  bankgiro?: string | null | undefined
  agreement?: string | null | undefined
  paymentFormat?: string | undefined
}

/** Maximum number of accounts in a company. */
const MAX_ACCOUNTS = 100
/** Maximum number of characters in the name of an account. */
export const MAX_ACCOUNT_NAME = 100
/** Maximum number of characters in an agreement id (Max35Text). */
export const MAX_AGREEMENT_LENGTH = 35

/** Adds an account; the first one in SEK becomes the default for payments. */
export const addBankAccount = async (call: CompanyCall, given: NewBankAccount): Promise<OwnBankAccount> => {
  const { accounts } = await bookOf(call, true)
  await lockBankAccounts(call)
  refuseIfAny(wrongIn(given, accounts))
  const known = await listBankAccounts(call)
  const id = newId()
  const currency = given.currency ?? (await accountingCurrencyOf(call))
  const added: OwnBankAccount = {
    id,
    name: given.name.trim(),
    iban: ibanNumber(given.iban) ?? '',
    currency,
    account: given.account,
    bic: given.bic === undefined ? null : bicNumber(given.bic),
    bankgiro: given.bankgiro === undefined ? null : bankgiroNumber(given.bankgiro),
    agreement: given.agreement?.trim() || null,
    paymentFormat: formatOf(given.paymentFormat) ?? 'pain.001.001.03',
    isDefault: currency === 'SEK' && !known.some(({ isDefault }) => isDefault),
    modifiedAt: call.now,
  }
  if (known.length >= MAX_ACCOUNTS) throw refusals.tooManyBankAccounts({ limit: MAX_ACCOUNTS })
  if (known.some(({ iban }) => iban === added.iban)) refuseIfAny([faults.ibanTaken('#/iban')])
  await call.db.rows(sql`
    insert into banking.account (company_id, id, name, iban, bic, currency, bankgiro, agreement, payment_format,
      account, is_default, created_at, modified_at)
    values (${call.companyId}, ${id}, ${added.name}, ${added.iban}, ${added.bic}, ${currency}, ${added.bankgiro},
      ${added.agreement}, ${added.paymentFormat}, ${added.account}, ${added.isDefault}, ${call.now},
      ${call.now})`)
  recordEvent(call, 'bank-account.added', { id: added.id }, told(added))
  warnOfBankgiro(call, added)
  return added
}

/** Changes the name and payment file fields of an account; IBAN, currency and ledger account are fixed. */
export const changeBankAccount = async (
  call: CompanyCall,
  id: string,
  change: BankAccountChange,
): Promise<OwnBankAccount> => {
  await lockBankAccounts(call)
  const before = await readBankAccount(call, id)
  refuseIfAny([...(change.name === undefined ? [] : wrongInName(change.name)), ...wrongInBankPart(change)])
  const [bic, bankgiro] = [saidOf(change.bic), saidOf(change.bankgiro)]
  const after: OwnBankAccount = {
    ...before,
    name: change.name?.trim() ?? before.name,
    bic: bic === undefined ? before.bic : bic && bicNumber(bic),
    bankgiro: bankgiro === undefined ? before.bankgiro : bankgiro && bankgiroNumber(bankgiro),
    agreement: change.agreement === undefined ? before.agreement : change.agreement?.trim() || null,
    paymentFormat: formatOf(change.paymentFormat) ?? before.paymentFormat,
    modifiedAt: call.now,
  }
  await call.db.rows(sql`
    update banking.account set name = ${after.name}, bic = ${after.bic}, bankgiro = ${after.bankgiro},
      agreement = ${after.agreement}, payment_format = ${after.paymentFormat}, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  recordEvent(call, 'bank-account.changed', { id }, { id, before: told(before), after: told(after) })
  warnOfBankgiro(call, after)
  return after
}

/** The trimmed text; null if blank, which clears the field. */
const saidOf = (text: string | null | undefined): string | null | undefined =>
  text === undefined ? undefined : text?.trim() || null

/** An account as recorded in the processing history. */
const told = ({ modifiedAt: _, ...account }: OwnBankAccount) => account

/**
 * Warns if the account has no bankgiro: payments to bankgiro numbers need one, and the user should learn it now rather
 * than from the bank.
 */
export const warnOfBankgiro = (call: CompanyCall, { currency, bankgiro }: OwnBankAccount): void => {
  if (currency === 'SEK' && !bankgiro) warn(call, `#/bankgiro: ${noOwnBankgiro()}`)
}

const noOwnBankgiro = phrase(
  'bank-account.no-own-bankgiro',
  'banks pay to a bankgiro number from a bankgiro number, and the account has none: some banks will refuse it',
  'banker betalar till ett bankgironummer från ett bankgironummer, och kontot har inget: en del banker nekar betalningen',
)

const formatOf = (text: string | undefined): PaymentFormat | undefined => paymentFormats.find((one) => one === text)

/** Makes another account the default for payments. */
export const setDefaultBankAccount = async (call: CompanyCall, id: string): Promise<OwnBankAccount> => {
  await lockBankAccounts(call)
  const chosen = await readBankAccount(call, id)
  if (chosen.currency !== 'SEK') throw refusals.notSek({ name: chosen.name, currency: chosen.currency })
  if (chosen.isDefault) return chosen
  // Only one default is allowed at any time: clear the old one before setting the new one.
  const old = await call.db.rows<{ id: string }>(sql`
    update banking.account set is_default = false, modified_at = ${call.now}
    where company_id = ${call.companyId} and is_default returning id`)
  await call.db.rows(sql`
    update banking.account set is_default = true, modified_at = ${call.now}
    where company_id = ${call.companyId} and id = ${id}`)
  for (const one of old) recordEvent(call, 'bank-account.changed', { id: one.id })
  recordEvent(call, 'bank-account.default', { id }, { id, iban: chosen.iban })
  return { ...chosen, isDefault: true, modifiedAt: call.now }
}

const columns = sql`a.id, a.name, a.iban, a.bic, a.currency, a.bankgiro, a.agreement,
  a.payment_format as "paymentFormat", a.account, a.is_default as "isDefault",
  a.modified_at as "modifiedAt"`

/** One of the company's accounts; refused as not found if it does not exist. */
export const readBankAccount = async ({ db, companyId }: CompanyCall, id: string): Promise<OwnBankAccount> => {
  const found = await db.maybe<OwnBankAccount>(sql`
    select ${columns} from banking.account a where a.company_id = ${companyId} and a.id = ${id}`)
  if (!found) throw refusals.bankAccountNotFound({ id })
  return found
}

/** As {@link readBankAccount}, with the company's accounts locked until the transaction ends. */
export const lockBankAccount = async (call: CompanyCall, id: string): Promise<OwnBankAccount> => {
  await lockBankAccounts(call)
  return readBankAccount(call, id)
}

/** A page of the company's accounts, most recently added first. */
export const listBankAccountPage = (call: CompanyCall, request: PageRequest): Promise<Page<OwnBankAccount>> => {
  const list: List<OwnBankAccount, OwnBankAccount> = {
    name: 'bank-accounts',
    columns,
    from: sql`banking.account a`,
    where: sql`a.company_id = ${call.companyId}`,
    key: [sql`a.id`],
    keyOf: ({ id }) => [id],
    filters: {
      properties: {
        name: { type: 'string', column: sql`a.name` },
        iban: { type: 'string', column: sql`a.iban` },
        currency: { type: 'string', column: sql`a.currency` },
        modifiedDateTime: { type: 'datetime', column: sql`a.modified_at` },
      },
    },
    itemOf: ({
      id,
      name,
      iban,
      bic,
      currency,
      bankgiro,
      agreement,
      paymentFormat,
      account,
      isDefault,
      modifiedAt,
    }) => ({
      id,
      name,
      iban,
      bic,
      currency,
      bankgiro,
      agreement,
      paymentFormat,
      account,
      isDefault,
      modifiedAt,
    }),
  }
  return listPage(call, list, request)
}

/** The company's accounts, in the order they were added. */
export const listBankAccounts = ({ db, companyId }: CompanyCall): Promise<OwnBankAccount[]> =>
  db.rows<OwnBankAccount>(sql`
    select ${columns} from banking.account a where a.company_id = ${companyId} order by a.id limit ${MAX_ACCOUNTS}`)

/** The default account for payments; null if there is none. */
export const defaultBankAccount = async (call: CompanyCall): Promise<OwnBankAccount | null> =>
  (await listBankAccounts(call)).find(({ isDefault }) => isDefault) ?? null

/** Serializes changes to a company's accounts. */
const lockBankAccounts = async ({ db, companyId }: CompanyCall): Promise<void> => {
  await db.rows(sql`select pg_advisory_xact_lock(hashtextextended(${`bank accounts of ${companyId}`}, 0))`)
}

const wrongIn = (given: NewBankAccount, accounts: ReadonlyMap<number, boolean>): FieldError[] => {
  const { name, iban, currency, account } = given
  const errors: FieldError[] = wrongInName(name)
  if (ibanNumber(iban) === null) errors.push(faults.iban('#/iban'))
  if (currency !== undefined && !/^[A-Z]{3}$/.test(currency)) errors.push(faults.currency('#/currency'))
  errors.push(...wrongInBankPart(given))
  if (!isPaymentAccount(account) || accounts.get(account) !== true) {
    errors.push(faults.notPaymentAccount('#/account', { account }))
  }
  return errors
}

const wrongInName = (name: string): FieldError[] => {
  if (name.trim() === '') return [faults.blank('#/name')]
  if (hasInvisibleCharacters(name.trim())) return [faults.unseen('#/name')]
  return name.length > MAX_ACCOUNT_NAME ? [faults.tooLong('#/name', { limit: MAX_ACCOUNT_NAME })] : []
}

const wrongInBankPart = ({ agreement, paymentFormat, ...change }: BankAccountChange): FieldError[] => {
  const [bic, bankgiro] = [saidOf(change.bic), saidOf(change.bankgiro)]
  const errors: FieldError[] = []
  if (bic && bicNumber(bic) === null) errors.push(faults.bic('#/bic'))
  if (bankgiro && bankgiroNumber(bankgiro) === null) errors.push(faults.bankgiro('#/bankgiro'))
  if (agreement && !/^[A-Za-z0-9-]{1,35}$/.test(agreement.trim())) {
    errors.push(faults.agreement('#/agreement', { limit: MAX_AGREEMENT_LENGTH }))
  }
  if (paymentFormat !== undefined && formatOf(paymentFormat) === undefined) {
    errors.push(faults.paymentFormat('#/paymentFormat', { formats: paymentFormats.join(', ') }))
  }
  return errors
}
