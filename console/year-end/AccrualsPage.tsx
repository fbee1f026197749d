// Accruals: an amount of an entry that waits for the months that it belongs to.
import { CloseButton, NativeSelect } from '@mantine/core'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { api, Refused, type Schema, soughtIn, useCompany, useIntent, usePages, useRefresh } from '#client'
import { CompanyLink } from '#console/figures'
import { ConfirmButton, Form, send, useDo } from '#console/form'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Allowed,
  bound,
  Empty,
  Facts,
  Money,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export { AccrualsPage as Page }

type Accrual = Schema<'Accrual'>

const AccrualsPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, q = '' }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const found = usePages<Accrual>('/accruals', {
    companyId,
    query: { query: soughtIn(q, { texts: ['title'], numbers: ['account'], amounts: ['amount'] }) },
  })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Accrual>[] = [
    {
      key: 'title',
      title: texts.what,
      width: 'minmax(8rem, 1fr)',
      cell: ({ title, isReversed }) => (
        <>
          {title} {isReversed && <Tag>{texts.reversed}</Tag>}
        </>
      ),
    },
    { key: 'account', title: texts.account, width: '4.5rem', isWide: true, cell: ({ account }) => account },
    { key: 'first', title: texts.month, width: '5rem', isWide: true, cell: ({ firstMonth }) => firstMonth },
    {
      key: 'amount',
      title: texts.amount,
      width: '8rem',
      align: 'right',
      cell: ({ amount }) => <Money kronor={amount} />,
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.accruals}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={
          <Empty how={q === '' && may('journal-entries:write') && texts.noAccrualsHow}>
            {q === '' ? texts.noAccruals : texts.noneFound}
          </Empty>
        }
      />
    </ResilientContent>
  )
  const accrual = rows.find(({ id }) => id === open)
  const detail =
    open === 'new' ? (
      <Allowed scope="journal-entries:write">
        <NewAccrual onDone={(id) => set({ open: id })} />
      </Allowed>
    ) : accrual ? (
      <Detail key={accrual.id} accrual={accrual} onClose={() => set({ open: null })} />
    ) : null
  const actions = may('journal-entries:write') && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.addAccrual}
    </ActionButton>
  )
  return (
    <Page title={texts.accruals} actions={actions}>
      <div className="filters">
        <Search label={texts.searchAccruals} value={q} onChange={search} />
      </div>
      <Split label={texts.accruals} list={list} detail={detail} />
    </Page>
  )
}

const Detail = ({ accrual, onClose }: { accrual: Accrual; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const reverse = () =>
    run(async () => {
      const path = { companyId, accrualId: accrual.id }
      await send('POST', '/companies/{companyId}/accruals/{accrualId}/reverse', { path })
      await refresh('accruals', 'accrual-portions', 'journal-entries', 'reports')
    }, texts.reversed)
  const entry = (id: string) => (
    <CompanyLink to="/journal" search={{ open: id }}>
      {texts.entry}
    </CompanyLink>
  )
  return (
    <>
      <div className="detail-head">
        <h2>{accrual.title}</h2>
        <CloseButton aria-label={texts.closeDetail} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.amount, <Money key="amount" kronor={accrual.amount} />],
          [texts.account, `${accrual.account} → ${accrual.balanceAccount}`],
          [texts.entry, entry(accrual.journalEntryRef.id)],
        ]}
      />
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{texts.month}</th>
            <th scope="col" className="is-right">
              {texts.amount}
            </th>
            <th scope="col">{texts.state}</th>
          </tr>
        </thead>
        <tbody>
          {accrual.portions.map(({ month, amount, journalEntryRef }) => (
            <tr key={month}>
              <td>{month}</td>
              <td className="is-right">
                <Money kronor={amount} />
              </td>
              <td>{journalEntryRef ? entry(journalEntryRef.id) : texts.notBooked}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {!accrual.isReversed && may('journal-entries:write') && (
        <div>
          <ConfirmButton label={texts.reverse} keys="r" isBusy={isBusy} onSure={reverse}>
            <p>{texts.reverseLead}</p>
          </ConfirmButton>
        </div>
      )}
    </>
  )
}

const NewAccrual = ({ onDone }: { onDone: (id: string | null) => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const { entryOf, choice } = useEntryOf()
  return (
    <>
      <h2>{texts.addAccrual}</h2>
      <Form
        name="accruals/new"
        fields={[
          { name: 'number', label: texts.entryNumber, isRequired: true },
          { name: 'account', label: texts.expense, kind: 'account', isRequired: true },
          { name: 'amount', label: texts.amount, kind: 'amount' },
          { name: 'firstMonth', label: texts.firstMonth, isRequired: true },
          { name: 'months', label: texts.monthsOf, kind: 'number', isRequired: true },
        ]}
        action={texts.addAccrual}
        onCancel={() => onDone(null)}
        onSend={async ({ number, ...rest }) => {
          const body = { ...rest, journalEntryRef: { id: await entryOf(String(number ?? '')) } }
          const asked = { path: { companyId }, body, headers: intent.headers(body) }
          const { id } = await send<Accrual>('POST', '/companies/{companyId}/accruals', asked)
          say(texts.saved)
          await refresh('accruals', 'accrual-portions', 'journal-entries')
          onDone(id)
        }}
      >
        {choice}
      </Form>
    </>
  )
}

/** Entries of one number that are read, of which each fiscal year has one. */
const MOST_YEARS = 100

type Hits = { number: string; entries: readonly Pick<Schema<'BookedJournalEntry'>, 'id' | 'date' | 'title'>[] }

/** The entry with a number: if several fiscal years have one, the user chooses among them first. */
const useEntryOf = (): { entryOf: (number: string) => Promise<string>; choice: ReactNode } => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [hits, setHits] = useState<Hits | null>(null)
  const [chosen, setChosen] = useState('')
  const list = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (hits) list.current?.focus()
  }, [hits])
  const entryOf = async (number: string) => {
    if (hits?.number === number && chosen !== '') return chosen
    const query = `journalEntryNumber=="${number.replace(/["\\]/g, '')}"`
    const { data } = await api.GET('/companies/{companyId}/journal-entries', {
      params: { path: { companyId }, query: { query, pageSize: MOST_YEARS } },
    })
    const entries = data?.items ?? []
    const [only] = entries
    setChosen('')
    setHits(entries.length > 1 ? { number, entries } : null)
    if (!only) throw new Refused({ status: 400, errors: [{ field: '#/number', message: texts.noEntry }] })
    if (entries.length > 1) throw new Refused({ status: 400, message: texts.severalEntries })
    return only.id
  }
  const choice = hits && (
    <NativeSelect
      ref={list}
      label={texts.whichEntry}
      value={chosen}
      onChange={({ currentTarget }) => setChosen(currentTarget.value)}
      data={[
        { value: '', label: texts.choose },
        ...hits.entries
          .toSorted((one, two) => two.date.localeCompare(one.date))
          .map(({ id, date, title }) => ({ value: id, label: `${date} ${title}` })),
      ]}
    />
  )
  return { entryOf, choice }
}
