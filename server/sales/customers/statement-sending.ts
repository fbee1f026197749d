// Sending statements of account by mail. The PDF is made when the mail leaves, as of the time of the request: later
// bookings are not included.
import { isEmail, timeInCompany } from '#identity'
import { queueMail } from '#mail/mail'
import { isNews, outcomeSet, reportSet } from '#mail/mail-report'
import type { MailCallbacks } from '#mail/mail-sender'
import { moneyText } from '#paper'
import { type CompanyCall, serviceTime } from '#platform/call'
import type { Day } from '#platform/day'
import { recordEvent } from '#platform/event'
import type { Page, PageRequest } from '#platform/list'
import { sql } from '#platform/sql'
import { sellerOf } from '#sales/publishing/seller'
import {
  actorOf,
  type DeliveryState,
  deliveryStateOf,
  isWithoutNews,
  type LetterBody,
  letterOf,
  NO_ACTOR,
  type ProposedMail,
  requireMailRoom,
  type SendingsOf,
  type ShownSending,
  sendingsPage,
  shownSendings,
} from '#sales/sending/mailing'
import { MAX_PDF_ROWS, pdfOfSheet } from '#sheets'
import { type CustomerRecord, readCustomer } from './customer.ts'
import { type AskedStatement, customerStatement, type Statement } from './statement.ts'
import { type StatementFacts, statementMail } from './statement-mail.rules.ts'
import { accountStatementRefusals as refusals } from './statement-refusals.ts'
import { statementRowsOf, statementSheet } from './statement-sheet.rules.ts'

/** The default mail of a statement. */
export const proposedStatementMail = async (call: CompanyCall, asked: AskedStatement): Promise<ProposedMail> => {
  const { company } = await sellerOf(call)
  return proposalOf(await statementToSend(call, asked), await readCustomer(call, asked.customerId), company)
}

/** The statement, refused if it is empty or does not fit on paper. */
const statementToSend = async (call: CompanyCall, asked: AskedStatement): Promise<Statement> => {
  const statement = await customerStatement(call, asked)
  const { currencies, customer, from, to } = statement
  if (currencies.length === 0) throw refusals.emptyStatement({ number: customer.customerNumber, from, to })
  const rows = statementRowsOf(statement, languageOf(statement)).length
  if (rows > MAX_PDF_ROWS) throw refusals.statementTooLong({ limit: MAX_PDF_ROWS, rows })
  return statement
}

const languageOf = ({ customer }: Statement): 'sv' | 'en' => customer.language ?? 'sv'

const proposalOf = (
  statement: Statement,
  { contacts }: CustomerRecord,
  company: { name: string; email: string | null },
): ProposedMail => {
  const language = languageOf(statement)
  const address = contacts.find(({ isDefault }) => isDefault)?.email
  return {
    to: address && isEmail(address) ? [address] : [],
    ...statementMail(language, { company: company.name, ...factsOf(statement, language) }),
    fileName: fileNameOf(statement),
    replyTo: company.email || null,
  }
}

const factsOf = ({ from, to, currencies }: Statement, language: 'sv' | 'en'): Omit<StatementFacts, 'company'> => ({
  from,
  to,
  sums: currencies
    .filter(({ closingOre }) => closingOre !== 0n)
    .map(({ currency, closingOre, overdueOre }) => ({
      owed: moneyText(Math.abs(Number(closingOre)), currency, language),
      overdue: overdueOre > 0n ? moneyText(Number(overdueOre), currency, language) : null,
      isOwedToThem: closingOre < 0n,
    })),
})

/** `Reskontrautdrag-17-2026-11-23.pdf` */
const fileNameOf = (statement: Statement): string => {
  const noun = languageOf(statement) === 'sv' ? 'Reskontrautdrag' : 'Statement'
  return `${noun}-${statement.customer.customerNumber.replace(/[^\p{L}\p{N}]+/gu, '-')}-${statement.to}.pdf`
}

/** Sends a statement; the mails leave after the transaction has committed. */
export const sendStatement = async (
  call: CompanyCall,
  asked: AskedStatement,
  body: LetterBody,
): Promise<ShownSending[]> => {
  const { customerId } = asked
  const statement = await statementToSend(call, asked)
  const seller = await sellerOf(call)
  const { company } = seller
  const proposed = proposalOf(statement, await readCustomer(call, customerId), company)
  const { subject, text, mails } = letterOf(call, body, proposed, seller)
  await requireMailRoom(call, mails.length)
  await keepSendings(call, statement, subject, mails)
  for (const { id, recipient } of mails) {
    const origin = { id, companyId: call.companyId, senderName: company.name, replyTo: company.email || null }
    await queueMail(call, { to: recipient, subject, text, origin: { ...origin, name: STATEMENT_MAIL_ORIGIN } })
  }
  const { customerNumber } = statement.customer
  recordEvent(
    call,
    'customer.statement-sending',
    { id: customerId },
    { id: customerId, customerNumber, mails: mails.length },
  )
  return shownSendings(
    call,
    sendingsOf(call, customerId),
    mails.map(({ id }) => id),
  )
}

