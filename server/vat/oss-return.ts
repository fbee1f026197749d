// OSS returns: the sales of a quarter under the union scheme in euro, with what has changed in earlier quarters since
// their returns. A return stays as it was made.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { findCompany } from '#identity'
import { bookOf, listRatePage, lockBooks, requireKronor } from '#ledger'
import { type CompanyCall, warn } from '#platform/call'
import { addDays, type Day, dayOf } from '#platform/day'
import { microFromNumber, textFromMicro } from '#platform/decimal'
import { recordEvent } from '#platform/event'
import { newId } from '#platform/id'
import { type List, listPage, type Page, type PageRequest } from '#platform/list'
import { type Ore, rounded, size, textFromOre } from '#platform/money'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { unionSales } from '#sales'
import {
  hasDocumentsOfUnion,
  ossAccountsOf,
  ossSalesEntered,
  ossSalesOfDocuments,
  ossTaxEntered,
} from './oss-accounts.ts'
import { ossFile } from './oss-file.rules.ts'
import { ossFaults as faults, ossRefusals as refusals, ossWarnings as warnings } from './oss-refusals.ts'
import {
  correctionsOf,
  daysOfQuarter,
  isBefore,
  linesOf,
  type OssCorrection,
  type OssLine,
  type OssReported,
  type OssSale,
  ossDueDay,
  payableOf,
  type Quarter,
} from './oss-return.rules.ts'

export type OssReturn = OssReported & {
  id: string
  payable: bigint
  registration: number
  madeAt: Date
  madeBy: string
}

type AskedOss = Quarter & { currencyRate?: number | undefined }

/** Makes the return of a quarter that is over. It books nothing: the tax stands on its account until it is paid. */
export const makeOssReturn = async (call: CompanyCall, asked: AskedOss): Promise<OssReturn> => {
  const quarter = { year: asked.year, quarter: asked.quarter }
  const days = daysOfQuarter(quarter)
  const today = dayOf(call.now)
  if (days.end >= today) throw refusals.notOver({ end: days.end })
  // One return is made at a time, on books that stand still.
  await lockBooks(call)
  const made = await allReturns(call)
  const same = made.find((one) => one.year === quarter.year && one.quarter === quarter.quarter)
  if (same) throw refusals.reportedAlready({ id: same.id })
  if (made.some((one) => isBefore(quarter, one))) throw refusals.laterReported()
  if (made.length === 0 && !(await usesScheme(call))) throw refusals.noAccounts()
  await requireKronor(call, refusals.inKronor)
  const rate = await euroRateOf(call, days.end, asked.currencyRate)
  const [first = quarter] = [...made].sort((one, other) => (isBefore(one, other) ? -1 : 1))
  const since = { start: daysOfQuarter(first).start, end: days.end }
  const entered = await ossSalesEntered(call, since)
  const sales = [...entered, ...(await ossSalesOfDocuments(call, since))]
  const lines = linesOf(sales, quarter, rate)
  const wrong = lines.find(({ base }) => base < 0n)
  if (wrong) throw refusals.negative({ country: wrong.country, rate: String(wrong.rateHundredths / 100) })
  const corrections = correctionsOf(sales, made, today)
  await warnOfTax(call, entered, { quarter, ...days })
  const done: OssReturn = {
    ...quarter,
    id: newId(),
    dueDate: ossDueDay(quarter),
    rate,
    lines,
    corrections,
    payable: payableOf(lines, corrections),
    registration: await registrationOf(call),
    madeAt: call.now,
    madeBy: call.actor.name,
  }
  await store(call, done)
  return done
}

const usesScheme = async (call: CompanyCall): Promise<boolean> =>
  (await ossAccountsOf(call)).length > 0 || (await hasDocumentsOfUnion(call))

/** Days after the end of a quarter among which the first euro rate is taken (article 369h). */
const MOST_DAYS_LATER = 7

