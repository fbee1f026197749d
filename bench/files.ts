// The most expensive files that can be uploaded: how much they delay the service's event loop while they are processed,
// and the reads of another company.
import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createTransport } from 'nodemailer'
import { bankingAdmin } from '#banking'
import { keepReturn } from '#mail/mail-return'
import { newId } from '#platform/id'
import { sql } from '#platform/sql'
import { asOperator, asOperatorOf } from '#programs/system'
import { IBAN } from '#support/samples/camt-file'
import { type HeaviestFile, heaviestFiles, worstFiles } from '#support/samples/worst-files'
import { freePort } from '#support/servers/ports'
import { requester } from './requests.ts'
import { type Company, makeCompanies, type Service, startService } from './service.ts'
import { printTable, type Verdict } from './statistics.ts'
import { tell, type Workshop } from './workshop.ts'

/** Aim: how long the loop may be held while a file is read and stored, in milliseconds of the processor. */
const AIM_HELD_MS = 20
/** Pause between the other company's reads, in milliseconds. */
const BETWEEN_READS_MS = 2
export const MAIL_DOMAIN = 'faktura.example.com'

export type Place = {
  service: Service
  mailPort: number
  company: Company
  other: Company
  mailbox: string
  invoiceId: string
}
/**
 * How long the loop did not come round at most, in milliseconds: by the clock, in which other programs of the machine
 * have their turn too, and by the processor time of its thread; and the longest tidying of memory, by the clock.
 */
type Held = { late: number; held: number; tidying: number }
type Measured = Held & { file: HeaviestFile; bytes: number; answer: number; ms: number; slowest: number }

export const measureFiles = async (workshop: Workshop): Promise<Verdict[]> => {
  tell('Files: starting the service')
  const mailPort = await freePort()
  const loopPort = await freePort()
  const watch = join(workshop.folder, 'watch-loop.mjs')
  writeFileSync(watch, WATCH)
  const service = await startService(workshop, 'files', {
    MAIL_IN_DOMAIN: MAIL_DOMAIN,
    MAIL_IN_PORT: String(mailPort),
    DOCUMENT_READER: 'none',
    NODE_OPTIONS: `--import ${watch}`,
    BENCH_LOOP_PORT: String(loopPort),
  })
  const [company, other] = await makeCompanies(service, 2, [2026])
  if (!company || !other) throw new Error('No company was made')
  const place = { service, mailPort, company, other, ...(await prepared(service, company)) }
  const lateness = async (): Promise<Held> => (await (await fetch(`http://127.0.0.1:${loopPort}`)).json()) as Held
  const measured: Measured[] = []
  const files: HeaviestFile[] = [...worstFiles, ...heaviestFiles]
  for (const file of files.filter(isSendable)) {
    tell(`Files: ${file.name}`)
    measured.push(await measureFile(place, file, lateness))
  }
  return print(measured)
}

/** Preloaded into the service: how long the loop was held at most since the last call. */
const WATCH = `
import { createServer } from 'node:http'
import { existsSync, readFileSync } from 'node:fs'
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  let tidying = 0
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tidying = Math.max(tidying, duration)
  }).observe({ entryTypes: ['gc'] })
  const ofThread = '/proc/self/task/' + process.pid + '/schedstat'
  const isTold = existsSync(ofThread)
  const spent = () => (isTold ? Number(readFileSync(ofThread, 'utf8').split(' ')[0]) / 1e6 : performance.now())
  let [held, last] = [0, spent()]
  setInterval(() => {
    const now = spent()
    held = Math.max(held, now - last)
    last = now
  }, 1).unref()
  createServer((request, response) => {
    response.end(JSON.stringify({ late: delay.max / 1e6 - 1, held, tidying }))
    delay.reset()
    held = tidying = 0
  }).listen(Number(process.env.BENCH_LOOP_PORT), '127.0.0.1').unref()
}
`

const aLine = {
  description: 'Arbete',
  itemType: 'salesItem',
  productType: 'services',
  unitType: 'hour',
  quantity: 1,
  unitPrice: 100,
  taxRate: 25,
}

/** What some of the files are sent to. */
export const prepared = async (service: Service, company: Company, number = 0) => {
  const call = requester(`${service.origin}${company.path}`, { token: company.token, agent: new Agent() })
  const { id } = await call('POST', '/customers', { name: 'Kunden AB', type: 'company' })
  const { id: invoiceId } = await call('POST', '/invoices', {
    customerRef: { id },
    invoiceDate: '2026-06-10',
    lineItems: [aLine],
  })
  const local = `bolaget-k7m2p9xq4w3${number}`
  await asOperator(service, ({ db, now }) =>
    db.rows(sql`
      insert into mail_in.address (company_id, local_part, made_by_id, made_by_name, made_at)
      values (${company.id}, ${local}, ${newId()}, 'Bench', ${now})`),
  )
  await asOperatorOf(service, company.id, (own) =>
    bankingAdmin.addBankAccount(own, { name: 'Konto', iban: IBAN, account: 1930 }),
  )
  return { mailbox: `${local}@${MAIL_DOMAIN}`, invoiceId: String(invoiceId) }
}

