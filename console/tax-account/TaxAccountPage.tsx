// The tax account: its rows with what they are matched with or what is proposed, booked one by one or all that are
// sure, and the balance against account 1630.
import { useCallback, useRef, useState } from 'react'
import { type Schema, sendFile, soughtIn, useCompany, usePages, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { dropped } from '#console/uploads'
import { type Column, Table } from '#table'
import {
  ActionButton,
  amountText,
  Chips,
  Empty,
  FailureMessage,
  Money,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { Balance } from './Balance.tsx'
import { RowDetail } from './RowDetail.tsx'
import type { TaxRow } from './row.ts'
import { words } from './words.ts'

export { TaxAccountPage as Page }

const filters = ['open', 'booked', 'all'] as const
const queries = { open: 'status==open', booked: '(status==booked||status==matched)', all: '' }

const queryOf = (shown: keyof typeof queries, text: string): string =>
  [queries[shown], soughtIn(text, { texts: ['text'], amounts: ['amount'] })].filter(Boolean).join('&&')

const TaxAccountPage = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [{ open, show = 'open', q = '' }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const shown = filters.find((one) => one === show) ?? 'open'
  const found = usePages<TaxRow>('/tax-account/transactions', { companyId, query: { query: queryOf(shown, q) } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const { bring, isBusy, wrong } = useImport()
  const mayWrite = may('bank-statements:write')
  const sure = rows.filter(({ proposal }) => proposal?.isSure)
  const current = rows.find(({ id }) => id === open)
  return (
    <div className="page" {...(mayWrite ? dropped((files) => void bring(files)) : {})}>
      <Page
        title={texts.title}
        actions={
          mayWrite && (
            <>
              {sure.length > 0 && <BookAll rows={sure} />}
              <ImportButton onFiles={(files) => void bring(files)} isBusy={isBusy} />
            </>
          )
        }
      >
        {wrong !== null && <FailureMessage error={wrong} />}
        <Balance />
        <div className="filters">
          <Search label={texts.search} value={q} onChange={search} />
          <Chips
            label={texts.show}
            value={shown}
            choices={filters.map((one) => [one, texts.filters[one]] as const)}
            onChange={(one) => set({ show: one === 'open' ? null : one, open: null })}
          />
        </div>
        <Split
          label={texts.title}
          list={
            <ResilientContent of={found}>
              <Table
                label={texts.title}
                columns={useColumns()}
                rows={rows}
                keyOf={({ id }) => id}
                openKey={open ?? null}
                onOpen={({ id }) => set({ open: id })}
                isLoading={isLoading}
                hasMore={hasNextPage}
                onMore={() => void fetchNextPage()}
                empty={
                  <Empty how={q === '' && mayWrite && texts.noneHow}>
                    {q !== '' ? texts.noneFound : shown === 'open' ? texts.noneOpen : texts.none}
                  </Empty>
                }
              />
            </ResilientContent>
          }
          detail={current ? <RowDetail key={current.id} row={current} onClose={() => set({ open: null })} /> : null}
        />
      </Page>
    </div>
  )
}

const useColumns = (): Column<TaxRow>[] => {
  const texts = useWords(words)
  return [
    { key: 'date', title: texts.date, width: '6.5rem', cell: ({ date }) => date },
    { key: 'text', title: texts.text, width: 'minmax(9rem, 3fr)', cell: ({ text }) => text },
    {
      key: 'amount',
      title: texts.amount,
      width: '7rem',
      align: 'right',
      cell: ({ amount }) => <Money kronor={amount} />,
    },
    {
      key: 'proposal',
      title: texts.proposal,
      width: 'minmax(8rem, 3fr)',
      isWide: true,
      isLine: true,
      cell: (row) => <Proposed row={row} />,
    },
  ]
}

const Proposed = ({ row: { status, proposal, declaration, journalEntryRef } }: { row: TaxRow }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const difference = declaration?.difference ?? 0
  const differs = difference !== 0 && (
    <>
      {' '}
      <Tag tone="waiting">{texts.differs(amountText(oreOf(difference), language))}</Tag>
    </>
  )
  if (status !== 'open')
    return (
      <span className="soft">
        {texts.statuses[status]} {journalEntryRef?.number}
        {differs}
      </span>
    )
  if (!proposal) return <span className="soft">{texts.noProposal}</span>
  const { journalEntryRef: entry, account } = proposal
  return (
    <span>
      {entry ? texts.isEntry(entry.number, entry.title) : texts.onAccount(account ?? 0)}
      {differs || (!proposal.isSure && <span className="soft"> · {texts.unsure}</span>)}
    </span>
  )
}

/** What all sure rows become, looked at before it is booked. */
const BookAll = ({ rows }: { rows: readonly TaxRow[] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const book = () =>
    run(async () => {
      const body = { transactionIds: rows.map(({ id }) => id) }
      await send('POST', '/companies/{companyId}/tax-account/bookings', { path: { companyId }, body })
      await refresh('tax-account', 'journal-entries', 'reports')
    }, texts.bookedAll(rows.length))
  return (
    <ConfirmButton label={texts.bookAll(rows.length)} keys="b" variant="filled" isBusy={isBusy} onSure={book}>
      <p>{texts.bookAllLead}</p>
      <ul className="bullets">
        {rows.map((row) => (
          <li key={row.id}>
            {row.date} {row.text} <Money kronor={row.amount} />: <Proposed row={row} />
          </li>
        ))}
      </ul>
    </ConfirmButton>
  )
}

const ImportButton = ({ onFiles, isBusy }: { onFiles: (files: readonly File[]) => void; isBusy: boolean }) => {
  const texts = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionButton variant="default" keys="u" loading={isBusy} onClick={() => field.current?.click()}>
        {texts.importFile}
      </ActionButton>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        aria-label={texts.importFile}
        accept=".csv,.skv,.txt,text/csv,text/plain"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** One file after the other; one that is refused does not stop the next. */
const useImport = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const bring = async (files: readonly File[]) => {
    setIsBusy(true)
    setWrong(null)
    for (const file of files)
      try {
        const path = '/tax-account/statements'
        const { alreadyImported, statement } = await sendFile<Schema<'TaxAccountImport'>>(companyId, { path, file })
        const { newTransactions, knownTransactions } = statement
        say(alreadyImported ? texts.known : texts.imported(newTransactions, knownTransactions))
      } catch (cause) {
        setWrong(cause)
      }
    await refresh('tax-account')
    setIsBusy(false)
  }
  return { bring, isBusy, wrong }
}
