// The findings of a closing check, as a list.
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import type { RemainingWorkKind } from '#todo/remaining-work'
import { listedChecks } from './checks.rules.ts'
import { remainingWorkOfKind } from './facts.ts'
import { yearEndRefusals as refusals } from './refusals.ts'
import { yearContextOf } from './year-context.ts'

/** A finding: its path, and its amount in öre of SEK. */
export type RemainingWorkItem = {
  kind: RemainingWorkKind
  id: string
  path: string
  name: string
  number: string | null
  date: Day
  ore: Ore | null
  /** Who is asked for what is missing; null where that is not known. */
  asked: string | null
}

/** A page of a check's findings, latest day first; refused if the check has no list. */
export const listRemainingWork = async (
  call: CompanyCall,
  { id, check }: { id: string; check: string },
  request: PageRequest,
): Promise<Page<RemainingWorkItem>> => {
  const { year } = await yearContextOf(call, id)
  const kind = listedChecks.get(check)
  if (!kind) throw refusals.noSuchCheck({ check, known: [...listedChecks.keys()].join(', ') })
  const base = `/companies/${call.companyId}`
  const list: List<RemainingWorkItem, RemainingWorkItem> = {
    name: `closing ${id} ${check}`,
    columns: sql`l.kind, l.id, ${base} || l.at as path, l.name, l.number, l.date, l.ore, l.asked`,
    from: sql`(${remainingWorkOfKind(call, year, kind)}) l`,
    where: sql`true`,
    key: [sql`l.date`, sql`l.id`],
    keyOf: (row) => [row.date, row.id],
    filters: {
      properties: {
        date: { type: 'date', column: sql`l.date` },
        name: { type: 'string', column: sql`l.name` },
        number: { type: 'string', column: sql`l.number` },
        amount: { type: 'amount', column: sql`l.ore` },
      },
    },
    itemOf: ({ kind: is, id: of, path, name, number, date, ore, asked }) => ({
      kind: is,
      id: of,
      path,
      name,
      number,
      date,
      ore,
      asked,
    }),
  }
  return listPage(call, list, request)
}
