// What a request is told whose day has no day after it. Rules keep their days inside of the calendar, so that no one
// gets to hear it: what is thrown where one does not is refused here by itself.
import { refusalFor } from '#http'
import { BeyondCalendar, dayFrom } from '#platform/day'
import type { Provocation } from '#tests/surface/provocations'

const farDay: Provocation = async () => {
  const given = { query: { on: '2026-01-01' }, body: { period: { from: '2199-12-31' } } }
  const asked = { method: 'POST', taken: { limit: 1, type: 'application/json' }, given }
  const { kind, message, errors } = refusalFor(new BeyondCalendar(dayFrom('2199-12-31')), asked)
  return { code: kind.code, message, errors }
}

export const ofDays: Record<string, Provocation> = { farDays: farDay }
export const ofDayFaults: Record<string, Provocation> = { farDay }
