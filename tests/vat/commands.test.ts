// The operator's commands for VAT: how often a company reports, and its returns.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

/** A command's exit code, and what it prints: as JSON when it succeeds. */
const run = async (...words: string[]) => {
  const { code, stdout, stderr } = await command(service, [...words, '--json'])
  return [code, code === 0 ? JSON.parse(stdout) : stderr]
}

test('how often VAT is reported is set, and a period that is over is reported', async () => {
  const { id } = await service.newCompany()
  const setting = (to: string) => run('vat-setting', 'set', '--company', id, '--to', to)
  expect(await setting('quarterly')).toEqual([0, { vatSetting: 'quarterly' }])
  expect(await setting('daily')).toEqual([1, expect.stringContaining('--to must be one of yearly, quarterly, monthly')])
  const reported = (start: string, end: string, ...more: string[]) =>
    run('vat-return', 'make', '--company', id, '--start', start, '--end', end, ...more)
  const period = { start: '2026-01-01', end: '2026-02-28' }
  expect(await reported(period.start, period.end)).toEqual([1, expect.stringContaining('2026-01-01 to 2026-03-31')])
  expect(await reported(period.start, period.end, '--elsewhere')).toMatchObject([
    0,
    { ...period, payable: 0, journalEntryNumber: null },
  ])
  expect(await reported('2099-01-01', '2099-03-31')).toEqual([
    1,
    expect.stringContaining('2099-03-31 has not passed yet'),
  ])
  expect(await reported('2026-01-01', '2026-02-30')).toEqual([1, expect.stringContaining('2026-02-30 is not a day')])
  expect(await reported('2026-04-01', '2026-04-30', '--corrects', '1')).toEqual([
    1,
    expect.stringContaining('--corrects: 1 is not an id'),
  ])
})
