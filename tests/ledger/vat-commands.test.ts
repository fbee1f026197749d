// The operator's commands for VAT: how often a company reports, and that a period was reported.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#platform/sql'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** A command's exit code, and what it prints: as JSON when it succeeds. */
const run = async (...words: string[]) => {
  const { code, stdout, stderr } = await command(service, [...words, '--json'])
  return [code, code === 0 ? JSON.parse(stdout) : stderr]
}

test('how often VAT is reported is set, and a period that is over is noted as reported', async () => {
  const { id } = await service.newCompany()
  const setting = (to: string) => run('vat-setting', 'set', '--company', id, '--to', to)
  expect(await setting('quarterly')).toEqual([0, { vatSetting: 'quarterly' }])
  expect(await setting('daily')).toEqual([1, expect.stringContaining('--to must be one of yearly, quarterly, monthly')])
  const reported = (start: string, end: string) =>
    run('vat-period', 'reported', '--company', id, '--start', start, '--end', end)
  const period = { start: '2026-01-01', end: '2026-03-31' }
  expect(await reported(period.start, period.end)).toEqual([0, { ...period, unrecorded: [] }])
  expect(await reported('2099-01-01', '2099-03-31')).toEqual([
    1,
    expect.stringContaining('2099-03-31 has not passed yet'),
  ])
  expect(await reported('2026-01-01', '2026-02-30')).toEqual([1, expect.stringContaining('2026-02-30 is not a day')])
  const kept = await service.database.rows(sql`
    select start_date::text as start, end_date::text as end from ledger.vat_report where company_id = ${id}`)
  expect(kept).toEqual([period])
})
