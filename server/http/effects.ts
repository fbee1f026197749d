// What a trial would have changed, as its answer tells it with `Prefer: return=effects`.
import { Amount, Date_, Id, named, nullable, object, type Static, Type } from '#http/bodies/schema'

/** Most entries, open items, events and mails that are told; `count` or `more` says how many there are. */
export const MAX_TOLD = 200

const AccountChange = object({
  account: Type.Integer({ examples: [1930] }),
  change: { ...Amount, description: 'In kronor; debit is above zero, credit below' },
})

export const Effects = named(
  'Effects',
  object(
    {
      entries: Type.Array(
        object({
          id: Id,
          journalEntryNumber: Type.String({ examples: ['V12'] }),
          date: Date_,
          title: Type.String(),
          items: Type.Array(object({ account: Type.Integer({ examples: [1930] }), debit: Amount, credit: Amount })),
        }),
        { description: `The entries that would be booked, the first ${MAX_TOLD}` },
      ),
      accounts: Type.Array(AccountChange, { description: 'What all of these entries change on each account' }),
      vatBoxes: Type.Array(
        object({
          box: Type.String({ examples: ['05'] }),
          change: { ...Amount, description: 'In kronor, with the sign of the return' },
        }),
        { description: 'What changes in the boxes of the VAT return, from the first to the last day of the entries' },
      ),
      openItems: Type.Array(
        object({
          type: Type.Enum(['invoice', 'creditNote', 'supplierInvoice']),
          id: Id,
          number: nullable(Type.String()),
          currency: Type.String({ examples: ['SEK'] }),
          before: Amount,
          after: Amount,
        }),
        { description: 'Documents on which something else would be open than is now' },
      ),
      events: Type.Array(
        object({
          kind: Type.String({ examples: ['journal-entry.booked'] }),
          resourceId: nullable(Type.String()),
        }),
        { description: 'The events that followers and webhooks would be told' },
      ),
      mails: Type.Array(object({ to: Type.String(), subject: Type.String() }), {
        description: 'The mails that would go out',
      }),
      jobs: Type.Array(object({ kind: Type.String({ examples: ['mail.send'] }), count: Type.Integer() }), {
        description: 'The background work that would be queued',
      }),
      more: object(
        { entries: Type.Integer(), openItems: Type.Integer(), events: Type.Integer(), mails: Type.Integer() },
        { description: 'How many there are beyond those that are told' },
      ),
    },
    { description: 'What the request would change. Present with `dryRun=true` and `Prefer: return=effects` only' },
  ),
)

export type Effects = Static<typeof Effects>
