// The bank's transactions as one queue: those not booked first, each with what it is probably for and why. Enter takes
// the proposal, `e` opens it for change, `s` puts it off, and all sure ones are booked together after a look at them.
import { NativeSelect } from '@mantine/core'
import { useCallback, useMemo, useRef, useState } from 'react'
import { answered, api, matchOf, newIntent, placeOf, useCompany, useRefresh } from '#client'
import { ReportResults } from '#console/banking/payments/ReportResult.tsx'
import { dropped } from '#console/uploads'
import { type Column, Table } from '#table'
import {
  ActionButton,
  amountText,
  bound,
  Chips,
  Empty,
  FailureMessage,
  Money,
  oreOf,
  Page,
  ResilientContent,
  Search,
  Split,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { ImportQuestion } from './ImportQuestion.tsx'
import { Preview } from './Preview.tsx'
import { bestOf, isTakeable, type Line, reasonOf, saidOf, sureLines } from './proposals.ts'
import { type Shown, type Statement, useLines, usePutOff, useStatements } from './queue.ts'
import { Chosen, SeveralForm } from './SeveralForm.tsx'
import { StatementFacts } from './StatementFacts.tsx'
import { TransactionDetail } from './TransactionDetail.tsx'
import { TruncationNotice } from './TruncationNotice.tsx'
import { useImport } from './use-import.ts'
import { words } from './words.ts'

export { BankPage as Page }

const filters = ['todo', 'later', 'booked'] as const

const BankPage = () => {
  const texts = useWords(words)
  const { may } = useCompany()
  const [{ open, show = 'todo', statement = '', preview, q = '', several, edit }, set] = useUrl()
  const shown: Shown = filters.find((one) => one === show) ?? 'todo'
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const statements = useStatements()
  const all = statements.data?.items ?? []
  const statementShown = all.find(({ id }) => id === statement)
  const { lines, hasMore, error, isLoading } = useLines(all, { chosen: statementShown, shown, text: q })
  const refresh = useRefresh()
  const read = {
    data: lines.length > 0 ? lines : undefined,
    error: error ?? statements.error,
    refetch: () => refresh('bank-statements', 'bank-transactions'),
  }
  const { ids: off, putOff, takeUp } = usePutOff()
  const { take, taken, wrong } = useTaking()
  const { bring, isBusy, notBrought, reports, closeReports, asking } = useImport()
  const say = useAnnounce()
  const rows = useMemo(
    () => lines.filter(({ id }) => !taken.has(id) && (shown === 'booked' || off.has(id) === (shown === 'later'))),
    [lines, taken, off, shown],
  )
  const sure = useMemo(() => sureLines(shown === 'todo' ? rows : []), [rows, shown])
  const proposed = shown === 'todo' ? rows.filter(isTakeable) : []
  const mayWrite = may('bank-statements:write')
  // A user who comes from another page sees the line, also if it was postponed here.
  const isOpenLine = lines.find(({ id }) => id === open && !taken.has(id))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const chosen = shown === 'booked' ? [] : rows.filter(({ id }) => selected.has(id))
  const unchoose = () => [setSelected(new Set()), set({ several: null })]
  const leave = (line: Line) => {
    if (shown === 'later') return takeUp(line.id)
    putOff(line.id)
    say(`${texts.putOffSaid}: ${saidOf(line)}`, { undo: { label: texts.undo, run: () => takeUp(line.id) } })
  }
  const change = ({ id }: Line) => set({ open: id, several: null, edit: '1' })
  const takeBest = (line: Line) => (bestOf(line) && mayWrite ? void take(line) : change(line))
  const current = isOpenLine ?? rows[0]
  const older = <TruncationNotice read={hasMore ? lines.length : null} />
  if (preview)
    return <Preview lines={proposed} sure={sure} older={older} onClose={() => set({ preview: null, day: null })} />
  return (
    <div className="page" {...(mayWrite ? dropped((files) => void bring(files)) : {})}>
      <Page
        title={texts.title}
        actions={
          mayWrite && (
            <>
              {proposed.length > 0 && (
                <ActionButton keys="b" onClick={() => set({ preview: '1', open: null })}>
                  {texts.preview(sure.length)}
                </ActionButton>
              )}
              <ImportButton onFiles={(files) => void bring(files)} isBusy={isBusy} />
            </>
          )
        }
      >
        <div className="filters">
          <Search label={texts.search} value={q} onChange={search} />
          <Chips
            label={texts.show}
            value={shown}
            choices={filters.map((one) => [one, texts.filters[one]] as const)}
            onChange={(one) => set({ show: one === 'todo' ? null : one, open: null })}
          />
          {all.length > 1 && <StatementChoice statements={all} />}
        </div>
        {(wrong ?? notBrought) !== null && <FailureMessage error={wrong ?? notBrought} />}
        {asking && mayWrite && <ImportQuestion {...asking} shownId={statementShown?.bankAccountRef.id ?? null} />}
        {reports.length > 0 && <ReportResults reports={reports} onClose={closeReports} />}
        {older}
        {statementShown && <StatementFacts statement={statementShown} />}
        {chosen.length > 0 && (
          <Chosen lines={chosen} onTogether={() => set({ several: '1', open: null })} onNone={unchoose} />
        )}
        {mayWrite && current && shown !== 'booked' && chosen.length === 0 && (
          <div className="bank-keys">
            <p className="soft">{texts.keys}</p>
            <ActionButton keys="e" variant="default" size="xs" onClick={() => change(current)}>
              {texts.open}
            </ActionButton>
            <ActionButton keys="s" variant="default" size="xs" onClick={() => leave(current)}>
              {shown === 'later' ? texts.takeUp : texts.putOff}
            </ActionButton>
          </div>
        )}
        <Split
          label={texts.title}
          list={
            <ResilientContent of={read}>
              <Lines
                lines={rows}
                openKey={open ?? null}
                isLoading={isLoading || statements.isLoading}
                empty={emptyText(texts, shown, all.length > 0)}
                how={mayWrite && shown === 'todo' && (all.length > 0 ? texts.allDoneHow : texts.noneHow)}
                onOpen={({ id }) => set({ open: id, several: null, edit: null })}
                {...(mayWrite && shown !== 'booked' ? { selected, onSelect: setSelected } : {})}
                rowKeys={{ Enter: takeBest, e: change, s: leave }}
              />
            </ResilientContent>
          }
          detail={
            several && chosen.length > 0 ? (
              <SeveralForm
                lines={chosen}
                bankAccountIds={[...new Set(chosen.map(({ bankAccountId }) => bankAccountId))]}
                onClose={() => set({ several: null })}
                onDone={unchoose}
              />
            ) : isOpenLine ? (
              <TransactionDetail
                key={isOpenLine.id}
                line={isOpenLine}
                onTake={(proposal) => void take(isOpenLine, proposal)}
                onClose={() => set({ open: null, edit: null })}
                isChanged={edit === '1'}
                onOpened={() => set({ show: null })}
              />
            ) : null
          }
        />
      </Page>
    </div>
  )
}

/** One statement, or all. */
const StatementChoice = ({ statements }: { statements: readonly Statement[] }) => {
  const texts = useWords(words)
  const [{ statement = '' }, set] = useUrl()
  return (
    <NativeSelect
      aria-label={texts.statement}
      value={statement}
      onChange={({ currentTarget }) => set({ statement: currentTarget.value, open: null })}
      data={[
        { value: '', label: texts.allStatements },
        ...statements.map(({ id, fromDate = '', toDate = '', fileName }) => ({
          value: id,
          label: fromDate ? `${fromDate} – ${toDate}` : fileName,
        })),
      ]}
    />
  )
}

const emptyText = (texts: (typeof words)['sv'], shown: Shown, hasStatements: boolean): string => {
  if (shown === 'later') return texts.noneLater
  if (shown === 'booked') return texts.noneBooked
  return hasStatements ? texts.allDone : texts.none
}

const Lines = ({
  lines,
  openKey,
  isLoading,
  empty,
  how,
  onOpen,
  ...rest
}: {
  lines: readonly Line[]
  openKey: string | null
  isLoading: boolean
  empty: string
  how: string | false
  onOpen: (line: Line) => void
  rowKeys: Readonly<Record<string, (line: Line) => void>>
  selected?: ReadonlySet<string>
  onSelect?: (keys: ReadonlySet<string>) => void
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const money = (kronor: number) => amountText(oreOf(kronor), language)
  const columns: Column<Line>[] = [
    { key: 'date', title: texts.date, width: '8rem', cell: ({ date }) => date },
    { key: 'text', title: texts.text, width: 'minmax(5rem, 2fr)', cell: saidOf },
    {
      key: 'amount',
      title: texts.amount,
      width: '6.5rem',
      align: 'right' as const,
      cell: ({ amount }) => <Money kronor={amount} />,
    },
    {
      key: 'proposal',
      title: texts.proposal,
      width: 'minmax(7rem, 3fr)',
      isWide: true,
      isLine: true,
      cell: (line) => {
        const best = bestOf(line)
        if (line.status === 'booked') return <span className="soft">{texts.booked}</span>
        return best ? (
          reasonOf(line, best, { texts: texts.reasons, money })
        ) : (
          <span className="soft">{texts.noProposal}</span>
        )
      },
    },
  ]
  return (
    <Table
      label={texts.title}
      columns={columns}
      rows={lines}
      keyOf={({ id }) => id}
      openKey={openKey}
      onOpen={onOpen}
      {...rest}
      isLoading={isLoading}
      empty={<Empty how={how}>{empty}</Empty>}
    />
  )
}

const ImportButton = ({ onFiles, isBusy }: { onFiles: (files: readonly File[]) => void; isBusy: boolean }) => {
  const texts = useWords(words)
  const field = useRef<HTMLInputElement>(null)
  return (
    <>
      <ActionButton variant="default" loading={isBusy} onClick={() => field.current?.click()} {...bound('u')} keys="u">
        {texts.importFile}
      </ActionButton>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        aria-label={texts.importFile}
        accept=".xml,.camt,.csv,.txt,.xlsx,application/xml,text/xml,text/csv"
        onChange={({ currentTarget }) => {
          const files = [...(currentTarget.files ?? [])]
          if (files.length > 0) onFiles(files)
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Books a line on a proposal. It leaves the queue at once, and comes back when it is refused. */
const useTaking = () => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set())
  const [wrong, setWrong] = useState<unknown>(null)
  const take = async (line: Line, proposal = bestOf(line)) => {
    if (!proposal) return
    setWrong(null)
    // A bank payment says only how it was paid: the line stays for what it paid.
    const leaves = proposal.kind !== 'bankPayment'
    if (leaves) setTaken((before) => new Set(before).add(line.id))
    try {
      const at = '/companies/{companyId}/bank-statements/{bankStatementId}/transactions/{transactionId}/match'
      const { journalEntryRef } = answered(
        await api.POST(at, {
          params: { path: { companyId, bankStatementId: line.statementId, transactionId: line.id } },
          headers: { 'Idempotency-Key': newIntent() },
          body: matchOf(proposal),
        }),
      )
      const entry = journalEntryRef && placeOf('journalEntry', journalEntryRef.id)
      say(`${texts.booked}: ${saidOf(line)}`, {
        links: entry
          ? [{ label: texts.toEntry, to: `/companies/${companyId}${entry.path}`, search: entry.search }]
          : [],
      })
      await refresh('bank-statements', 'invoices', 'supplier-invoices', 'journal-entries', 'bank-payments')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setTaken((before) => new Set([...before].filter((id) => id !== line.id)))
    }
  }
  return { take, taken, wrong }
}
