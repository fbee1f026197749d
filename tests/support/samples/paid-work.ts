// More paid household work than anybody would invoice one by one: copies of an invoice, made behind the triggers.
import { sql } from '#platform/sql'
import type { Service } from '#support/service'

type Copied = { companyId: string; id: string; count: number }

/** Copies the only document of a company with its tax reduction and payments, which are of the day before. */
export const copyPaidWork = (service: Service, { companyId, id, count }: Copied): Promise<void> =>
  service.database.of(companyId).transaction(async (db) => {
    await db.rows(sql`set local session_replication_role = replica`)
    await db.rows(sql`
      insert into sales.invoice (
        company_id, id, kind, customer_id, currency, currency_rate, date, due_date, net_ore, tax_ore, total_ore,
        total_base_ore, reduction_base_ore, paid_base_ore, number, published_at, created_by_kind, created_by_id,
        created_at, modified_at)
      select company_id, gen_random_uuid(), kind, customer_id, currency, currency_rate, date, due_date, net_ore,
        tax_ore, total_ore, total_base_ore, reduction_base_ore, paid_base_ore, number + n, published_at,
        created_by_kind, created_by_id, created_at, modified_at
      from sales.invoice cross join generate_series(1, ${count}::integer) n
      where company_id = ${companyId} and id = ${id}`)
    await db.rows(sql`
      insert into sales.tax_reduction (company_id, invoice_id, type, description, owner_kind, owner_id, status)
      select i.company_id, i.id, r.type, r.description, r.owner_kind, r.owner_id, r.status
      from sales.tax_reduction r join sales.invoice i on i.company_id = r.company_id and i.id <> r.invoice_id
      where r.company_id = ${companyId} and r.invoice_id = ${id}`)
    await db.rows(sql`
      insert into sales.payment (
        company_id, id, invoice_id, date, sum_base_ore, account, created_by_kind, created_by_id, created_at)
      select i.company_id, gen_random_uuid(), i.id, p.date - 1, p.sum_base_ore, p.account, p.created_by_kind,
        p.created_by_id, p.created_at
      from sales.payment p join sales.invoice i on i.company_id = p.company_id and i.id <> p.invoice_id
      where p.company_id = ${companyId} and p.invoice_id = ${id}`)
  })