const keepSendings = async (
  call: CompanyCall,
  statement: Statement,
  subject: string,
  mails: readonly { id: string; recipient: string; isCopy: boolean }[],
): Promise<void> => {
  const { db, companyId, actor } = call
  const { customer, from, to } = statement
  await db.rows(sql`
    insert into sales.statement_sending (company_id, id, customer_id, from_date, to_date, language, recipient, is_copy,
      subject, actor_kind, actor_id, actor_name, made_at)
    select ${companyId}, id, ${customer.id}, ${from}, ${to}, ${languageOf(statement)}, recipient, "isCopy", ${subject},
      ${actor.kind}, ${actor.id}, ${actor.name}, ${serviceTime(call)}
    from jsonb_to_recordset(${JSON.stringify(mails)}::jsonb) as one (id uuid, recipient text, "isCopy" boolean)`)
}

const sendingsOf = ({ companyId }: CompanyCall, customerId: string): SendingsOf => ({
  from: sql`sales.statement_sending m`,
  where: sql`m.company_id = ${companyId} and m.customer_id = ${customerId}`,
})

/** The sendings of statements to a customer, newest first, with recipients and delivery status. */
export const listStatementSendings = async (
  call: CompanyCall,
  customerId: string,
  request: PageRequest,
): Promise<Page<ShownSending>> => {
  await readCustomer(call, customerId)
  return sendingsPage(call, sendingsOf(call, customerId), request)
}

/** Identifies the mails of statements among others in the outbox. */
export const STATEMENT_MAIL_ORIGIN = 'statement'

type Sent = { customerId: string; from: Day; to: Day; language: 'sv' | 'en'; madeAt: Date }

export const statementMailCallbacks: MailCallbacks = {
  async enclose({ standing, database: whole }, companyId, id) {
    const database = whole.of(companyId)
    const { madeAt, language, ...asked } = await database.one<Sent>(sql`
      select s.customer_id as "customerId", s.from_date as "from", s.to_date as "to", s.language, s.made_at as "madeAt"
      from sales.statement_sending s where s.company_id = ${companyId} and s.id = ${id}`)
    // Sendings use the service's clock, the books the company's.
    const time = await timeInCompany(database, { companyId, now: madeAt })
    const call: CompanyCall = { ...standing, db: database, ...time, from: null, companyId, actor: NO_ACTOR }
    const statement = await customerStatement(call, asked)
    const bytes = await pdfOfSheet(call, statementSheet(statement, language), language)
    return [{ contentType: 'application/pdf', name: fileNameOf(statement), bytes }]
  },
  async heard({ standing, db, now }, { companyId, id, ...outcome }) {
    const { reason } = outcome
    const noted = await db.maybe<DeliveryState & { customerId: string; customerNumber: string }>(sql`
      update sales.statement_sending m set ${outcomeSet(outcome, now)}
      from sales.customer c
      where m.company_id = ${companyId} and m.id = ${id} and m.sent_at is null
        and c.company_id = m.company_id and c.id = m.customer_id
      returning c.id as "customerId", c.customer_number as "customerNumber", ${deliveryStateOf}`)
    if (!noted) return
    const { customerId, customerNumber, ...who } = noted
    const actor = actorOf(who)
    const detail = { id: customerId, customerNumber, ...(reason === null ? {} : { reason }) }
    const what = reason === null ? 'customer.statement-sent' : 'customer.statement-not-sent'
    recordEvent({ ...standing, db, now, from: null, companyId, actor }, what, { id: customerId }, detail)
  },
  async reported({ standing, db, now }, { companyId, id, report }) {
    const noted = await db.maybe<DeliveryState & { customerId: string; customerNumber: string }>(sql`
      update sales.statement_sending m set ${reportSet(report, now)}
      from sales.customer c
      where m.company_id = ${companyId} and m.id = ${id} and ${isNews(report)}
        and c.company_id = m.company_id and c.id = m.customer_id
      returning c.id as "customerId", c.customer_number as "customerNumber", ${deliveryStateOf}`)
    if (!noted) return isWithoutNews({ db }, mailOf(companyId, id))
    const { customerId, customerNumber, ...who } = noted
    const call = { ...standing, db, now, from: null, companyId, actor: actorOf(who) }
    const { state, ...why } = report
    recordEvent(call, `customer.statement-${state}`, { id: customerId }, { id: customerId, customerNumber, ...why })
    return true
  },
}

const mailOf = (companyId: string, id: string): SendingsOf => ({
  from: sql`sales.statement_sending m`,
  where: sql`m.company_id = ${companyId} and m.id = ${id}`,
})