/**
 * The euro rate of a quarter, SEK for one euro as decimal text: as given, or that of its last day, or of the next day
 * with a rate.
 */
const euroRateOf = async (call: CompanyCall, end: Day, given: number | undefined): Promise<string> => {
  if (given !== undefined) {
    const micro = microFromNumber(given)
    if (micro === null || micro <= 0n) refuseIfAny([faults.currencyRate('#/currencyRate')])
    return textFromMicro(micro ?? 0n)
  }
  const query = `currency==EUR&&date>=${end}&&date<=${addDays(end, MOST_DAYS_LATER)}`
  const { items } = await listRatePage(call, { query, pageSize: MOST_DAYS_LATER + 1 })
  const rate = items.at(-1)?.rate
  if (rate === undefined) refuseIfAny([faults.rateMissing('#/currencyRate', { end })])
  return rate ?? ''
}

/**
 * Warns if the tax on the sales that were entered is not what is entered on the account of the scheme, by a krona or
 * more. Documents book the tax that they charge.
 */
const warnOfTax = async (
  call: CompanyCall,
  sales: readonly OssSale[],
  { quarter, start, end }: { quarter: Quarter; start: Day; end: Day },
): Promise<void> => {
  const own = sales.filter((sale) => sale.year === quarter.year && sale.quarter === quarter.quarter)
  const tax = own.reduce<Ore>((sum, sale) => sum + rounded(sale.ore * BigInt(sale.rateHundredths), 10_000n), 0n)
  const { unionVat } = (await bookOf(call)).roles
  const booked = await ossTaxEntered(call, { start, end }, unionVat)
  if (size(tax - booked) < KRONA) return
  const said = { tax: textFromOre(tax), booked: textFromOre(booked), account: unionVat }
  warn(call, warnings.taxDiffers(said))
}

const KRONA: Ore = 100n

const registrationOf = async ({ db, companyId }: CompanyCall): Promise<number> => {
  const { registration } = await db.one<{ registration: bigint }>(sql`
    select coalesce(max(registration), 0)::bigint as registration from ledger.journal_entry_view
    where company_id = ${companyId}`)
  return Number(registration)
}

const store = async (call: CompanyCall, made: OssReturn): Promise<void> => {
  const inText = (value: unknown) => JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one))
  await call.db.rows(sql`
    insert into vat.oss_return (company_id, id, year, quarter, due_date, currency_rate, lines, corrections,
      payable_cents, registration, made_at, actor_kind, actor_id, actor_name)
    values (${call.companyId}, ${made.id}, ${made.year}, ${made.quarter}, ${made.dueDate}, ${made.rate},
      ${inText(made.lines)}::jsonb, ${inText(made.corrections)}::jsonb, ${made.payable}, ${made.registration},
      ${call.now}, ${call.actor.kind}, ${call.actor.id}, ${call.actor.name})`)
  const { year, quarter } = made
  recordEvent(call, 'oss-return.made', { id: made.id }, { year, quarter })
}

type Row = Omit<OssReturn, 'lines' | 'corrections' | 'registration'> & {
  lines: (Omit<OssLine, 'base' | 'tax'> & { base: string; tax: string })[]
  corrections: (Omit<OssCorrection, 'tax'> & { tax: string })[]
  registration: bigint
}

const columns = sql`
  r.id, r.year, r.quarter, r.due_date as "dueDate", trim_scale(r.currency_rate)::text as rate, r.lines, r.corrections,
  r.payable_cents as payable, r.registration, r.made_at as "madeAt", r.actor_name as "madeBy"`

const recordOf = ({ lines, corrections, registration, ...row }: Row): OssReturn => ({
  ...row,
  lines: lines.map((line) => ({ ...line, base: BigInt(line.base), tax: BigInt(line.tax) })),
  corrections: corrections.map((one) => ({ ...one, tax: BigInt(one.tax) })),
  registration: Number(registration),
})

/** As many quarters as there can be. */
const MOST_RETURNS = 1000

