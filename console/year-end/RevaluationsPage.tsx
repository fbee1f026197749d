// Revaluations: what is open in other currencies, restated at the rate of a day.
import { Checkbox, CloseButton } from '@mantine/core'
import { useState } from 'react'
import { api, type Schema, useAction, useCompany, useIntent, usePages, useRefresh } from '#client'
import { CompanyLink } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Allowed,
  addDays,
  bound,
  DayInput,
  DecimalInput,
  Empty,
  Facts,
  FailureMessage,
  firstOfMonth,
  Money,
  Page,
  ResilientContent,
  Split,
  Tag,
  today,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { Working } from './RevaluationWorking.tsx'
import { revaluationWords } from './revaluation-words.ts'

export { RevaluationsPage as Page }

type Revaluation = Schema<'CurrencyRevaluation'>
type Proposal = Schema<'CurrencyRevaluationProposal'>

const RevaluationsPage = () => {
  const texts = useWords(revaluationWords)
  const { id: companyId, may } = useCompany()
  const [{ open }, set] = useUrl()
  const found = usePages<Revaluation>('/currency-revaluations', { companyId })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Revaluation>[] = [
    { key: 'date', title: texts.day, width: '7rem', cell: ({ date }) => date },
    { key: 'by', title: texts.by, width: 'minmax(6rem, 1fr)', isWide: true, cell: ({ madeBy }) => madeBy },
    { key: 'state', title: texts.state, width: '7rem', cell: (one) => <State of={one} /> },
    {
      key: 'difference',
      title: texts.difference,
      width: '8rem',
      align: 'right',
      cell: ({ groups }) => <Money kronor={groups.reduce((sum, { difference }) => sum + difference, 0)} />,
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty how={may('journal-entries:write') && texts.noneHow}>{texts.none}</Empty>}
      />
    </ResilientContent>
  )
  const shown = rows.find(({ id }) => id === open)
  const detail =
    open === 'new' ? (
      <Allowed scope="journal-entries:write">
        <NewRevaluation onDone={(id) => set({ open: id })} />
      </Allowed>
    ) : shown ? (
      <Detail key={shown.id} of={shown} onClose={() => set({ open: null })} />
    ) : null
  const actions = may('journal-entries:write') && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.add}
    </ActionButton>
  )
  return (
    <Page title={texts.title} actions={actions}>
      <Split label={texts.title} list={list} detail={detail} />
    </Page>
  )
}

const State = ({ of }: { of: Revaluation }) => {
  const texts = useWords(revaluationWords)
  return of.isStanding ? <Tag tone="good">{texts.standing}</Tag> : <Tag>{texts.takenBack}</Tag>
}

