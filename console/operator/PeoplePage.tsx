// People who have an account: found, logged out, locked, and let in again.
import { queries, type Schema, useSession } from '#client'
import { ConfirmButton } from '#console/form'
import { Listed } from '#console/programs'
import type { Column } from '#table'
import { ActionButton, Facts, momentText, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { NewOne } from './NewOne.tsx'
import { words } from './words.ts'

export { PeoplePage as Page }

type Person = Schema<'OperatedPerson'>

const PeoplePage = () => {
  const texts = useWords(words)
  const [{ make }, set] = useUrl()
  const columns: Column<Person>[] = [
    { key: 'name', title: texts.name, width: 'minmax(8rem, 1fr)', cell: ({ name }) => name },
    { key: 'email', title: texts.email, width: 'minmax(10rem, 1fr)', cell: ({ email }) => email },
    {
      key: 'state',
      title: texts.state,
      width: '9rem',
      cell: ({ lockedDateTime, isOperator }) =>
        lockedDateTime ? <Tag tone="wrong">{texts.locked}</Tag> : isOperator ? <Tag>{texts.operator}</Tag> : null,
    },
    {
      key: 'lastUsed',
      title: texts.lastUsed,
      width: '9rem',
      isWide: true,
      cell: ({ lastUsedDateTime }) => lastUsedDateTime && momentText(lastUsedDateTime),
    },
  ]
  return (
    <Board<Person>
      title={texts.people}
      address="/operator/people"
      columns={columns}
      searched={['name', 'email']}
      search={texts.searchPeople}
      actions={
        !make && (
          <ActionButton keys="n" onClick={() => set({ make: '1', open: null })}>
            {texts.newPerson}
          </ActionButton>
        )
      }
      above={make && <NewPerson onDone={() => set({ make: null })} />}
      nameOf={({ name }) => name}
      toneOf={({ lockedDateTime }) => (lockedDateTime ? 'soft' : undefined)}
      detail={(person) => <PersonDetail key={person.id} {...person} />}
    />
  )
}

const NewPerson = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  const languages = (['sv', 'en'] as const).map((value) => ({ value, label: texts.languages[value] }))
  return (
    <NewOne
      name="operator/person"
      title={texts.newPerson}
      lead={texts.newPersonLead}
      address="/operator/people"
      said={texts.personMade}
      onDone={onDone}
      fields={[
        { name: 'name', label: texts.name, isRequired: true },
        { name: 'email', label: texts.email, kind: 'email', isRequired: true },
        { name: 'language', label: texts.language, kind: 'choice', choices: languages },
      ]}
    />
  )
}

const PersonDetail = (person: Person) => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
  // Operators cannot end their own access; another operator must.
  const isOwn = useSession().person.id === person.id
  const { id: personId, name, lockedDateTime: locked, lastUsedDateTime: used } = person
  const act = (what: string) => () => operate(`/operator/people/{personId}/${what}`, { personId })
  return (
    <>
      <Facts
        facts={[
          [texts.email, person.email],
          [texts.created, momentText(person.createdDateTime)],
          [texts.lastUsed, used && momentText(used)],
          [texts.sessions, String(person.sessions)],
          [texts.memberships, person.memberships === 0 ? texts.nowhere : <Memberships key="of" personId={personId} />],
          [texts.twoSteps, person.hasSecondFactor ? texts.on : texts.off],
          [texts.countPasskeys, String(person.passkeys)],
          [texts.lockedSince, locked && momentText(locked)],
          person.isOperator && [texts.operator, '✓'],
        ]}
      />
      <div className="page-actions">
        {!locked && (
          <ActionButton
            variant="default"
            keys="m"
            loading={isBusy}
            onClick={() =>
              void operate('/operator/people/{personId}/send-link', { personId }, undefined, texts.linkSent)
            }
          >
            {texts.sendLink}
          </ActionButton>
        )}
        {person.sessions > 0 && (
          <ConfirmButton label={texts.endSessions} isBusy={isBusy} onSure={act('end-sessions')}>
            <p>{texts.endSessionsLead(name)}</p>
          </ConfirmButton>
        )}
        {person.hasSecondFactor && !isOwn && (
          <ConfirmButton label={texts.resetFactor} isBusy={isBusy} onSure={act('reset-second-factor')}>
            <p>{texts.resetFactorLead(name)}</p>
          </ConfirmButton>
        )}
        {locked && (
          <ActionButton keys="l" loading={isBusy} onClick={() => void act('unlock')()}>
            {texts.unlock}
          </ActionButton>
        )}
        {!locked && !isOwn && (
          <ConfirmButton label={texts.lock} keys="l" isBusy={isBusy} onSure={act('lock')}>
            <p>{texts.lockLead(name)}</p>
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

/** The person's memberships and roles. */
const Memberships = ({ personId }: { personId: string }) => {
  const texts = useWords(words)
  const { data } = queries.useQuery('get', '/operator/people/{personId}', { params: { path: { personId } } })
  const roles: Readonly<Record<string, string>> = texts.roles
  return <Listed texts={(data?.tenants ?? []).map(({ name, role }) => `${name} (${roles[role] ?? role})`)} />
}
