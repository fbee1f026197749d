// The reference rate on the operator's command line.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { command } from '#support/commands'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const run = (...words: string[]) => command(service, ['reference-rate', ...words])

test('the operator enters a half-year and corrects it, and nothing that is no rate of one', async () => {
  const first = await run('set', '--from', '2027-01', '--percent', '1,75')
  expect([first.stderr, first.stdout]).toEqual(['', '2027-01-01  1.75\n'])
  const second = await run('set', '--from', '2027-01', '--percent=-0.5')
  expect([second.stderr, second.stdout]).toEqual(['', '2027-01-01  -0.50, was 1.75\n'])
  expect((await run('list')).stdout).toMatch(/^2027-01-01 {2}-0\.50\n2024-07-01 {2}4\.00\n2024-01-01 {2}4\.00/)
  expect((await run('set', '--from', '2027-02', '--percent', '1')).stderr).toContain('January or July')
  expect((await run('set', '--from', '2027-01', '--percent', 'two')).stderr).toContain('must be a percentage')
})
