// Rates that are fetched: of Riksbanken, of the ECB where it does not answer, and never in place of what is entered.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { fetchRates } from '#programs/rate-fetching'
import { ratesFromEcb } from '#rules/ledger/rates/fetched-rates'
import { callingAs } from '#support/calling'
import { ok } from '#support/entries'
import { every } from '#support/every'
import { type Service, startService } from '#support/service'

const ecbFile = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
<Cube><Cube time='2026-06-09'><Cube currency='USD' rate='1.1000'/><Cube currency='JPY' rate='170.00'/>
<Cube currency='SEK' rate='11.0000'/><Cube currency='NOK' rate='11.5500'/></Cube></Cube></gesmes:Envelope>`

const files: [what: string, xml: string, rates: string[]][] = [
  ['a day', ecbFile, ['USD 10', 'JPY 0.06470588', 'NOK 0.95238095', 'EUR 11']],
  ['no krona', ecbFile.replace("'SEK'", "'SEX'"), []],
  ['no day', ecbFile.replace('2026-06-09', '2026-02-30'), []],
  ['a rate of zero', ecbFile.replace("rate='11.0000'", "rate='0'"), []],
  ['another document', '<html><body>Maintenance</body></html>', []],
  ['nothing', '', []],
]
test('the file of the ECB says what a unit costs in kronor, or nothing', () =>
  every(
    files,
    ([what]) => what,
    ([, xml, rates]) => {
      expect(ratesFromEcb(xml).map(({ currency, rate }) => `${currency} ${rate}`)).toEqual(rates)
    },
  ))

let service: Service
let banks: Server
/** What each address answers; anything else is answered with 503. */
let answers: Record<string, unknown> = {}
beforeAll(async () => {
  service = await startService({ alone: true })
  banks = createServer(({ url = '' }, response) => {
    const answer = answers[url.split('/').at(-1) ?? '']
    response.statusCode = answer === undefined ? 503 : 200
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer ?? {}))
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => banks.once('listening', resolve))
})
afterAll(async () => {
  banks.close()
  await service.close()
})
beforeEach(async () => {
  await service.database.rows(sql`delete from ledger.currency_rate`)
  await service.database.rows(sql`delete from reminders.reference_rate where from_date >= '2026-01-01'`)
})

const seen = (value: number, date = '2026-06-10') => ({ date, value })
const riksbank = {
  SEKEURPMI: seen(11.1225),
  SEKUSDPMI: seen(10.2),
  SEKGBPPMI: seen(13.05),
  SEKCHFPMI: seen(11.9),
  SECBREFEFF: seen(2),
}
const fetched = () => {
  const { port } = banks.address() as AddressInfo
  const at = `http://127.0.0.1:${port}`
  const work = { database: service.database, standing: service.standing, signal: new AbortController().signal }
  return fetchRates(work, { riksbank: `${at}/swea`, ecb: `${at}/ecb.xml` })
}
const rates = async (): Promise<string[]> => {
  const rows = await service.database.rows<{ text: string }>(sql`
    select concat_ws(' ', currency, date, trim_scale(rate), source) as text from ledger.currency_rate
    order by currency, date`)
  return rows.map(({ text }) => text)
}
const reference = async (): Promise<object[]> =>
  service.database.rows(sql`
    select from_date::text as day, hundredths from reminders.reference_rate
    where from_date >= '2026-01-01' order by from_date`)

test('both answer: rates of one unit are those of Riksbanken, and the others those of the ECB', async () => {
  answers = { ...riksbank, 'ecb.xml': ecbFile }
  await fetched()
  const first = await rates()
  expect(first).toEqual([
    'CHF 2026-06-10 11.9 Riksbanken, SWEA',
    'EUR 2026-06-10 11.1225 Riksbanken, SWEA',
    'GBP 2026-06-10 13.05 Riksbanken, SWEA',
    'JPY 2026-06-09 0.06470588 ECB, eurofxref',
    'NOK 2026-06-09 0.95238095 ECB, eurofxref',
    'USD 2026-06-10 10.2 Riksbanken, SWEA',
  ])
  expect(await reference()).toEqual([{ day: '2026-01-01', hundredths: 200 }])
  // Once more changes nothing, and what an operator has entered stays.
  await service.database.rows(sql`update ledger.currency_rate set rate = 12 where currency = 'EUR'`)
  await service.database.rows(sql`update reminders.reference_rate set hundredths = 250 where from_date = '2026-01-01'`)
  await fetched()
  expect(await rates()).toEqual(first.map((row) => row.replace('11.1225', '12')))
  expect(await reference()).toEqual([{ day: '2026-01-01', hundredths: 250 }])
  // An invoice in euro has a rate to take.
  const ask = await callingAs(service, await service.newCompany(), 'owner')
  const { items } = ok(await ask('GET', `/currency-rates?query=${encodeURIComponent('currency==EUR')}`))
  expect(items).toMatchObject([{ currency: 'EUR', date: '2026-06-10', rate: 12 }])
})

test('the ECB stands in, and the job tries again for what is missing', async () => {
  answers = { 'ecb.xml': ecbFile }
  await expect(fetched()).rejects.toThrow(/Riksbanken: .*503.*reference rate: .*503/)
  expect(await rates()).toHaveLength(4)
  expect(await reference()).toEqual([])
  answers = riksbank
  await fetched()
  expect(await reference()).toEqual([{ day: '2026-01-01', hundredths: 200 }])
})

const wrong: [what: string, answers: Record<string, unknown>, says: RegExp][] = [
  ['no source', {}, /Riksbanken: .*503.*ECB: .*503/],
  ['another shape', { ...riksbank, SECBREFEFF: [] }, /the answer has no rate/],
  ['a rate that is none', { ...riksbank, SECBREFEFF: seen(2.3) }, /2\.3 is no multiple/],
  ['no JSON', { ...riksbank, SECBREFEFF: '<html>' }, /JSON/],
  [
    'a currency of nothing',
    { ...riksbank, SEKEURPMI: seen(0), SECBREFEFF: [], 'ecb.xml': 'x' },
    /no rate.*ECB: the answer has no rates/,
  ],
  ['a large answer', { SECBREFEFF: 'x'.repeat(600_000) }, /more than 500000/],
]
test.each(wrong)('%s: nothing is entered of it', async (_, given, says) => {
  answers = given
  await expect(fetched()).rejects.toThrow(says)
  expect(await reference()).toEqual([])
})
