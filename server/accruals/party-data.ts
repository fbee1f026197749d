// Accruals of a customer's or supplier's entries, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart, plainRows } from '#privacy/party'

export const accrualPartyParts: readonly PartyPart[] = [
  {
    name: 'accruals',
    of: ['customer', 'supplier'],
    tables: ['accruals.accrual', 'accruals.portion'],
    why: asBooks,
    from: fromCompany,
    read: ({ db, companyId }, { entries }) =>
      plainRows((after, limit) =>
        db.rows(sql`
          select a.id, to_jsonb(a) || jsonb_build_object('portions', (
            select coalesce(jsonb_agg(to_jsonb(p) - 'accrual_id' order by p.month, p.id), '[]') from accruals.portion p
            where p.company_id = a.company_id and p.accrual_id = a.id)) as row
          from accruals.accrual a
          where a.company_id = ${companyId} and a.source_entry_id in (${entries})
            and (${after}::uuid is null or a.id > ${after}::uuid)
          order by a.id limit ${limit}`),
      ),
  },
]
