// What a newcomer does on the first day: start, try the line that was printed, book and reverse an entry, bring the
// books of an old year along from another program, take them out again, lock, verify, stop, and start again.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { dayOf } from '#platform/day'
import type { SieSummary, SieVoucherItem } from '#server/ledger/sie-format/items'
import { checkSie } from '#server/ledger/sie-format/reader'
import { SIE_SAMPLES } from '#support/needs'
import { admin, newDataDir, paste, startMain } from '#support/programs'
import { yearFile } from '#support/samples/voucher-file'
import { requestsWith } from '#support/service'

/** A real year that another program wrote; where it is missing we make one. */
const REAL_FILE = join(SIE_SAMPLES, '44_sie4.se')
const VOUCHERS = 286

const today = dayOf(new Date())
const rent = {
  title: 'Lokalhyra',
  date: today,
  items: [
    { account: 5010, debit: 8000 },
    { account: 2641, debit: 2000 },
    { account: 1930, credit: 10_000 },
  ],
}

test('the first day', async () => {
  const dataDir = newDataDir()
  const service = await startMain({ env: { DATA_DIR: dataDir } })
  expect(JSON.parse(await paste(service.curl))).toMatchObject({ id: service.companyId })
  const api = requestsWith(`${service.base}/companies/${service.companyId}`, service.token)

  const booked = await api.post('/journal-entries', rent)
  expect(booked.body).toMatchObject({ journalEntryNumber: 'V1', title: 'Lokalhyra' })
  const reversal = await api.post(`/journal-entries/${booked.body.id}/reverse`)
  expect(reversal.body).toMatchObject({ journalEntryNumber: 'V2', reversingJournalEntryId: booked.body.id })
  const { body: listed } = await api.get('/journal-entries')
  expect(listed).toMatchObject({ totalItems: 2, items: [{ id: reversal.body.id }, { id: booked.body.id }] })
  expect(listed.items[1].reversedByJournalEntryId).toBe(reversal.body.id)
  expect(await balanceOf(api, 1930)).toBe(0)

  const file = existsSync(REAL_FILE) ? readFileSync(REAL_FILE) : yearFile(VOUCHERS)
  const original = await read(file)
  const imported = await api.upload('/sie/import?force=true', '44_sie4.se', file)
  expect(imported.body).toMatchObject({ alreadyImported: false, made: { journalEntries: VOUCHERS } })
  expect(imported.body.differences).toEqual({ closing: [], result: [] })
  expect((await api.get('/journal-entries')).body.totalItems).toBe(2 + VOUCHERS)
  for (const [account, closing] of [...closingOf(original.summary)].slice(0, 20)) {
    expect([account, await balanceOf(api, Number(account))]).toEqual([account, Number(closing) / 100])
  }

  const { body: years } = await api.get('/fiscal-years')
  const old = years.items.at(-1)
  expect([old.startDate, old.endDate]).toEqual(['2010-01-01', '2010-12-31'])
  const download = await api.get(`/sie/${old.id}/download`)
  const exported = await read(Buffer.from(download.text, 'latin1'))
  expect(exported.vouchers).toEqual(original.vouchers)
  expect(closingOf(exported.summary)).toEqual(closingOf(original.summary))
  expect(resultOf(exported.summary)).toEqual(resultOf(original.summary))

  const again = await api.upload('/sie/import?force=true', 'the same.se', file)
  expect(again.body).toMatchObject({ alreadyImported: true, made: { journalEntries: 0 } })
  expect((await api.get('/journal-entries')).body.totalItems).toBe(2 + VOUCHERS)

  expect(await admin(dataDir, ['lock-date', 'set', '--date', today])).toMatchObject({ code: 0 })
  expect(await api.post('/journal-entries', rent)).toMatchObject({
    status: 400,
    body: { code: 'validation-error', errors: [{ field: '#/date' }] },
  })
  const reported = ['vat-return', 'make', '--start', '2010-01-01', '--end', '2010-12-31', '--elsewhere', '--dry-run']
  expect(await admin(dataDir, reported)).toMatchObject({ code: 0 })
  const sound = { companies: 1, entries: 2 + VOUCHERS, faults: [] }
  expect(JSON.parse((await admin(dataDir, ['verify', '--json'])).stdout)).toMatchObject(sound)
  expect(await service.stop()).toMatchObject({ code: 0, stderr: '' })

  const next = await startMain({ env: { DATA_DIR: dataDir } })
  expect(next.said()).not.toContain(service.token)
  const later = requestsWith(`${next.base}/companies/${service.companyId}`, service.token)
  expect((await later.get(`/journal-entries/${booked.body.id}`)).body).toEqual(listed.items[1])
  expect((await later.get(`/sie/${old.id}/download`)).text).toBe(download.text)
  expect(await next.stop()).toMatchObject({ code: 0 })
  expect(JSON.parse((await admin(dataDir, ['verify', '--json'])).stdout)).toMatchObject(sound)
})

type Api = ReturnType<typeof requestsWith>

const balanceOf = async (api: Api, account: number): Promise<number> =>
  (await api.get(`/chart-of-accounts/${account}`)).body.accountBalance

/** What a file holds; vouchers by series and number, with what the books keep of them. */
const read = async (bytes: Buffer) => {
  const vouchers: SieVoucherItem[] = []
  const { summary, findings } = await checkSie(
    async function* () {
      yield bytes
    },
    {},
    (item) => {
      if (item.kind === 'voucher') vouchers.push(item)
    },
  )
  expect(findings.errors).toEqual([])
  const kept = vouchers.map(({ series, number, date, text, rows }) => ({
    voucher: `${series} ${number} ${date} ${text}`,
    rows: rows.map(({ account, amount, objects, text: remark }) => ({ account, amount, objects, remark })),
  }))
  return { summary, vouchers: kept.sort((a, b) => (a.voucher < b.voucher ? -1 : 1)) }
}

/** Balances that are not zero: a file may leave the others out. */
const nonZero = (amounts: ReadonlyMap<string, bigint> = new Map()) =>
  new Map([...amounts].filter(([, amount]) => amount !== 0n).sort())

const closingOf = ({ balances }: SieSummary) => nonZero(balances.get(0)?.closing)

const resultOf = ({ balances }: SieSummary) => nonZero(balances.get(0)?.result)
