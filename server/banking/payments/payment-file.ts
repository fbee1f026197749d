// Files of signed payments for the bank. Each payment is in exactly one file, also under concurrent requests. A file
// can be downloaded again, and shows who downloaded it before: a file sent to the bank twice may be paid twice.
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { paymentFiles } from '#banking/statements/files'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { isOfApi } from '#platform/actor'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { FilterTable } from '#platform/filter'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Ore, textFromOre } from '#platform/money'
import { type Sql, sql } from '#platform/sql'
import { townsOfPayees } from '#purchasing'
import { reserveAndStore } from '#storage'
import { defaultBankAccount, listBankAccounts, type OwnBankAccount, warnOfBankgiro } from './bank-account.ts'
import { currencyOf, numberOf, type PaymentCurrency } from './payment.rules.ts'
import { aboutOf, columns, endToEndIdOf, type PaymentRecord, sumOf } from './payment.ts'
import { MAX_FILE_PAYMENTS, paymentFileText } from './payment-file.rules.ts'
import { paymentRefusals as refusals } from './payment-refusals.ts'

export type PaymentFileRecord = {
  id: string
  digest: Buffer
  size: number
  payments: number
  currency: PaymentCurrency
  totalOre: Ore
  /** The integration that made it, with its own payments; null for the company's files. */
  ownerId: string | null
  createdByName: string
  createdAt: Date
  timesFetched: number
  lastFetchedAt: Date | null
  lastFetchedByName: string | null
}

/** Which payments and files: those of the calling integration, or all of the company's, as its people see them. */
type Whose = 'own' | 'company'

/** Integrations have files of their own payments, people those of the company. */
export const whoseOf = ({ actor }: CompanyCall): Whose => (isOfApi(actor.kind) ? 'own' : 'company')

export const PAYMENT_FILE_TYPE = 'application/xml'

/**
 * Makes a file of signed payments that are in no file yet, oldest first, up to the maximum, all in the currency of the
 * first: others go into the next file.
 */
export const createPaymentFile = async (call: CompanyCall, whose: Whose): Promise<PaymentFileRecord> => {
  const usual = await defaultBankAccount(call)
  if (!usual) throw refusals.noBankAccount()
  const waiting = await holdUnfiled(call, whose)
  const [first] = waiting
  if (!first) throw refusals.nothingToSend()
  const currency = currencyOf(first.recipient)
  const payments = waiting.filter(({ recipient }) => currencyOf(recipient) === currency)
  const account = await accountFor(call, currency, usual)
  if (payments.some(({ recipient }) => recipient.kind === 'bankgiro')) warnOfBankgiro(call, account)
  const id = newId()
  const bytes = Buffer.from(await textOf(call, { id, account, payments }), 'utf8')
  const digest = createHash('sha256').update(bytes).digest()
  await keepBytes(call, digest, bytes)
  const { actor, now, companyId } = call
  const total = sumOf(payments)
  await call.db.rows(sql`
    insert into banking.payment_file (company_id, id, bank_account_id, bankgiro, digest, size, payments, currency,
      total_ore, own, created_by_kind, created_by_id, created_by_name, created_at)
    values (${companyId}, ${id}, ${account.id}, ${account.bankgiro ?? ''}, ${digest}, ${bytes.length},
      ${payments.length}, ${currency}, ${total}, ${whose === 'own'}, ${actor.kind}, ${actor.id}, ${actor.name},
      ${now})`)
  await call.db.rows(sql`
    update banking.payment set payment_file_id = ${id}, modified_at = ${now}
    where company_id = ${companyId} and id = any(${payments.map((payment) => payment.id)}::uuid[])`)
  recordEvent(
    call,
    'payment-file.created',
    { id, ownerId: whose === 'own' ? actor.id : null },
    {
      id,
      payments: payments.length,
      total: textFromOre(total),
      digest: digest.toString('hex'),
    },
  )
  for (const payment of payments) recordEvent(call, 'bank-payment.sent', aboutOf(payment))
  return {
    id,
    digest,
    size: bytes.length,
    payments: payments.length,
    currency,
    totalOre: total,

    ownerId: whose === 'own' ? actor.id : null,
    ...madeBy(call),
    timesFetched: 0,
    lastFetchedAt: null,
    lastFetchedByName: null,
  }
}

/** The account that payments in a currency are made from: one in that currency, if there is one. */
const accountFor = async (
  call: CompanyCall,
  currency: PaymentCurrency,
  usual: OwnBankAccount,
): Promise<OwnBankAccount> => {
  if (currency === usual.currency) return usual
  return (await listBankAccounts(call)).find((account) => account.currency === currency) ?? usual
}

const madeBy = ({ actor, now }: CompanyCall) => ({ createdByName: actor.name, createdAt: now })

/** Of two concurrent requests, the later one waits for the lock and gets what is left. */
const holdUnfiled = (call: CompanyCall, whose: Whose): Promise<PaymentRecord[]> =>
  call.db.rows<PaymentRecord>(sql`
    select ${columns} from banking.payment p
    where p.company_id = ${call.companyId} and p.state = 'signed' and p.payment_file_id is null
      and (${whose === 'company'} or p.created_by_id = ${call.actor.id})
    order by p.id limit ${MAX_FILE_PAYMENTS} for update`)

const textOf = async (
  call: CompanyCall,
  { id, account, payments }: { id: string; account: OwnBankAccount; payments: readonly PaymentRecord[] },
): Promise<string> => {
  const { name, organizationNumber, address } = await companyInformation(call)
  const towns = await townsOfPayees(
    call,
    payments.map(({ recipient }) => numberOf(recipient)),
  )
  return paymentFileText({
    messageId: endToEndIdOf(id),
    madeAt: call.now,
    today: dayOf(call.now),
    company: { name, organizationNumber, city: address.city || null, country: address.country },
    account,
    payments: payments.map((payment) => ({
      ...payment,
      endToEndId: endToEndIdOf(payment.id),
      town: towns.get(numberOf(payment.recipient)) ?? null,
    })),
  })
}

