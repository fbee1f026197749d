// The EU sales list of a period, and its file.
import { writeFile } from 'node:fs/promises'
import type { FileAnswer } from '#http'
import { companyInformation } from '#identity'
import { bookOf, type Rate } from '#ledger'
import type { CompanyCall } from '#platform/call'
import { dayOf } from '#platform/day'
import { refuseIfAny } from '#platform/refusal'
import { sql } from '#platform/sql'
import { type AskedPeriod, readColumns } from '#reports/asked.rules'
import { figuresOf, type Known, knownAt } from '#reports/figures'
import type { Period } from '#reports/period.rules'
import { reportFaults as faults, reportRefusals } from '#reports/refusals'
import { shiftingEntries } from '#reports/shift'
import { bookedSales } from '#sales'
import {
  type EuColumn,
  type EuRow,
  euBoxes,
  euSalesFile,
  layOutEuSales,
  periodCode,
  phoneForFile,
  type Sold,
} from './eu-sales.rules.ts'
import { requireRateOfEuro } from './rate-of-euro.ts'
import { vatFiguresIn } from './vat-report.rules.ts'

type AskedEuSales = Pick<AskedPeriod, 'from' | 'to' | 'fiscalYearId'> & { knownAt?: string | undefined }

type EuSales = {
  period: Period
  registration: number
  rows: readonly EuRow[]
  /** Of books in euro: kronor for one euro. */
  rate: Rate | null
  /** The accounts with bookings, for each column. */
  accounts: Readonly<Record<EuColumn, readonly number[]>>
}

export const euSales = async (call: CompanyCall, { knownAt: moment, ...asked }: AskedEuSales): Promise<EuSales> => {
  const { years } = await bookOf(call, true)
  const { columns, errors } = readColumns(asked, { years, today: dayOf(call.now) })
  refuseIfAny(errors)
  const [period] = columns ?? []
  if (!period) throw reportRefusals.noFiscalYear()
  const known = await knownAt(call, moment)
  const figures = await figuresOf(call, { years, periods: [period], known, forVat: true })
  const boxes = new Map(vatFiguresIn(figures, [period])[0]?.boxes.map(({ code, amount }) => [code, amount]))
  const amounts = {
    goods: boxes.get(euBoxes.goods) ?? 0n,
    triangular: boxes.get(euBoxes.triangular) ?? 0n,
    services: boxes.get(euBoxes.services) ?? 0n,
  }
  const accountsOf = (column: EuColumn) =>
    figures.accounts
      .filter(({ vatCode }) => vatCode === euBoxes[column])
      .filter((account) => {
        const { debit, credit } = figures.moved(account, period)
        return debit !== 0n || credit !== 0n
      })
      .map(({ number }) => number)
  const accounts = {
    goods: accountsOf('goods'),
    triangular: accountsOf('triangular'),
    services: accountsOf('services'),
  }
  // Without bookings on these accounts, no entries are read.
  const isAny = Object.values(accounts).some((numbers) => numbers.length > 0)
  const sold = isAny ? await soldIn(call, period, known) : []
  const rate = await requireRateOfEuro(call, period)
  return { period, registration: known.registration, rows: layOutEuSales(sold, amounts, rate), accounts, rate }
}

const soldIn = ({ db, companyId }: CompanyCall, { from, to }: Period, known: Known): Promise<Sold[]> =>
  db.rows<Sold>(
    sql`
    with sold as (
      select e.id, c.code, sum(i.credit - i.debit)::bigint as ore
      from ledger.journal_entry_view e
      cross join lateral (
        select i.account, i.debit, i.credit, i.vat_code from ledger.journal_entry_item_view i
        where i.company_id = ${companyId} and i.journal_entry_id = e.id offset 0
      ) i
      join ledger.account_view a on a.company_id = ${companyId} and a.number = i.account
      cross join lateral (select coalesce(i.vat_code, a.vat_code) as code) c
      where e.company_id = ${companyId} and e.date between ${from} and ${to}
        and e.registration <= ${known.registration} and c.code = any(${Object.values(euBoxes)}::text[])
      group by e.id, c.code
    ), shift as materialized (${shiftingEntries(companyId)})
    select v.vat_number as "vatNumber", max(v.customer_name) as name, v.journal_entry_id is not null as "isKnown",
      s.code, sum(s.ore)::bigint as ore
    from sold s
    left join (${bookedSales(companyId)}) v on v.journal_entry_id = s.id
    where not exists (select from shift x where x.id = s.id)
    group by v.vat_number, case when v.vat_number is null then v.customer_id end, v.journal_entry_id is not null,
      s.code`,
    'eu-sales',
  )

type AskedFile = AskedEuSales & { contactName: string; contactPhone?: string; contactEmail?: string }

/** The list of one month or quarter in the format of the tax authority's e-service. */
export const writeEuSalesFile = async (
  call: CompanyCall,
  { contactName, contactPhone, contactEmail, ...asked }: AskedFile,
): Promise<FileAnswer> => {
  const { period, rows } = await euSales(call, asked)
  const code = periodCode(period)
  if (code === null) refuseIfAny([faults.monthOrQuarter('to')])
  const company = await companyInformation(call)
  const phone = phoneForFile(contactPhone ?? company.phone)
  if (!phone) refuseIfAny([faults.phoneMissing('contactPhone')])
  const { own } = await call.db.one<{ own: string | null }>(sql`
    select max(vat_number) as own from sales.settings_view where company_id = ${call.companyId}`)
  const vatNumber = own ?? `SE${company.organizationNumber.replaceAll(/\D/g, '').slice(-10)}01`
  const contact = { name: contactName, phone: phone ?? '', email: contactEmail ?? company.email ?? null }
  const bytes = Buffer.from(euSalesFile(rows, { vatNumber, code: code ?? '', contact }), 'latin1')
  const path = call.files.newWorkFile()
  await writeFile(path, bytes, { mode: 0o600 })
  return { path, name: `periodisk-sammanstallning-${code}.csv`, size: bytes.length, contentType: 'text/csv' }
}