const allReturns = async ({ db, companyId }: CompanyCall): Promise<OssReturn[]> => {
  const rows = await db.rows<Row>(sql`
    select ${columns} from vat.oss_return r where r.company_id = ${companyId}
    order by r.year desc, r.quarter desc limit ${MOST_RETURNS}`)
  return rows.map(recordOf)
}

export const readOssReturn = async ({ db, companyId }: CompanyCall, id: string): Promise<OssReturn> => {
  const row = await db.maybe<Row>(
    sql`select ${columns} from vat.oss_return r where r.company_id = ${companyId} and r.id = ${id}`,
    'oss-return',
  )
  if (!row) throw refusals.notFound({ id })
  return recordOf(row)
}

/** The returns of the company, those of the latest quarter first. */
export const listOssReturns = (call: CompanyCall, request: PageRequest): Promise<Page<OssReturn>> => {
  const list: List<Row, OssReturn> = {
    name: 'oss-returns',
    columns,
    from: sql`vat.oss_return r`,
    where: sql`r.company_id = ${call.companyId}`,
    key: [sql`r.year`, sql`r.quarter`, sql`r.id`],
    keyOf: ({ year, quarter, id }) => [String(year), String(quarter), id],
    filters: {
      properties: {
        year: { type: 'integer', column: sql`r.year` },
        quarter: { type: 'integer', column: sql`r.quarter` },
        dueDate: { type: 'date', column: sql`r.due_date` },
        modifiedDateTime: { type: 'datetime', column: sql`r.made_at` },
      },
    },
    itemOf: recordOf,
  }
  return listPage(call, list, request)
}

/** The file of a return for the e-service. */
export const writeOssFile = async (call: CompanyCall, id: string): Promise<FileAnswer> => {
  const { year, quarter, lines, corrections } = await readOssReturn(call, id)
  const { organizationNumber } = await findCompany(call.db, call.companyId)
  const vatNumber = `SE${organizationNumber.replace(/\D/g, '').slice(-10)}${FIRST_REGISTRATION}`
  const bytes = Buffer.from(ossFile({ vatNumber, year, quarter, lines, corrections }), 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: `oss-${year}-Q${quarter}.txt`, size: bytes.length, contentType: 'text/plain' }
}

/** The suffix of the first registration of a company in its VAT number. */
const FIRST_REGISTRATION = '01'

/** The first quarter without a return, over or not, of a company that uses the scheme; null where none does. */
export const ossQuarterLeft = async (call: CompanyCall): Promise<{ from: Day; to: Day; dueDate: Day } | null> => {
  const { db, companyId, now } = call
  const today = dayOf(now)
  const found = await db.maybe<{ from: Day; to: Day; year: number; quarter: number }>(
    sql`
    select q.day::date as "from", (q.day + interval '3 months' - interval '1 day')::date as "to",
      extract(year from q.day)::integer as year, extract(quarter from q.day)::integer as quarter
    from (
      select least(
        greatest(
          (select date_trunc('quarter', min(a.from_date)) from vat.oss_account a where a.company_id = ${companyId}),
          (select date_trunc('quarter', min(e.date)) from ledger.journal_entry_view e where e.company_id = ${companyId}
            and exists (select from vat.oss_account a where a.company_id = ${companyId}))
        ),
        (select date_trunc('quarter', min(s.day)) from (${unionSales(companyId)}) s)
      ) as since
    ) f
    cross join lateral generate_series(f.since, date_trunc('quarter', ${today}::date), interval '3 months') q (day)
    where f.since is not null and not exists (
        select from vat.oss_return r where r.company_id = ${companyId}
          and (r.year, r.quarter) >= (extract(year from q.day)::integer, extract(quarter from q.day)::integer))
    order by q.day limit 1`,
    'oss-quarter-left',
  )
  return found && { from: found.from, to: found.to, dueDate: ossDueDay(found) }
}
