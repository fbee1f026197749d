// Grundbok: the production program, in one process, on its embedded database.

import { entryOn } from '#bench/entry'
import { processorTime } from '#bench/processor-time'
import { countEntries, makeCompanies, startService } from '#bench/service'
import type { Workshop } from '#bench/workshop'
import { dayOf } from '#platform/day'
import { clientOf, type Peer, repeated } from './peer.ts'

export const openGrundbok = async (workshop: Workshop): Promise<Peer> => {
  const service = await startService(workshop, 'grundbok')
  const day = dayOf(new Date())
  const [company] = await makeCompanies(service, 1, [Number(day.slice(0, 4))])
  if (!company) throw new Error('No company was made')
  const headers = { authorization: `Bearer ${company.token}`, 'cache-control': 'no-cache' }
  const ask = clientOf(workshop, `${service.origin}${company.path}`, headers)
  const body = entryOn(day)
  return {
    name: 'Grundbok',
    post: (clients, seconds) => repeated(() => ask('POST', '/journal-entries', body), clients, seconds),
    latest: () => ask('GET', '/journal-entries?pageSize=25'),
    balance: () => ask('GET', '/reports/trial-balance'),
    count: () => countEntries(service),
    used() {
      const { service: own, database } = processorTime(service.pid, service.postmaster) ?? {}
      return (own ?? Number.NaN) + (database ?? Number.NaN)
    },
  }
}
