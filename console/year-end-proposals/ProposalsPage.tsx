// The proposals of a year-end: a list in the order in which they are taken, and one with its working, its entry, and
// what is given for it. One key takes it.
import { CloseButton } from '@mantine/core'
import { queries, type Schema, sentencesOf, useCompany, useRefresh } from '#client'
import { CompanyLink, Sheet, YearPage } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { ActionButton, bound, Heads, Money, oreOf, ResilientContent, Split, Tag, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { ADDRESS as INPUTS, InputsForm } from './InputsForm.tsx'
import { Entry, Working } from './Working.tsx'
import { words } from './words.ts'

export { ProposalsPage as Page }

type Proposal = Schema<'YearEndProposal'>

const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/proposals'

const ProposalsPage = () => {
  const texts = useWords(words)
  return (
    <YearPage title={texts.title} lead={texts.lead} first="nextToClose">
      {({ id }) => <Proposals key={id} fiscalYearId={id} />}
    </YearPage>
  )
}

const tones: Readonly<Record<Proposal['state'], 'plain' | 'good' | 'wrong' | 'waiting'>> = {
  notApplicable: 'plain',
  inTaxReturn: 'plain',
  declined: 'plain',
  lacksInputs: 'waiting',
  nothing: 'plain',
  proposed: 'waiting',
  taken: 'good',
  moved: 'wrong',
}

const State = ({ of }: { of: Proposal['state'] }) => {
  const texts = useWords(words)
  return <Tag tone={tones[of]}>{texts.states[of]}</Tag>
}

const Proposals = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const path = { companyId, fiscalYearId }
  const found = queries.useQuery('get', ADDRESS, { params: { path } })
  return (
    <ResilientContent of={found}>
      {({ items }) => {
        const shown = items.find(({ kind }) => kind === open)
        return (
          <Split
            label={shown?.name ?? texts.proposal}
            list={
              <Sheet label={texts.title}>
                <Heads texts={[texts.proposal, texts.state]} amounts={[texts.amount]} />
                <tbody>
                  {items.map(({ kind, name, state, entry }) => (
                    <tr key={kind}>
                      <th scope="row" className="is-text">
                        <button type="button" className="link-button" onClick={() => set({ open: kind })}>
                          {name}
                        </button>
                      </th>
                      <td>
                        <State of={state} />
                      </td>
                      <td className="is-right">{entry.length > 0 && <Money ore={sumOf(entry)} />}</td>
                    </tr>
                  ))}
                </tbody>
              </Sheet>
            }
            detail={
              shown ? (
                <Detail
                  key={shown.kind}
                  proposal={shown}
                  nameOf={(kind) => items.find((one) => one.kind === kind)?.name ?? kind}
                  fiscalYearId={fiscalYearId}
                  onClose={() => set({ open: null })}
                />
              ) : null
            }
          />
        )
      }}
    </ResilientContent>
  )
}

const sumOf = (entry: Proposal['entry']): number => entry.reduce((sum, { debit }) => sum + oreOf(debit), 0)