const Detail = ({ of, onClose }: { of: Revaluation; onClose: () => void }) => {
  const texts = useWords(revaluationWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const reverse = () =>
    run(async () => {
      const path = { companyId, currencyRevaluationId: of.id }
      await send('POST', '/companies/{companyId}/currency-revaluations/{currencyRevaluationId}/reverse', { path })
      await refresh('currency-revaluations', 'journal-entries', 'fiscal-years', 'reports')
    }, texts.reversed)
  const hasEntries = of.groups.some(({ journalEntryRef }) => journalEntryRef !== null)
  return (
    <>
      <div className="detail-head">
        <h2>{`${texts.title} ${of.date}`}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.state, <State key="state" of={of} />],
          [texts.by, of.madeBy],
          [texts.reversal, of.isReversed ? texts.isReversed : texts.isKept],
        ]}
      />
      <Working
        groups={of.groups}
        under={(index) => {
          const entries = [
            [texts.entry, of.groups[index]?.journalEntryRef],
            [texts.reversal, of.groups[index]?.reversalEntryRef],
          ] as const
          return entries.map(
            ([name, ref]) =>
              ref && (
                <CompanyLink key={ref.id} to="/journal" search={{ open: ref.id }}>
                  {name}
                </CompanyLink>
              ),
          )
        }}
      />
      {of.isStanding && hasEntries && may('journal-entries:write') && (
        <div>
          <ConfirmButton label={texts.reverse} keys="r" isBusy={isBusy} onSure={reverse}>
            <p>{texts.reverseLead}</p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

type Typed = { date: string; isKept: boolean; rates: Record<string, string>; balances: Record<string, string> }

/** The last day of the month before. */
const lastMonthEnd = (): string => addDays(firstOfMonth(today()), -1)

const NewRevaluation = ({ onDone }: { onDone: (id: string | null) => void }) => {
  const texts = useWords(revaluationWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const [typed, setTyped] = useState<Typed>({ date: lastMonthEnd(), isKept: false, rates: {}, balances: {} })
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const { run, isBusy, error, fields } = useAction()
  const body = bodyOf(typed, proposal)
  const path = { companyId }
  const show = () =>
    run(async () => {
      const { data } = await api.GET('/companies/{companyId}/currency-revaluations/proposal', {
        params: { path, query: queryOf(body) },
      })
      setProposal(data ?? null)
    })
  const book = () =>
    run(async () => {
      const asked = { path, body, headers: intent.headers(body) }
      const { id } = await send<Revaluation>('POST', '/companies/{companyId}/currency-revaluations', asked)
      say(texts.booked)
      await refresh('currency-revaluations', 'journal-entries', 'fiscal-years', 'reports')
      onDone(id)
    })
  // What was typed is of another day once the day is changed.
  const change = (changes: Partial<Typed>) => {
    if (changes.date !== undefined) setProposal(null)
    setTyped({ ...typed, ...changes })
  }
  const isReady = proposal !== null && proposal.missing.length === 0
  return (
    <form
      className="form inner-form"
      aria-label={texts.add}
      onSubmit={(event) => {
        event.preventDefault()
        void (isReady ? book() : show())
      }}
    >
      <h2>{texts.add}</h2>
      <p className="soft">{texts.lead}</p>
      <DayInput
        label={texts.day}
        value={typed.date}
        error={fields.date}
        withAsterisk
        onChange={(date) => change({ date })}
      />
      <Checkbox
        label={texts.keeps}
        description={texts.keepsHint}
        checked={typed.isKept}
        onChange={({ currentTarget }) => change({ isKept: currentTarget.checked })}
      />
      {proposal && (
        <>
          <Lacking proposal={proposal} typed={typed} onChange={change} />
          {proposal.groups.length === 0 && <p role="status">{texts.nothing}</p>}
          <Working groups={proposal.groups} />
        </>
      )}
      {error ? <FailureMessage error={error} /> : null}
      <div className="form-actions">
        <ActionButton type="submit" loading={isBusy} disabled={typed.date === '' || proposal?.groups.length === 0}>
          {isReady ? texts.book : texts.show}
        </ActionButton>
        <ActionButton variant="default" keys="Escape" onClick={() => onDone(null)}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}

/** The currencies without a rate and the accounts without a balance, with those that were typed. */
const lackingIn = ({ groups }: Proposal, { rates, balances }: Typed) => {
  const items = groups.flatMap((group) => group.items.map((item) => ({ ...item, kind: group.kind })))
  const currencies = items.filter(({ rate, currency }) => rate === null || currency in rates)
  const accounts = items.filter(
    ({ kind, amount, number }) => kind === 'account' && (amount === null || number in balances),
  )
  return { currencies: [...new Set(currencies.map(({ currency }) => currency))], accounts }
}

const Lacking = ({
  proposal,
  typed,
  onChange,
}: {
  proposal: Proposal
  typed: Typed
  onChange: (changes: Partial<Typed>) => void
}) => {
  const texts = useWords(revaluationWords)
  const { currencies, accounts } = lackingIn(proposal, typed)
  return (
    <>
      {proposal.missing.map(({ field, message }) => (
        <p key={`${field} ${message}`} className="is-wrong">
          {message}
        </p>
      ))}
      {currencies.map((currency) => (
        <DecimalInput
          key={currency}
          label={texts.rateOf(currency)}
          value={typed.rates[currency] ?? ''}
          onChange={(rate) => onChange({ rates: { ...typed.rates, [currency]: rate } })}
        />
      ))}
      {accounts.map(({ number, currency }) => (
        <DecimalInput
          key={number}
          label={texts.balanceOf(number, currency)}
          value={typed.balances[number] ?? ''}
          onChange={(balance) => onChange({ balances: { ...typed.balances, [number]: balance } })}
        />
      ))}
    </>
  )
}

/** The same as the query of a proposal. */
const queryOf = ({ date, accounts = [], rates = [] }: Schema<'CurrencyRevaluationWrite'>) => {
  const balances = accounts.map(({ account, currency, balance }) => `${account}:${currency}:${balance}`).join(',')
  const given = rates.map(({ currency, rate }) => `${currency}:${rate}`).join(',')
  return { date, ...(balances === '' ? {} : { accounts: balances }), ...(given === '' ? {} : { rates: given }) }
}

/** What is asked for: rates and balances that are typed, in place of those that the service lacks. */
const bodyOf = (typed: Typed, proposal: Proposal | null): Schema<'CurrencyRevaluationWrite'> => {
  const given = (of: Record<string, string>) => Object.entries(of).filter(([, text]) => text !== '')
  const currencyOf = (number: string) =>
    proposal?.groups.flatMap(({ items }) => items).find((item) => item.number === number)?.currency ?? ''
  return {
    date: typed.date,
    isReversed: !typed.isKept,
    rates: given(typed.rates).map(([currency, rate]) => ({ currency, rate: Number(rate) })),
    accounts: given(typed.balances).map(([account, balance]) => {
      return { account: Number(account), currency: currencyOf(account), balance: Number(balance) }
    }),
  }
}
