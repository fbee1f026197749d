// Proposals about a customer or supplier: for the data subject's copy, and their erasure. Their bodies are sealed, so
// they are opened to be searched.
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import type { ErasurePart, Party, PartyPart } from '#privacy/party'
import { fromCompany } from '#privacy/party'
import { type KeptProposal, listProposals, storeDecision } from './proposal.ts'

/** How many proposals are read at once. */
const AT_ONCE = 100

/** All proposals whose path, body or purpose names the party by id or name. */
async function* about(call: CompanyCall, { id, name }: Party): AsyncGenerator<KeptProposal> {
  const words = [id, name].filter((word) => word !== '').map((word) => word.toLowerCase())
  for (let cursor: string | undefined = ''; cursor !== undefined; ) {
    const page: { items: KeptProposal[]; nextCursor?: string } = await listProposals(call, {
      cursor,
      pageSize: AT_ONCE,
    })
    for (const one of page.items) {
      const text = JSON.stringify([one.path, one.body, one.purpose, one.words]).toLowerCase()
      if (words.some((word) => text.includes(word))) yield one
    }
    cursor = page.nextCursor
  }
}

export const proposalPartyParts: readonly PartyPart[] = [
  {
    name: 'proposals',
    of: ['customer', 'supplier'],
    tables: ['proposals.proposal'],
    why: {
      sv: 'Det som program eller människor har föreslagit ska bokföras eller ändras, och vad som beslutades. Innehållet tas bort när kunden eller leverantören raderas.',
      en: 'What programs or people have proposed to book or change, and what was decided. The content goes when the customer or supplier is erased.',
    },
    from: fromCompany,
    async *read(call, party) {
      for await (const { etag: _etag, ownerId: _ownerId, isErased: _isErased, ...one } of about(call, party)) yield one
    },
  },
]

const countAbout = async (call: CompanyCall, party: Party): Promise<number> => {
  let count = 0
  for await (const _one of about(call, party)) count += 1
  return count
}

/** Erases the content of proposals about the party; those that wait are withdrawn. */
export const proposalErasure: ErasurePart = {
  steps: [
    {
      of: ['customer', 'supplier'],
      what: {
        sv: 'Förslag från program om kunden eller leverantören: innehållet, och de som väntar dras tillbaka',
        en: 'Proposals of programs about the customer or supplier: their content, and those that wait are withdrawn',
      },
      count: countAbout,
      remove: async (call, party) => {
        for await (const { id, state, operation, ownerId } of about(call, party)) {
          if (state === 'waiting' || state === 'outdated') {
            await storeDecision(call, id, { state: 'withdrawn' })
            recordEvent(call, 'proposal.withdrawn', { id, ownerId }, { id, operation })
          }
          await call.db.rows(sql`
            update proposals.proposal set sealed_body = null, effects = '{}', reason = 'erased',
              words = case when words is not null then 'erased' end, modified_at = ${call.now}
            where company_id = ${call.companyId} and id = ${id}`)
        }
      },
    },
  ],
}