const Detail = ({
  proposal,
  nameOf,
  fiscalYearId,
  onClose,
}: {
  proposal: Proposal
  nameOf: (kind: string) => string
  fiscalYearId: string
  onClose: () => void
}) => {
  const texts = useWords(words)
  const { kind, name, state, date, steps, entry, missing, waitsFor, taken } = proposal
  const isMoved = state === 'moved'
  const isBooked = state !== 'notApplicable' && state !== 'inTaxReturn'
  const others = waitsFor.map((one) => (one === 'depreciation' || one === 'accruals' ? texts.work[one] : nameOf(one)))
  return (
    <>
      <div className="detail-head">
        <h2>{name}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <p>
        <State of={state} /> <span className="soft">{date}</span>
      </p>
      {missing.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="is-wrong">
          {texts.missing}: {message}
        </p>
      ))}
      {others.length > 0 && entry.length > 0 && <p className="is-wrong">{texts.waits(others.join(', '))}</p>}
      {isBooked && <Acts proposal={proposal} fiscalYearId={fiscalYearId} />}
      {entry.length > 0 && <Entry lines={entry} caption={isMoved ? texts.difference : texts.entry} />}
      {steps.length > 0 && <Working steps={steps} caption={texts.working} />}
      {taken.length > 0 && (
        <ul className="plain-list">
          {taken.map(({ journalEntryRef, takenBy }) => (
            <li key={journalEntryRef.id}>
              <CompanyLink to="/journal" search={{ open: journalEntryRef.id }}>
                {texts.takenBy(takenBy)}
              </CompanyLink>
            </li>
          ))}
        </ul>
      )}
      {kind === 'resultDecision' && isBooked && (
        <CompanyLink to="/annual-report" search={{ year: fiscalYearId }}>
          {texts.equity}
        </CompanyLink>
      )}
      {isBooked && <Inputs kind={kind} fiscalYearId={fiscalYearId} />}
    </>
  )
}

/** Taking, reversing and declining it. */
const Acts = ({ proposal, fiscalYearId }: { proposal: Proposal; fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { isBusy, run } = useDo()
  const { kind, state, entry, missing, waitsFor, taken } = proposal
  const path = { companyId, fiscalYearId, proposal: kind }
  const inputs = useInputs(fiscalYearId)
  if (!may('journal-entries:write')) return null
  const reverse = async () => {
    await send('POST', `${ADDRESS}/{proposal}/reverse`, { path })
    await refresh('fiscal-years')
  }
  const take = async () => {
    try {
      await send('POST', `${ADDRESS}/{proposal}/take`, { path })
      await refresh('fiscal-years')
      say(texts.taken, { undo: { label: texts.undo, run: () => void run(reverse, texts.reversed) } })
    } catch (error) {
      say(sentencesOf(error).join(' · '), { isWrong: true })
    }
  }
  const declined = inputs.data?.declined ?? []
  const isDeclined = state === 'declined'
  const decline = async () => {
    const next = isDeclined ? declined.filter((one) => one !== kind) : [...declined, kind]
    await send('PATCH', INPUTS, { path: { companyId, fiscalYearId }, body: { declined: next } })
    await refresh('fiscal-years')
  }
  const mayTake = entry.length > 0 && missing.length === 0 && waitsFor.length === 0 && !isDeclined
  return (
    <div className="page-actions">
      {mayTake && (
        <ActionButton keys="t" loading={isBusy} onClick={() => void take()}>
          {state === 'moved' ? texts.takeDifference : texts.take}
        </ActionButton>
      )}
      {inputs.data && (
        <ActionButton
          variant="default"
          keys="x"
          loading={isBusy}
          onClick={() => void run(decline, isDeclined ? texts.undeclined : texts.declined)}
        >
          {isDeclined ? texts.undecline : texts.decline}
        </ActionButton>
      )}
      {taken.length > 0 && (
        <ConfirmButton label={texts.reverse} keys="r" isBusy={isBusy} onSure={() => run(reverse, texts.reversed)}>
          <p>{texts.reverseLead}</p>
        </ConfirmButton>
      )}
    </div>
  )
}

const useInputs = (fiscalYearId: string) => {
  const { id: companyId, may } = useCompany()
  return queries.useQuery(
    'get',
    INPUTS,
    { params: { path: { companyId, fiscalYearId } } },
    { enabled: may('journal-entries:read') },
  )
}

const Inputs = ({ kind, fiscalYearId }: { kind: string; fiscalYearId: string }) => {
  const { may } = useCompany()
  const found = useInputs(fiscalYearId)
  if (!may('journal-entries:read') || !may('journal-entries:write')) return null
  return (
    <ResilientContent of={found}>
      {(inputs) => <InputsForm kind={kind} inputs={inputs} fiscalYearId={fiscalYearId} />}
    </ResilientContent>
  )
}
