// Integrations of other people: looked at, approved, and ended.
import type { Schema } from '#client'
import { ConfirmButton } from '#console/form'
import { Listed, scopesInWords, scopeWords } from '#console/programs'
import type { Column } from '#table'
import { ActionButton, Facts, Tag } from '#ui'
import { useWords } from '#words'
import { useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { ApprovalsPage as Page }

type Integration = Schema<'OperatedIntegration'>

const ELEVATED = 'bank-payments:write'

const tones = { waiting: 'waiting', test: 'plain', approved: 'good', unverified: 'waiting', ended: 'plain' } as const
const states = ['waiting', 'approved', 'test', 'unverified', 'ended'] as const

const ApprovalsPage = () => {
  const texts = useWords(words)
  const columns: Column<Integration>[] = [
    { key: 'name', title: texts.name, width: 'minmax(8rem, 1fr)', cell: ({ name }) => name },
    {
      key: 'owner',
      title: texts.owner,
      width: 'minmax(8rem, 1fr)',
      cell: ({ ownerName }) => ownerName || texts.byItself,
    },
    {
      key: 'state',
      title: texts.state,
      width: '8rem',
      cell: ({ state }) => <Tag tone={tones[state]}>{texts.states[state]}</Tag>,
    },
  ]
  return (
    <Board<Integration>
      title={texts.approvals}
      address="/operator/integrations"
      columns={columns}
      searched={['name', 'ownerEmail']}
      search={texts.searchIntegrations}
      states={states.map((state) => [state, texts.states[state]] as const)}
      nameOf={({ name }) => name}
      detail={(one) => <Detail key={one.id} {...one} />}
    />
  )
}

const Detail = (one: Integration) => {
  const texts = useWords(words)
  const inWords = useWords(scopeWords)
  return (
    <>
      <Facts
        facts={[
          [texts.description, one.description],
          [
            texts.owner,
            one.registeredBy !== 'person' ? texts.byItself : [one.ownerName, one.ownerEmail].filter(Boolean).join(', '),
          ],
          [texts.document, one.documentUrl],
          [texts.addresses, <Listed key="addresses" texts={one.redirectUris} />],
          [texts.scopes, <Listed key="scopes" texts={scopesInWords(inWords, one.scopes)} />],
          [texts.machine, one.isMachineToMachine ? texts.on : texts.off],
          [
            texts.addedMachineScopes,
            one.addedMachineScopes.length > 0 && (
              <Listed key="added" texts={scopesInWords(inWords, one.addedMachineScopes)} />
            ),
          ],
          [texts.connections, String(one.connections)],
        ]}
      />
      {one.state !== 'ended' && <Decisions {...one} />}
    </>
  )
}

const Decisions = (one: Integration) => {
  const texts = useWords(words)
  const { isBusy, operate } = useOperate()
  const path = { integrationId: one.id }
  const at = '/operator/integrations/{integrationId}'
  // What is on the screen is what is approved: nothing that its owner has changed meanwhile.
  const approve = (body: object) => () => operate(`${at}/approve`, path, { ...body, seen: one.seen })
  const withdraw = (body: object) => () => operate(`${at}/withdraw-approval`, path, body)
  const production = { approval: 'production' }
  const machine = { approval: 'machineToMachine' }
  const elevated = { approval: 'elevatedScope', scope: ELEVATED }
  return (
    <div className="page-actions">
      {one.state === 'waiting' && (
        <ActionButton keys="a" loading={isBusy} onClick={() => void approve(production)()}>
          {texts.approve}
        </ActionButton>
      )}
      {one.state === 'approved' && (
        <ConfirmButton label={texts.withdraw} isBusy={isBusy} onSure={withdraw(production)}>
          <p>{texts.withdrawLead}</p>
        </ConfirmButton>
      )}
      {one.registeredBy === 'person' && (!one.isMachineToMachine || one.addedMachineScopes.length > 0) && (
        <ActionButton variant="default" loading={isBusy} onClick={() => void approve(machine)()}>
          {one.isMachineToMachine ? texts.approveMachineAgain : texts.approveMachine}
        </ActionButton>
      )}
      {one.isMachineToMachine && (
        <ConfirmButton label={texts.withdrawMachine} isBusy={isBusy} onSure={withdraw(machine)}>
          <p>{texts.withdrawMachineLead}</p>
        </ConfirmButton>
      )}
      {one.scopes.includes(ELEVATED) &&
        (one.elevatedScopes.includes(ELEVATED) ? (
          <ConfirmButton label={texts.withdrawScope(ELEVATED)} isBusy={isBusy} onSure={withdraw(elevated)}>
            <p>{texts.withdrawScopeLead}</p>
          </ConfirmButton>
        ) : (
          <ActionButton variant="default" loading={isBusy} onClick={() => void approve(elevated)()}>
            {texts.approveScope(ELEVATED)}
          </ActionButton>
        ))}
      <ConfirmButton label={texts.end} isBusy={isBusy} onSure={() => operate(at, path)}>
        <p>{texts.endLead}</p>
      </ConfirmButton>
    </div>
  )
}
