// The work of an agency's clients on a Monday: sales, some paid, receipts, supplier invoices, bank statements, and a
// quarter of VAT. Created through the API, with the token of each company.
import { Agent } from 'node:http'
import { bankingAdmin } from '#banking'
import { allScopes, identityService } from '#identity'
import { addDays, type Day, dayOf } from '#platform/day'
import { asOperator } from '#programs/system'
import { camtFile } from '#support/samples/camt-file'
import { pngFile } from '#support/samples/sample-files'
import type { Practice } from './agency-fill.ts'
import { type Answer, type Requester, requester } from './requests.ts'
import { tell, type Workshop } from './workshop.ts'

/** Clients filled concurrently, and the interval of progress reports. */
const AT_ONCE = 4
const TELL_EVERY = 50
/** Time limit for processing a file, in milliseconds. */
const UPLOAD_TIMEOUT_MS = 60_000

/** One of this many clients has such work; all have bank transactions and VAT. */
export const ONE_IN = { receipts: 3, payables: 4, reminders: 5 } as const

type Monday = {
  today: Day
  /** The first day of the last completed quarter. */
  quarter: Day
}

/** Today, and the quarter whose VAT must be reported. */
export const mondayOf = (now: Date): Monday => {
  const today = dayOf(now)
  const [year = 0, month = 0] = today.split('-').map(Number)
  const first = new Date(Date.UTC(year, Math.floor((month - 1) / 3) * 3 - 3, 1))
  return { today, quarter: dayOf(first) }
}

/** The fiscal year of a client begins with that quarter, so that it includes today as well: `MM-DD`. */
export const fiscalYearStart = ({ quarter }: Monday): string => quarter.slice(5)

export const fillClients = async (workshop: Workshop, practice: Practice, monday: Monday): Promise<void> => {
  const agent = new Agent({ keepAlive: true })
  workshop.later(() => agent.destroy())
  let next = 0
  const work = async (): Promise<void> => {
    while (next < practice.companies.length) {
      const at = next++
      if (at % TELL_EVERY === 0) tell(`Story: filling client ${at + 1} of ${practice.companies.length}`)
      await fillClient(practice, { id: practice.companies[at] ?? '', at }, monday, agent)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
}

/** Each client has a different account, so that statements can be assigned. */
const ibanOf = (at: number): string => {
  const account = `50000000${String(at).padStart(12, '0')}`
  const rest = BigInt(`${account}281400`) % 97n
  return `SE${String(98n - rest).padStart(2, '0')}${account}`
}

const fillClient = async (
  { service }: Practice,
  { id, at }: { id: string; at: number },
  { today, quarter }: Monday,
  agent: Agent,
): Promise<void> => {
  const iban = ibanOf(at)
  const { token } = await asOperator(service, async (call) => {
    const own = { ...call, companyId: id }
    await bankingAdmin.addBankAccount(own, { name: 'Företagskonto', iban, bic: 'ESSESESS', account: 1930 })
    return identityService.createToken(own, { name: 'Story', scopes: allScopes })
  })
  const base = `${service.origin}/v1/companies/${id}`
  const send = requester(base, { token, agent })
  const customer = await send('POST', '/customers', customerOf(at))
  const [paid, alsoPaid] = await sell(send, String(customer.id), [quarter, addDays(quarter, 40)], addDays(today, 10))
  if (at % ONE_IN.reminders === 0) await sell(send, String(customer.id), [addDays(quarter, 5)], addDays(today, -10))
  const supplier = await send('POST', '/suppliers', {
    name: 'Papper AB',
    paymentDetails: { type: 'bankgiro', bankgiroNumber: '5050-1055' },
  })
  const dues = [quarter, ...(at % ONE_IN.payables === 0 ? [today, today] : [])]
  const [bought] = await buy(send, String(supplier.id), dues)
  const given = { token, base }
  if (at % ONE_IN.receipts === 0) await upload(given, '/uploads', 'kvitto.png', pngFile({ width: 200, height: 300 }))
  const lines = [
    { ore: 125_000n, reference: 'A', details: [{ ore: 125_000n, ocr: String(paid?.paymentReference) }] },
    { ore: 125_000n, reference: 'B', details: [{ ore: 125_000n, ocr: String(alsoPaid?.paymentReference) }] },
    { ore: -90_000n, reference: 'C', details: [{ ore: -90_000n, text: `Faktura ${bought?.invoiceNumber}` }] },
    { ore: -3_500n, reference: 'D', details: [{ ore: -3_500n, text: 'Bankavgift' }] },
  ].map((line) => ({ ...line, date: addDays(today, -1) }))
  await upload(given, '/bank-statements', 'utdrag.xml', camtFile({ statements: [{ account: iban, entries: lines }] }))
}

const customerOf = (at: number) => ({
  name: `Köparen ${at + 1} AB`,
  type: 'company',
  contactsDetails: [{ name: 'Ekonomi', email: `kopare${at + 1}@example.com`, isDefault: true }],
})

/** Recorded invoices of 1 250 kronor. */
const sell = async (send: Requester, customer: string, days: readonly Day[], dueDate: Day): Promise<Answer[]> => {
  const line = { description: 'Stol', itemType: 'salesItem', productType: 'goods', unitPrice: 1000, taxRate: 25 }
  const operations = days.flatMap((invoiceDate, place) => [
    {
      name: `i${place}`,
      method: 'POST',
      path: '/invoices',
      body: { customerRef: { id: customer }, invoiceDate, dueDate, lineItems: [line] },
    },
    { method: 'POST', path: `/invoices/{i${place}#/id}/publish` },
    { name: `r${place}`, method: 'POST', path: `/invoices/{i${place}#/id}/record` },
  ])
  return recorded(await send('POST', '/bulk', { mode: 'atomic', operations }))
}

/** Recorded supplier invoices of 900 kronor, due on these days. */
const buy = async (send: Requester, supplier: string, dues: readonly Day[]): Promise<Answer[]> => {
  const operations = dues.flatMap((dueDate, place) => [
    {
      name: `i${place}`,
      method: 'POST',
      path: '/supplier-invoices',
      body: {
        supplierRef: { id: supplier },
        invoiceNumber: `L-${place + 101}`,
        dueDate,
        invoiceDate: dues[0],
        totalAmount: 900,
      },
    },
    {
      name: `r${place}`,
      method: 'POST',
      path: `/supplier-invoices/{i${place}#/id}/record`,
      body: { lines: [{ account: 6110, netAmount: 720, taxRate: 25, vatTreatment: 'domestic' }] },
    },
  ])
  return recorded(await send('POST', '/bulk', { mode: 'atomic', operations }))
}

const recorded = ({ results }: Answer): Answer[] =>
  (results as { name?: string; body: Answer }[]).filter(({ name = '' }) => name.startsWith('r')).map(({ body }) => body)

const upload = async (
  { token, base }: { token: string; base: string },
  path: string,
  name: string,
  bytes: Uint8Array<ArrayBuffer> | Buffer,
): Promise<void> => {
  const form = new FormData()
  form.set('file', new File([new Uint8Array(bytes)], name))
  const answer = await fetch(`${base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
    signal: AbortSignal.timeout(UPLOAD_TIMEOUT_MS),
  })
  if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
}
