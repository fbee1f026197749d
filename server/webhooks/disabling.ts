// Switches off webhooks whose receivers no longer accept deliveries, or whose owners have lost access.
import { dictionary } from '#http'
import { queueMail } from '#mail/mail'
import type { CompanyCall } from '#platform/call'
import { recordEvent } from '#platform/event'
import { sql } from '#platform/sql'
import { type Owner, readersOf } from './owner.ts'

type DisablingReason = 'failing' | 'gone' | 'no-access'

/** Switches a webhook off and informs its administrators by mail; no effect if it is already off. */
export const disable = async (call: CompanyCall, webhookId: string, because: DisablingReason): Promise<void> => {
  const { db, companyId, now } = call
  const found = await db.maybe<{ url: string; kind: Owner['kind']; id: string }>(sql`
    update webhooks.subscription set is_active = false, disabled_because = ${because}, changed_at = ${now}
    where company_id = ${companyId} and id = ${webhookId} and is_active
    returning url, owner_kind as kind, owner_id as id`)
  if (!found) return
  for (const { email, language } of await readersOf(call, found)) {
    const { subject, lines } = words[language === 'en' ? 'en' : 'sv'][because](new URL(found.url).host)
    await queueMail(call, { to: email, subject, text: `${lines.join('\n\n')}\n\nGrundbok\n` })
  }
  recordEvent(call, 'webhook.disabled', { id: webhookId }, { id: webhookId, because })
}

/**
 * Switches off the company's own webhooks that were last created or changed by these people, according to its history,
 * since they may lead to them.
 */
export const disableSetBy = async (call: CompanyCall, personIds: readonly string[]): Promise<void> => {
  const { db, companyId } = call
  const active = await db.rows<{ id: string }>(sql`
    select id from webhooks.subscription
    where company_id = ${companyId} and owner_kind = 'company' and is_active order by id`)
  // Checked first, because the whole history must be searched.
  if (personIds.length === 0 || active.length === 0) return
  const last = await db.rows<{ id: string; by: string }>(sql`
    select distinct on (h.detail ->> 'id') h.detail ->> 'id' as id, h.actor_id as by from platform.history h
    where h.company_id = ${companyId} and h.what in ('webhook.created', 'webhook.changed')
      and h.detail ->> 'id' = any(${active.map(({ id }) => id)}::text[])
    order by h.detail ->> 'id', h.id desc`)
  for (const { id, by } of last) if (personIds.includes(by)) await disable(call, id, 'no-access')
}

const swedish = (host: string, why: string) => ({
  subject: `Webhooken till ${host} är avstängd`,
  lines: [
    'Hej!',
    `Webhooken till ${host} har stängts av: ${why}`,
    'Det som har hänt sedan dess skickas när webhooken slås på igen. Äldre händelser än 90 dagar skickas inte.',
  ],
})

const english = (host: string, why: string) => ({
  subject: `The webhook to ${host} is switched off`,
  lines: [
    'Hello!',
    `The webhook to ${host} has been switched off: ${why}`,
    'What has happened since then is sent when the webhook is switched on again. Events older than 90 days are not.',
  ],
})

const words = dictionary(
  {
    failing: (host: string) => swedish(host, 'mottagaren har inte tagit emot något på tre dygn.'),
    gone: (host: string) => swedish(host, 'mottagaren svarade att adressen inte finns längre (410).'),
    'no-access': (host: string) => swedish(host, 'den som lade till den har inte längre tillgång till företaget.'),
  },
  {
    failing: (host: string) => english(host, 'the receiver has accepted nothing for three days.'),
    gone: (host: string) => english(host, 'the receiver answered that the address no longer exists (410).'),
    'no-access': (host: string) => english(host, 'the user who added it no longer has access to the company.'),
  },
)
