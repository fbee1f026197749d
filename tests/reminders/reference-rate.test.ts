// The reference rate on the operator's command line.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService({ alone: true })
})
afterAll(() => service.close())

const run = (...words: string[]) => command(service, ['reference-rate', ...words])

test('the operator enters a half-year and corrects it, and nothing that is no rate of one', async () => {
  const first = await run('set', '--from', '2027-01', '--percent', '1,5')
  expect([first.stderr, first.stdout]).toEqual(['', '2027-01-01  1.50\n'])
  const second = await run('set', '--from', '2027-01', '--percent=-0.5')
  expect([second.stderr, second.stdout]).toEqual(['', '2027-01-01  -0.50, was 1.50\n'])
  const days = ['2027-01 -0.50', '2026-07 2.00', '2026-01 2.00', '2025-07 2.00', '2025-01 3.00', '2024-07 4.00']
  const lines = days.map((day) => day.replace(' ', '-01  '))
  expect((await run('list')).stdout.split('\n').slice(0, lines.length)).toEqual(lines)
  expect((await run('set', '--from', '2027-02', '--percent', '1')).stderr).toContain('January or July')
  for (const percent of ['two', '1.75'])
    expect((await run('set', '--from', '2027-01', '--percent', percent)).stderr).toContain('must be a multiple of 0.5')
})
