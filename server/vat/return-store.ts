// Stored VAT returns.
import type { Rate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import type { Day } from '#platform/day'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import type { Ore } from '#platform/money'
import { sql } from '#platform/sql'
import { vatRefusals as refusals } from './refusals.ts'
import type { Reported } from './return.rules.ts'

/** A box in öre: as reported, and as booked. */
export type StoredBox = { code: string; reported: Ore; amount: Ore; accounts: readonly number[] }

/** Items in öre, debit positive. */
export type ReturnEntry = { title: string; date: Day; items: readonly { account: number; ore: Ore }[] }

export type ReturnRecord = Reported & {
  /** Null if it was not stored. */
  id: string | null
  /** Kronor for one euro, of books in euro; null of books in kronor. */
  rateOfEuro: Rate | null
  startDate: Day
  endDate: Day
  dueDate: Day | null
  isElsewhere: boolean
  correctsId: string | null
  correctedById: string | null
  /** The boxes with an amount. */
  boxes: readonly StoredBox[]
  entry: ReturnEntry | null
  journalEntryId: string | null
  journalEntryNumber: string | null
  /**
   * The state of the books that the figures are based on: the last registration number, and the ends of the entry
   * chains.
   */
  registration: number
  heads: readonly { chain: string; number: string; link: string }[]
  reportedAt: Date
  reportedBy: string
  /** When it was reported, or corrected by another one. */
  modifiedAt: Date
}

type InText<Of> = { [Key in keyof Of]: Of[Key] extends Ore ? string : Of[Key] }
type ReturnRow = Omit<ReturnRecord, 'boxes' | 'taxes' | 'entry' | 'registration'> & {
  boxes: InText<StoredBox>[]
  taxes: { account: number; ore: string }[]
  entry: (Omit<ReturnEntry, 'items'> & { items: { account: number; ore: string }[] }) | null
  registration: bigint
}

const modifiedAt = sql`coalesce(c.reported_at, r.reported_at)`

const columns = sql`
  r.id, r.start_date as "startDate", r.end_date as "endDate", r.due_date as "dueDate", r.is_elsewhere as "isElsewhere",
  r.corrects_id as "correctsId", c.id as "correctedById", r.boxes, r.taxes, r.payable_ore as payable,
  trim_scale(r.rate_of_euro)::text as "rateOfEuro", r.entry,
  r.journal_entry_id as "journalEntryId", e.journal_entry_number as "journalEntryNumber", r.registration, r.heads,
  r.reported_at as "reportedAt", r.actor_name as "reportedBy", ${modifiedAt} as "modifiedAt"`

const from = sql`
  vat.vat_return r
  left join vat.vat_return c on c.company_id = r.company_id and c.corrects_id = r.id
  left join ledger.journal_entry_view e on e.company_id = r.company_id and e.id = r.journal_entry_id`

const inOre = ({ ore, ...rest }: { account: number; ore: string }) => ({ ...rest, ore: BigInt(ore) })

const recordOf = ({ boxes, taxes, entry, registration, ...row }: ReturnRow): ReturnRecord => ({
  ...row,
  boxes: boxes.map((box) => ({ ...box, reported: BigInt(box.reported), amount: BigInt(box.amount) })),
  taxes: taxes.map(inOre),
  entry: entry && { ...entry, items: entry.items.map(inOre) },
  registration: Number(registration),
})

export const readReturn = async ({ db, companyId }: CompanyCall, id: string): Promise<ReturnRecord> => {
  const row = await db.maybe<ReturnRow>(
    sql`select ${columns} from ${from} where r.company_id = ${companyId} and r.id = ${id}`,
    'vat-return',
  )
  if (!row) throw refusals.returnNotFound({ id })
  return recordOf(row)
}

/** The returns of the company, those of the latest period first. */
export const listReturns = (call: CompanyCall, request: PageRequest): Promise<Page<ReturnRecord>> => {
  const list: List<ReturnRow, ReturnRecord> = {
    name: 'vat-returns',
    columns,
    from,
    where: sql`r.company_id = ${call.companyId}`,
    key: [sql`r.start_date`, sql`r.id`],
    keyOf: ({ startDate, id }) => [startDate, id ?? ''],
    filters: {
      properties: {
        startDate: { type: 'date', column: sql`r.start_date` },
        endDate: { type: 'date', column: sql`r.end_date` },
        reportedDateTime: { type: 'datetime', column: sql`r.reported_at` },
        modifiedDateTime: { type: 'datetime', column: modifiedAt },
      },
    },
    itemOf: recordOf,
  }
  return listPage(call, list, request)
}

/** What a return has the tax authority charge on the tax account, above zero, or pay back; in öre. */
export type DeclaredVat = {
  id: string
  startDate: Day
  endDate: Day
  /** Of a correction, what it changes; null where the figures were reported elsewhere. */
  payable: Ore | null
  isCorrection: boolean
}

/** Maximum number of returns that rows of the tax account are compared with. */
const MAX_DECLARED = 500

/** The returns of periods that end within some days, those of the latest first. */
export const declaredVat = (
  { db, companyId }: CompanyCall,
  { from, to }: { from: Day; to: Day },
): Promise<DeclaredVat[]> =>
  db.rows<DeclaredVat>(
    sql`
    select r.id, r.start_date as "startDate", r.end_date as "endDate", r.corrects_id is not null as "isCorrection",
      case when not r.is_elsewhere then r.payable_ore - coalesce(o.payable_ore, 0) end as payable
    from vat.vat_return r
    left join vat.vat_return o on o.company_id = r.company_id and o.id = r.corrects_id
    where r.company_id = ${companyId} and r.end_date between ${from}::date and ${to}::date
    order by r.end_date desc, r.reported_at desc, r.id limit ${MAX_DECLARED}`,
    'declared-vat',
  )
