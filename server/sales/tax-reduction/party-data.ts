// Tax reductions of a customer, for the data subject's copy.
import { sql } from '#platform/sql'
import { asBooks, fromCompany, type PartyPart } from '#privacy/party'
import { inPages } from '#privacy/personal'
import { plainRow } from '#privacy/plain-row.rules'
import { peopleOf } from './person.ts'

export const taxReductionPartyParts: readonly PartyPart[] = [
  {
    name: 'taxReductions',
    of: ['customer'],
    tables: ['sales.tax_reduction', 'sales.tax_reduction_answer', 'sales.tax_reduction_person'],
    why: asBooks,
    from: fromCompany,
    to: {
      sv: 'Skatteverket, som får personnummer och belopp när skattereduktion begärs.',
      en: 'The Swedish Tax Agency, which gets personal numbers and amounts when a tax reduction is asked for.',
    },
    entries: ({ companyId, documents }) => sql`
      select a.journal_entry_id from sales.tax_reduction_answer a
      where a.company_id = ${companyId} and a.journal_entry_id is not null and a.invoice_id in (${documents})`,
    async *read(call, { documents }) {
      const { db, companyId } = call
      const found = inPages((after, limit) =>
        db.rows<{ id: string; row: Record<string, unknown> }>(sql`
          select r.invoice_id as id, to_jsonb(r) || jsonb_build_object('answers', (
            select coalesce(jsonb_agg(to_jsonb(a) - 'invoice_id' order by a.id), '[]') from sales.tax_reduction_answer a
            where a.company_id = r.company_id and a.invoice_id = r.invoice_id)) as row
          from sales.tax_reduction r
          where r.company_id = ${companyId} and r.invoice_id in (${documents})
            and (${after}::uuid is null or r.invoice_id > ${after}::uuid)
          order by r.invoice_id limit ${limit}`),
      )
      for await (const { id, row } of found) {
        const people = (await peopleOf(call, id)).map(({ personalNumber, deductionOre, askedOre }) => ({
          personalNumber,
          ...plainRow({ deduction_ore: Number(deductionOre), asked_ore: Number(askedOre) }),
        }))
        yield { ...plainRow(row), people }
      }
    },
  },
]
