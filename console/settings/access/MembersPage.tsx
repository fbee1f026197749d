// Who works in the company, in which role, and who has been invited.
import { Checkbox, NativeSelect } from '@mantine/core'
import { api, type Schema, useCompany, useIntent, usePages, useRefresh, useSession } from '#client'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { words } from '#console/settings/words.ts'
import { companyRoles } from '#rule/roles'
import { ActionButton, Allowed, Facts, FailureMessage, Heads, Page, PageSkeleton, Tag, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'

export { MembersPage as Page }

type Member = Schema<'Member'>
type Role = Member['role']

const MembersPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const { rows, error, refetch, isLoading } = usePages<Member>('/members', { companyId })
  const actions = may('members:write') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.invite}
    </ActionButton>
  )
  return (
    <Page title={texts.members} actions={actions}>
      <details>
        <summary>{texts.rolesAre}</summary>
        <Facts facts={companyRoles.map((role) => [texts.roles[role], texts.roleLeads[role]])} />
      </details>
      {open === 'new' && (
        <Allowed scope="members:write">
          <Invite onDone={() => set({ open: null })} />
        </Allowed>
      )}
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {isLoading && <PageSkeleton />}
      {rows.length > 0 && (
        <div className="sheet">
          <table className="plain-table members">
            <Heads texts={[texts.name, texts.role, texts.signatory, texts.remove]} />
            <tbody>
              {rows.map((member) => (
                <MemberRow key={member.id} {...member} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Invitations />
    </Page>
  )
}

const useRoles = () => {
  const texts = useWords(words)
  const { role } = useCompany()
  // Only owners decide who owns the company.
  return companyRoles
    .filter((one) => one !== 'owner' || role === 'owner')
    .map((value) => ({ value, label: texts.roles[value] }))
}

const MemberRow = ({ id: memberId, name, email, role, isSignatory }: Member) => {
  const texts = useWords(words)
  const { id: companyId, may, role: own } = useCompany()
  const { person } = useSession()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const choices = useRoles()
  const params = { path: { companyId, memberId } }
  const change = (body: { role?: Role; isSignatory?: boolean }) =>
    run(async () => {
      await api.PATCH('/companies/{companyId}/members/{memberId}', { params, body })
      await refresh('members')
    }, texts.saved)
  const remove = () =>
    run(async () => {
      await api.DELETE('/companies/{companyId}/members/{memberId}', { params })
      await refresh('members')
    }, texts.removed)
  const mayChange = may('members:write') && (role !== 'owner' || own === 'owner')
  return (
    <tr>
      <th scope="row">
        {name}
        <br />
        <span className="soft">{email}</span>
      </th>
      <td>
        {mayChange ? (
          <NativeSelect
            aria-label={`${texts.role}: ${name}`}
            value={role}
            data={choices}
            disabled={isBusy}
            onChange={({ currentTarget: { value } }) => void change({ role: value as Role })}
          />
        ) : (
          texts.roles[role]
        )}
      </td>
      <td data-title={texts.signatory}>
        <Checkbox
          aria-label={`${texts.signatory}: ${name}`}
          checked={isSignatory}
          disabled={own !== 'owner' || role === 'auditor'}
          onChange={({ currentTarget: { checked } }) => void change({ isSignatory: checked })}
        />
      </td>
      <td>
        {mayChange && email !== person.email && (
          <ConfirmButton label={texts.remove} isBusy={isBusy} onSure={remove}>
            <p>{name}</p>
          </ConfirmButton>
        )}
      </td>
    </tr>
  )
}

const Invite = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const choices = useRoles()
  return (
    <section className="card settings-card" aria-label={texts.invite}>
      <p className="soft">{texts.inviteLead}</p>
      <Form
        name="settings/invite"
        fields={[
          { name: 'email', label: texts.email, kind: 'email', isRequired: true },
          { name: 'role', label: texts.role, kind: 'choice', choices: choices.toReversed() },
        ]}
        action={texts.invite}
        onCancel={onDone}
        onSend={async (body) => {
          const headers = intent.headers(body)
          await send('POST', '/companies/{companyId}/invitations', { path: { companyId }, body, headers })
          say(texts.invited)
          await refresh('invitations')
          onDone()
        }}
      />
    </section>
  )
}

const Invitations = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const { rows } = usePages<Schema<'MemberInvitation'>>('/invitations', { companyId })
  const act = (invitationId: string, what: 'again' | 'withdraw') =>
    run(
      async () => {
        const path = { companyId, invitationId }
        const address = '/companies/{companyId}/invitations/{invitationId}'
        if (what === 'again') await send('POST', `${address}/send-again`, { path })
        else await send('DELETE', address, { path })
        await refresh('invitations')
      },
      what === 'again' ? texts.invited : texts.removed,
    )
  if (rows.length === 0) return null
  return (
    <section className="card settings-card" aria-label={texts.invitations}>
      <h2>{texts.invitations}</h2>
      <ul className="plain-list settings-list">
        {rows.map(({ id, email, role, status }) => (
          <li key={id}>
            <span>
              {email}, {texts.roles[role]} <Tag tone={status === 'pending' ? 'waiting' : 'wrong'}>{texts[status]}</Tag>
            </span>
            {may('members:write') && (
              <span className="page-actions">
                <ActionButton variant="default" loading={isBusy} onClick={() => void act(id, 'again')}>
                  {texts.sendAgain}
                </ActionButton>
                <ActionButton variant="default" loading={isBusy} onClick={() => void act(id, 'withdraw')}>
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