const keepBytes = async (call: CompanyCall, digest: Buffer, bytes: Buffer): Promise<void> => {
  const work = call.files.newWorkFile()
  try {
    await writeFile(work, bytes, { mode: 0o600 })
    await reserveAndStore(call, { namespace: paymentFiles.name, kind: paymentFiles.kind, digest, path: work })
  } finally {
    await rm(work, { force: true })
  }
}

/** The storage folder of a company's files. */
export const paymentFileFolder = (companyId: string): string => `${companyId}/payment-files`

/** The original bytes of a file; the download is recorded. The call must be in a transaction. */
export const fetchPaymentFile = async (call: CompanyCall, id: string, whose: Whose): Promise<FileAnswer> => {
  const file = await readPaymentFile(call, id, whose)
  const answer = await openPaymentFile(call, file)
  const { actor, companyId, now } = call
  await call.db.rows(sql`
    insert into banking.payment_file_fetch (company_id, id, payment_file_id, fetched_by_kind, fetched_by_id,
      fetched_by_name, fetched_at)
    values (${companyId}, ${newId()}, ${id}, ${actor.kind}, ${actor.id}, ${actor.name}, ${now})`)
  recordEvent(call, 'payment-file.fetched', { id, ownerId: file.ownerId }, { id, digest: file.digest.toString('hex') })
  return answer
}

/** The company's files, each opened and recorded for a full export. */
export const filesForBank = async (
  call: CompanyCall,
  request: PageRequest,
): Promise<Page<{ id: string; open: (after: CompanyCall) => Promise<FileAnswer> }>> => {
  const { items, ...page } = await pageOfPaymentFiles(call, request)
  return { ...page, items: items.map((file) => ({ id: file.id, open: (after) => openPaymentFile(after, file) })) }
}

const openPaymentFile = async (call: CompanyCall, file: PaymentFileRecord): Promise<FileAnswer> => {
  const { id, digest, size, createdAt } = file
  const found = await call.files.fetch(paymentFileFolder(call.companyId), digest)
  if (!found) throw new Error(`Payment file ${id} of company ${call.companyId} is not stored`)
  const name = `betalningar-${dayOf(createdAt)}-${endToEndIdOf(id).slice(-NAMED_DIGITS)}.xml`
  return { ...found, name, size, contentType: PAYMENT_FILE_TYPE }
}

/** The bytes of a file, for the command line. */
export const paymentFileBytes = async (call: CompanyCall, id: string): Promise<{ name: string; bytes: Buffer }> => {
  const { path, name, kept } = await fetchPaymentFile(call, id, 'company')
  try {
    return { name, bytes: await readFile(path) }
  } finally {
    if (!kept) await rm(path, { force: true })
  }
}

/** How many final digits of its id are in a file's name. */
const NAMED_DIGITS = 6

/** A file visible to the caller; refused as not found if it does not exist. */
export const readPaymentFile = async (call: CompanyCall, id: string, whose: Whose): Promise<PaymentFileRecord> => {
  const file = await call.db.maybe<PaymentFileRecord>(sql`
    select ${fileColumns} from ${source}
    where f.company_id = ${call.companyId} and f.id = ${id} and ${isSeenBy(call, whose)}`)
  if (!file) throw refusals.paymentFileNotFound({ id })
  return file
}

const isSeenBy = ({ actor }: CompanyCall, whose: Whose): Sql =>
  whose === 'company' ? sql`true` : sql`f.own and f.created_by_id = ${actor.id}`

/** A page of the files visible to the caller, newest first. */
export const pageOfPaymentFiles = (call: CompanyCall, request: PageRequest): Promise<Page<PaymentFileRecord>> => {
  const list: List<PaymentFileRecord, PaymentFileRecord> = {
    name: 'payment-files',
    columns: fileColumns,
    from: source,
    where: sql`f.company_id = ${call.companyId} and ${isSeenBy(call, whoseOf(call))}`,
    key: [sql`f.id`],
    keyOf: ({ id }) => [id],
    filters,
    itemOf: (file) => file,
  }
  return listPage(call, list, request)
}

/** The company's files, the newest first. */
export const listPaymentFiles = ({ db, companyId }: CompanyCall, limit: number): Promise<PaymentFileRecord[]> =>
  db.rows<PaymentFileRecord>(sql`
    select ${fileColumns} from ${source}
    where f.company_id = ${companyId} order by f.id desc limit ${limit}`)

const source: Sql = sql`
  banking.payment_file f
  cross join lateral (
    select count(*)::integer as times, max(fetched_at) as last_at,
      (array_agg(fetched_by_name order by fetched_at desc, id desc))[1] as last_by
    from banking.payment_file_fetch where company_id = f.company_id and payment_file_id = f.id
  ) fetched`

const fileColumns: Sql = sql`
  f.id, f.digest, f.size, f.payments, f.currency, f.total_ore as "totalOre",
  case when f.own then f.created_by_id end as "ownerId", f.created_by_name as "createdByName",
  f.created_at as "createdAt", fetched.times as "timesFetched", fetched.last_at as "lastFetchedAt",
  fetched.last_by as "lastFetchedByName"`

const filters: FilterTable = {
  properties: {
    totalAmount: { type: 'amount', column: sql`f.total_ore` },
    createdDateTime: { type: 'datetime', column: sql`f.created_at` },
    modifiedDateTime: { type: 'datetime', column: sql`coalesce(fetched.last_at, f.created_at)` },
  },
}
