// Removing one's own agency. It must have no clients; nothing else of it is accounting information, because its work in
// their books is stored there. Then all data about the agency, its people and its contacts is deleted (GDPR art. 5.1 e
// and 17).
import { accessContribution } from '#access'
import { agencyRefusals as refusals } from '#agency'
import { type Language, named, object, type PersonCall, personRow, type Row, Type } from '#http'
import { type Agency, findAgency, identityService, lockMembers, roleIn } from '#identity'
import type { Call } from '#platform/call'
import { endEventsOfTenant, lockEvents, recordEvent } from '#platform/event'
import { platformRetainedTables } from '#privacy/tenant-rows'
import { obstaclesAnswer, removeRowsOfTenant, type Words } from './remove-tenant.ts'

/** Tables in which rows of a removed agency stay: its connections, and who did what. */
export const retainedTablesOfAgency: ReadonlySet<string> = new Set([
  ...platformRetainedTables,
  ...accessContribution.retainedTables,
])

type AgencyCall = Call & { agencyId: string }

const AgencyRemoval = named(
  'AgencyRemoval',
  object({
    canRemove: Type.Boolean(),
    hindrances: Type.Array(
      object({
        reason: Type.String({
          examples: [
            'Clients: 3. One leaves when the service operator ends it, or when its owner removes the company.',
          ],
        }),
      }),
      { description: 'Why it may not be removed' },
    ),
  }),
)

/** Obstacles: companies whose books the agency keeps. */
const hindrancesOf = async (call: AgencyCall): Promise<{ what: Words }[]> => {
  const clients = await identityService.countClients(call, call.agencyId)
  if (clients === 0) return []
  const sv = `Klienter: ${clients}. En klient lämnar byrån när den som driver tjänsten avslutar det, eller när ägaren tar bort företaget.`
  const en = `Clients: ${clients}. One leaves when the service operator ends it, or when its owner removes the company.`
  return [{ what: { sv, en } }]
}

type Asked = { id: string; language: Language }

const roleAt = async (call: PersonCall, id: string) => {
  const role = await roleIn(call, call.ownToken.session.person.id, { type: 'agency', id })
  if (role === null) throw refusals.notAtAgency({ id })
  return role
}

/** The agency, if the caller is one of its administrators. */
const administeredBy = async (call: PersonCall, id: string): Promise<AgencyCall> => {
  if ((await roleAt(call, id)) !== 'administrator') throw refusals.notAdministrator({ id })
  return { ...call, agencyId: id }
}

/** The agency, if the caller works there. */
const readOwnAgency = async (call: PersonCall, id: string): Promise<Agency> => {
  await roleAt(call, id)
  return findAgency(call, id)
}

const preview = async (call: PersonCall, { id, language }: Asked) =>
  obstaclesAnswer(await hindrancesOf(await administeredBy(call, id)), language)

const remove = async (call: PersonCall, { id, language }: Asked): Promise<undefined> => {
  await administeredBy(call, id)
  const tenant = { type: 'agency', id } as const
  await lockMembers(call, tenant)
  const own = await administeredBy(call, id)
  // The row is locked before the counter of events, in the same order as in transactions that add something.
  await identityService.holdAgency(own)
  await lockEvents(own, id)
  const { hindrances } = obstaclesAnswer(await hindrancesOf(own), language)
  if (hindrances.length > 0)
    throw refusals.agencyHasClients({ reasons: hindrances.map(({ reason }) => reason).join(' ') })
  await removeRowsOfTenant(own, tenant, retainedTablesOfAgency)
  await identityService.blankAgency(own)
  recordEvent(own, 'agency.removed', { id }, { id })
  await endEventsOfTenant(own, id)
}

const tag = 'Your agencies'

export const agencyRemovalRows: readonly Row[] = [
  personRow({
    method: 'GET',
    path: '/me/agencies/{agencyId}/removal',
    operationId: 'previewAgencyRemoval',
    tag,
    summary: 'See whether an agency of yours may be removed',
    description: 'What is in the way: companies that are its clients, test companies too.',
    answer: { json: AgencyRemoval },
    refusals: [refusals.notAtAgency, refusals.notAdministrator],
    run: (call, { params, language }) => preview(call, { id: params.agencyId ?? '', language }),
  }),
  personRow({
    method: 'DELETE',
    path: '/me/agencies/{agencyId}',
    operationId: 'removeAgency',
    tag,
    summary: 'Remove an agency of yours',
    description:
      'Where it has no clients. Its members, invitations, connections, templates and rollouts go, and its organization number is free; no one works there any more. The processing history stays, as does what clients have got from its templates. It cannot be undone.',
    answer: 'nothing',
    current: (call, { params }) => readOwnAgency(call, params.agencyId ?? ''),
    events: ['agency.removed', 'connection.deleted', 'token.revoked', 'invitation.withdrawn'],
    refusals: [refusals.notAtAgency, refusals.notAdministrator, refusals.agencyHasClients],
    run: (call, { params, language }) => remove(call, { id: params.agencyId ?? '', language }),
  }),
]
