// What waits for a person of what programs propose.
import { sql } from '#platform/sql'
import type { QueueOf } from '#todo/todo'

/** Proposals that wait, the oldest first; the name is why they are made, in their proposer's words. */
export const queueOfProposals: QueueOf = ({ company }) => [
  {
    kind: 'proposal.waiting',
    id: sql`p.id`,
    name: sql`p.proposed_by_name || ': ' || p.reason`,
    date: sql`(p.created_at at time zone 'Europe/Stockholm')::date`,
    rows: sql`proposals.proposal p where p.company_id = ${company} and p.state = 'waiting'`,
    order: sql`p.id`,
  },
]