const uploaded = async ({ service, company }: Place, path: string, bytes: Buffer): Promise<number> => {
  const body = new FormData()
  body.append('file', new Blob([Uint8Array.from(bytes)]), 'file')
  const headers = { authorization: `Bearer ${company.token}` }
  const answer = await fetch(`${service.origin}${company.path}${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer.status
}

const said = async ({ service, company }: Place, path: string, body: Buffer): Promise<number> => {
  const headers = { authorization: `Bearer ${company.token}`, 'content-type': 'application/json' }
  const answer = await fetch(`${service.origin}${company.path}${path}`, {
    method: 'POST',
    headers,
    body: Uint8Array.from(body),
  })
  await answer.arrayBuffer()
  return answer.status
}

const mailed = async ({ mailPort: port }: Place, raw: Buffer, from: string, to: string): Promise<number> => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const cause = await transport.sendMail({ envelope: { from, to: [to] }, raw }).then(
    () => null,
    (error: { responseCode?: number }) => error,
  )
  return cause === null ? 250 : (cause.responseCode ?? 0)
}

const reportAddress = async ({ service, company }: Place): Promise<string> => {
  const mailId = newId()
  const returned = { mailId, companyId: company.id, errand: 'invoice', recipient: 'karin@kund.example' }
  await keepReturn(service.database, returned, new Date())
  const { local } = await service.database.one<{ local: string }>(
    sql`select local_part as local from platform.mail_return where mail_id = ${mailId}`,
  )
  return `${local}@${MAIL_DOMAIN}`
}

const send: Partial<Record<HeaviestFile['entrance'], (place: Place, bytes: Buffer) => Promise<number>>> = {
  upload: (place, bytes) => uploaded(place, '/uploads', bytes),
  attachment: (place, bytes) => uploaded(place, `/invoices/${place.invoiceId}/attachments`, bytes),
  'e-invoice': (place, bytes) => uploaded(place, '/supplier-invoices/e-invoices', bytes),
  statement: (place, bytes) => uploaded(place, '/bank-statements', bytes),
  'SIE file': (place, bytes) => uploaded(place, '/sie/import', bytes),
  mail: (place, bytes) => mailed(place, bytes, 'a@b.example', place.mailbox),
  report: async (place, bytes) => mailed(place, bytes, '', await reportAddress(place)),
  body: (place, bytes) => said(place, '/journal-entries', bytes),
  bulk: (place, bytes) => said(place, '/bulk', bytes),
}

/** Whether there is somewhere to send it to here. */
export const isSendable = ({ entrance }: HeaviestFile): boolean => entrance in send

/** Sends a file where it goes; the status of the answer. */
export const answerOf = (place: Place, { entrance }: HeaviestFile, bytes: Buffer): Promise<number> =>
  send[entrance]?.(place, bytes) ?? Promise.resolve(0)

const measureFile = async (place: Place, file: HeaviestFile, lateness: () => Promise<Held>): Promise<Measured> => {
  const bytes = file.make()
  const agent = new Agent({ keepAlive: true })
  const read = requester(`${place.service.origin}${place.other.path}`, { token: place.other.token, agent })
  await read('GET', '/chart-of-accounts/1930')
  await lateness()
  let isDone = false
  const started = performance.now()
  const sending = answerOf(place, file, bytes).finally(() => {
    isDone = true
  })
  let slowest = 0
  while (!isDone) {
    const asked = performance.now()
    await read('GET', '/chart-of-accounts/1930')
    slowest = Math.max(slowest, performance.now() - asked)
    await pause(BETWEEN_READS_MS)
  }
  const answer = await sending
  const ms = performance.now() - started
  agent.destroy()
  return { file, bytes: bytes.length, answer, ms, ...(await lateness()), slowest }
}

const print = (measured: readonly Measured[]): Verdict[] => {
  printTable('The worst files', [
    ['', 'KiB', 'answer', 'ms', 'loop held, CPU ms', 'loop late, ms', 'tidying, ms', 'slowest read, ms'],
    ...measured.map(({ file, bytes, answer, ms, held, late, tidying, slowest }) => [
      file.name,
      (bytes / 1024).toFixed(0),
      String(answer),
      ...[ms, held, late, tidying, slowest].map((figure) => figure.toFixed(0)),
    ]),
  ])
  const long = measured.filter((one) => one.held > AIM_HELD_MS)
  const those = long.map(({ file, held }) => `; ${file.name}: ${held.toFixed(0)} ms`).join('')
  const sentence = `a file that is read and stored holds the event loop for at most ${AIM_HELD_MS} ms of the processor`
  return [{ passed: long.length === 0, sentence: `${sentence}${those}` }]
}
