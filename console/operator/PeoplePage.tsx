// People who have an account: found, logged out, locked, and let in again.
import type { Schema } from '#client'
import { Sure } from '#console/form'
import type { Column } from '#table'
import { Act, Facts, momentText, Tag } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { PeoplePage as Page }

type Person = Schema<'OperatedPerson'>

const PeoplePage = () => {
  const texts = useWords(words)
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
      nameOf={({ name }) => name}
      toneOf={({ lockedDateTime }) => (lockedDateTime ? 'soft' : undefined)}
      detail={(person) => <PersonDetail key={person.id} {...person} />}
    />
  )
}

const PersonDetail = (person: Person) => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
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
          [texts.memberships, String(person.memberships)],
          [texts.twoSteps, person.hasSecondFactor ? texts.on : texts.off],
          [texts.countPasskeys, String(person.passkeys)],
          [texts.lockedSince, locked && momentText(locked)],
          person.isOperator && [texts.operator, '✓'],
        ]}
      />
      <div className="page-actions">
        {person.sessions > 0 && (
          <Sure label={texts.endSessions} isBusy={isBusy} onSure={act('end-sessions')}>
            <p>{texts.endSessionsLead(name)}</p>
          </Sure>
        )}
        {person.hasSecondFactor && (
          <Sure label={texts.resetFactor} isBusy={isBusy} onSure={act('reset-second-factor')}>
            <p>{texts.resetFactorLead(name)}</p>
          </Sure>
        )}
        {locked ? (
          <Act keys="l" loading={isBusy} onClick={() => void act('unlock')()}>
            {texts.unlock}
          </Act>
        ) : (
          <Sure label={texts.lock} keys="l" isBusy={isBusy} onSure={act('lock')}>
            <p>{texts.lockLead(name)}</p>
          </Sure>
        )}
      </div>
    </>
  )
}
