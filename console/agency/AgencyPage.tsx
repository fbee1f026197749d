// Who works at the agency, in which role, and who has been invited.
import { NativeSelect } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, type Schema, useIntent, usePagesAt, useSession } from '#client'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { ActionButton, Empty, Facts, FailureMessage, Page, PageSkeleton, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { AgencyChoice } from './AgencyChoice.tsx'
import { type Agency, useAgencies } from './agency.ts'
import { RemoveAgency } from './RemoveAgency.tsx'
import { words } from './words.ts'

export { AgencyPage as Page }

type Member = Schema<'AgencyMember'>
type Role = Member['role']
const roles = ['administrator', 'consultant'] as const

const MEMBERS = '/agencies/{agencyId}/members'
const INVITATIONS = '/agencies/{agencyId}/invitations'

const AgencyPage = () => {
  const texts = useWords(words)
  const { agency } = useAgencies()
  if (agency) return <People key={agency.id} agency={agency} />
  return (
    <Page title={texts.agency}>
      <Empty>{texts.noAgency}</Empty>
    </Page>
  )
}

/** Has the lists of the agency's people read again. */
const useRefreshPeople = (): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    for (const address of [MEMBERS, INVITATIONS]) await client.invalidateQueries({ queryKey: ['get', address] })
  }
}

const People = ({ agency }: { agency: Agency }) => {
  const texts = useWords(words)
  const [{ open }, set] = useUrl()
  const path = { agencyId: agency.id }
  const { rows, error, refetch, isLoading } = usePagesAt<Member>(MEMBERS, { path })
  const mayChange = agency.may('agency-members:write')
  const isNew = open === 'new' && mayChange
  return (
    <Page
      title={agency.name}
      lead={texts.peopleLead}
      actions={
        mayChange &&
        !isNew && (
          <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
            {texts.invite}
          </ActionButton>
        )
      }
    >
      <AgencyChoice />
      <details>
        <summary>{texts.rolesAre}</summary>
        <Facts facts={roles.map((role) => [texts.roles[role], texts.roleLeads[role]])} />
      </details>
      {isNew && <Invite agency={agency} onDone={() => set({ open: null })} />}
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {isLoading && <PageSkeleton />}
      {rows.length > 0 && (
        <div className="sheet">
          <table className="plain-table members">
            <thead>
              <tr>
                <th scope="col">{texts.person}</th>
                <th scope="col">{texts.role}</th>
                {mayChange && <th scope="col">{texts.remove}</th>}
              </tr>
            </thead>
            <tbody>
              {rows.map((member) => (
                <MemberRow key={member.id} agency={agency} member={member} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Invitations agency={agency} />
      <RemoveAgency agency={agency} />
    </Page>
  )
}

const MemberRow = ({ agency, member: { id, name, email, role } }: { agency: Agency; member: Member }) => {
  const texts = useWords(words)
  const { person } = useSession()
  const refresh = useRefreshPeople()
  const { isBusy, run } = useDo()
  const mayChange = agency.may('agency-members:write')
  const change = (to: Role) =>
    run(async () => {
      const params = { path: { agencyId: agency.id, memberId: id } }
      await api.PATCH('/agencies/{agencyId}/members/{memberId}', { params, body: { role: to } })
      await refresh()
    }, texts.saved)
  const remove = () =>
    run(async () => {
      await send('DELETE', '/agencies/{agencyId}/users/{userId}', { path: { agencyId: agency.id, userId: id } })
      await refresh()
    }, texts.removed)
  return (
    <tr>
      <th scope="row">
        <Link to={`/agency/people/${id}` as never} title={texts.clientsOf(name)}>
          {name}
        </Link>
        <br />
        <span className="soft">{email}</span>
      </th>
      <td>
        {mayChange ? (
          <NativeSelect
            aria-label={`${texts.role}: ${name}`}
            value={role}
            data={roles.map((value) => ({ value, label: texts.roles[value] }))}
            disabled={isBusy}
            onChange={({ currentTarget }) => void change(currentTarget.value as Role)}
          />
        ) : (
          texts.roles[role]
        )}
      </td>
      {mayChange && (
        <td>
          {id !== person.id && (
            <ConfirmButton label={texts.remove} isBusy={isBusy} onSure={remove}>
              <p>{name}</p>
            </ConfirmButton>
          )}
        </td>
      )}
    </tr>
  )
}

const Invite = ({ agency, onDone }: { agency: Agency; onDone: () => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefreshPeople()
  const intent = useIntent()
  return (
    <section className="card settings-card" aria-label={texts.invite}>
      <p className="soft">{texts.inviteLead}</p>
      <Form
        name="agency/invite"
        fields={[{ name: 'email', label: texts.email, kind: 'email', isRequired: true }]}
        action={texts.invite}
        onCancel={onDone}
        onSend={async (body) => {
          await send('POST', INVITATIONS, { path: { agencyId: agency.id }, body, headers: intent.headers(body) })
          say(texts.invited)
          await refresh()
          onDone()
        }}
      />
    </section>
  )
}

const Invitations = ({ agency }: { agency: Agency }) => {
  const texts = useWords(words)
  const refresh = useRefreshPeople()
  const { isBusy, run } = useDo()
  const { rows } = usePagesAt<Schema<'Invitation'>>(INVITATIONS, { path: { agencyId: agency.id } })
  const act = (invitationId: string, isAgain: boolean) =>
    run(
      async () => {
        const path = { agencyId: agency.id, invitationId }
        if (isAgain) await send('POST', `${INVITATIONS}/{invitationId}/send-again`, { path })
        else await send('DELETE', `${INVITATIONS}/{invitationId}`, { path })
        await refresh()
      },
      isAgain ? texts.invited : texts.removed,
    )
  if (rows.length === 0) return null
  return (
    <section className="card settings-card" aria-label={texts.invitations}>
      <h2>{texts.invitations}</h2>
      <ul className="plain-list settings-list">
        {rows.map(({ id, email }) => (
          <li key={id}>
            <span>{email}</span>
            {agency.may('agency-members:write') && (
              <span className="page-actions">
                <ActionButton variant="default" loading={isBusy} onClick={() => void act(id, true)}>
                  {texts.sendAgain}
                </ActionButton>
                <ActionButton variant="default" loading={isBusy} onClick={() => void act(id, false)}>
                  {texts.withdraw}
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
