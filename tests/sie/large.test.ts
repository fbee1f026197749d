// A year of a large company: memory does not grow with the number of vouchers, read or written.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { SieVoucher } from '#server/ledger/sie-format/items'
import { checkSie, readSie } from '#server/ledger/sie-format/reader'
import { writeSie4 } from '#server/ledger/sie-format/writer'

const VOUCHERS = 25_000
/** Less than half of what that many vouchers take when they are kept. */
const MAX_GROWTH_BYTES = 16 * 1024 * 1024
/** After how many vouchers the heap is looked at. */
const LOOK = 5_000

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

const heapBytes = (): number => {
  collect()
  return process.memoryUsage().heapUsed
}

async function* manyVouchers(): AsyncGenerator<SieVoucher> {
  const empty = { objects: [], date: null, quantity: null, sign: '' }
  for (let number = 1; number <= VOUCHERS; number++) {
    const amount = BigInt(number)
    yield {
      series: 'A',
      number: `${number}`,
      date: '2025-06-30',
      text: `Försäljning ${number}`,
      registeredOn: null,
      sign: '',
      rows: [
        { ...empty, account: '1930', amount, text: 'Inbetalning' },
        { ...empty, account: '3001', amount: -amount, text: `Faktura ${number}` },
      ],
    }
  }
}

const total = (BigInt(VOUCHERS) * BigInt(VOUCHERS + 1)) / 2n

/** The file is made as it is read, so that it is nowhere as a whole. */
const source = () =>
  writeSie4({
    program: { name: 'Test', version: '1' },
    generated: '2026-01-01',
    companyName: 'Storbolaget AB',
    years: [{ index: 0, start: '2025-01-01', end: '2025-12-31' }],
    accounts: [
      { number: '1930', name: 'Bank' },
      { number: '3001', name: 'Försäljning' },
    ],
    dimensions: [],
    objects: [],
    balances: [
      { kind: 'closing', yearIndex: 0, account: '1930', amount: total, quantity: null },
      { kind: 'result', yearIndex: 0, account: '3001', amount: -total, quantity: null },
    ],
    vouchers: manyVouchers(),
  })

test('many vouchers are checked and then read in bounded memory', async () => {
  await checkSie(source, { encoding: 'cp437' })
  const before = heapBytes()
  const report = await checkSie(source)
  expect(report.findings).toMatchObject({ errorCount: 0, noteCount: 0, decisionCount: 0 })
  expect(report.summary.counts).toMatchObject({ vouchers: VOUCHERS, rows: 2 * VOUCHERS, numberGaps: 0 })
  let highest = 0
  let seen = 0
  for await (const item of readSie(source, { encoding: report.summary.encoding })) {
    if (item.kind !== 'voucher') continue
    seen += 1
    if (seen % LOOK === 0) highest = Math.max(highest, heapBytes())
  }
  expect(seen).toBe(VOUCHERS)
  expect(highest - before).toBeLessThan(MAX_GROWTH_BYTES)
  expect(heapBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
})

test('a file of faults in every voucher stays bounded too', async () => {
  const faults = async function* () {
    yield Buffer.from('#FLAGGA 0\n#SIETYP 4\n#RAR 0 20250101 20251231\n#UB 0 1930 0\n')
    for (let number = VOUCHERS; number > 0; number--) {
      yield Buffer.from(`#VER A ${number * 2} 20240101 x\n{\n#TRANS 1930 {} 1\n}\nstray\n`)
    }
  }
  const before = heapBytes()
  const { findings, summary } = await checkSie(faults)
  expect(findings.errorCount).toBe(2 * VOUCHERS)
  expect(summary.counts).toMatchObject({ unbalancedVouchers: VOUCHERS, notAscending: VOUCHERS - 1 })
  expect(summary.counts.numberGaps).toBe(VOUCHERS - 1)
  expect(heapBytes() - before).toBeLessThan(MAX_GROWTH_BYTES)
})
