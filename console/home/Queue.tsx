// The queue: everything that is to be done, the longest due first. `j k` go through it; Enter takes what is proposed:
// books it, or leads to where it is done; `e` or a click opens it and books nothing, `s` puts it off until tomorrow.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, useEffect, useState } from 'react'
import {
  answered,
  api,
  failureText,
  matchOf,
  newIntent,
  placeOf,
  type Schema,
  sentencesOf,
  useCompany,
  useIntent,
  usePages,
} from '#client'
import { type Column, Table } from '#table'
import {
  ActionButton,
  amountText,
  Empty,
  isOwnCurrency,
  Money,
  oreOf,
  PageSkeleton,
  ResilientContent,
  Tag,
  useAnnounce,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { GettingStarted } from './GettingStarted.tsx'
import { type Place, placeOfItem, placeToDo, scopeOf, wordOf } from './places.ts'
import { keepPutOff, readPutOff } from './put-off.ts'
import { words } from './words.ts'

type Item = Schema<'QueueItem'>
type Texts = (typeof words)['sv']
type Proposal = NonNullable<Item['proposal']>

/** What a proposal names: document numbers, an account, or a counterparty. */
const whatOf = ({ number, name, account, parts = [] }: Proposal): string =>
  account === undefined
    ? parts.map((part) => part.number ?? part.name ?? '').join(', ') || (number ?? name ?? '')
    : String(account)

/** So many of a kind are counted; there may be more. */
const MOST_COUNTED = 1000

const keyOf = ({ kind, id }: Item): string => `${kind} ${id}`

export const Queue = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const say = useAnnounce()
  const [putOff, setPutOff] = useState(() => readPutOff(companyId))
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const found = usePages<Item>('/queue', { companyId, enabled: may('queue:read') })
  const { isSuccess, isFetching, hasNextPage, fetchNextPage } = found
  const isTaken = (item: Item): boolean => putOff.includes(keyOf(item)) || done.has(keyOf(item))
  const rows = found.rows.filter((item) => !isTaken(item))
  // If everything on a page is postponed, the next one follows.
  const isLacking = rows.length === 0 && hasNextPage
  const goesOn = isLacking && isSuccess && !isFetching
  useEffect(() => {
    if (goesOn) void fetchNextPage()
  }, [goesOn, fetchNextPage])
  const { take, press, open, markDone } = useDoing(setDone)
  if (!may('queue:read')) return null
  return (
    <ResilientContent of={found}>
      {(data) => {
        if (isLacking) return isSuccess ? <PageSkeleton /> : null
        const { counts } = data.pages[0] as unknown as Schema<'Queue'>
        const keep = (keys: readonly string[]) => {
          setPutOff(keys)
          keepPutOff(companyId, keys)
        }
        const leave = (item: Item) => {
          keep([...putOff, keyOf(item)])
          say(texts.putOff, {
            undo: { label: texts.undo, run: () => keep(readPutOff(companyId).filter((key) => key !== keyOf(item))) },
          })
        }
        const onKeyDown = (event: KeyboardEvent) => {
          const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
          const item = row && rows[Number(row.dataset.index)]
          if (!item || event.ctrlKey || event.metaKey || event.altKey) return
          if (event.key === 'e') open(item)
          else if (event.key === 'd' && isDeadline(item)) void markDone(item)
          else if (event.key === 's') leave(item)
          else return
          event.preventDefault()
          event.stopPropagation()
        }
        return (
          <section
            className="queue"
            aria-labelledby="queue"
            style={{ '--rows': rows.length } as CSSProperties}
            onKeyDown={onKeyDown}
          >
            <div className="queue-head">
              <h2 id="queue">{texts.queue}</h2>
              <ul className="queue-counts">
                {counts.map(({ kind, count }) => (
                  <li key={kind}>
                    <Tag>{`${texts.kinds[kind]} ${count}`}</Tag>
                  </li>
                ))}
              </ul>
              {putOff.length > 0 && (
                <ActionButton variant="subtle" size="xs" onClick={() => keep([])}>
                  {texts.putBack(putOff.length)}
                </ActionButton>
              )}
            </div>
            {rows.length === 0 ? (
              putOff.length > 0 ? (
                <Empty>{texts.restPutOff}</Empty>
              ) : (
                <GettingStarted empty={texts.nothingToDo} />
              )
            ) : (
              <>
                <QueueTable
                  rows={rows}
                  onTake={(item) => void take(item)}
                  onPress={press}
                  hasMore={hasNextPage}
                  onMore={() => void fetchNextPage()}
                />
                {hasNextPage && (
                  <p className="soft queue-more" role="status">
                    {texts.more(
                      counts.reduce((sum, { count }) => sum + count, 0) - found.rows.length,
                      counts.some(({ count }) => count >= MOST_COUNTED),
                    )}
                  </p>
                )}
                <p className="soft keys-line queue-keys">{texts.queueKeys}</p>
              </>
            )}
          </section>
        )
      }}
    </ResilientContent>
  )
}

/** Taking what is proposed, at once on the screen; and opening it. */
const useDoing = (setDone: (change: (was: ReadonlySet<string>) => ReadonlySet<string>) => void) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const navigate = useNavigate()
  const client = useQueryClient()
  const say = useAnnounce()
  const intent = useIntent()
  const go = (place: Place | null) => {
    if (!place) return
    void navigate({ to: `/companies/${companyId}${place.path}` as never, search: place.search as never })
  }
  const open = (item: Item) => go(placeOfItem(item))
  /** Links to what was booked, and to where it is corrected; what the service did not name has none. */
  const linksOf = (...things: (readonly [kind: string, id: string | undefined, label: string])[]) =>
    things.flatMap(([kind, id, label]) => {
      const place = id === undefined ? null : placeOf(kind, id)
      return place ? [{ label, to: `/companies/${companyId}${place.path}`, search: place.search }] : []
    })
  const match = async ({ id, name, statementId = '', proposal }: Item & { proposal: Proposal }) => {
    const body = matchOf(proposal)
    const path = { companyId, bankStatementId: statementId, transactionId: id }
    const at = '/companies/{companyId}/bank-statements/{bankStatementId}/transactions/{transactionId}/match'
    const headers = intent.headers({ path, body })
    const { journalEntryRef } = answered(await api.POST(at, { params: { path }, body, headers }))
    say(texts.matched(name, whatOf(proposal)), {
      links: linksOf(['journalEntry', journalEntryRef?.id, texts.toEntry], ['transaction', id, texts.toCorrection]),
    })
  }
  const record = async ({ id, number = '', documentType }: Item) => {
    const headers = { 'Idempotency-Key': newIntent() }
    const { journalEntryRef } =
      documentType === 'creditNote'
        ? answered(
            await api.POST('/companies/{companyId}/credit-notes/{creditNoteId}/record', {
              params: { path: { companyId, creditNoteId: id } },
              headers,
            }),
          )
        : answered(
            await api.POST('/companies/{companyId}/invoices/{invoiceId}/record', {
              params: { path: { companyId, invoiceId: id } },
              headers,
            }),
          )
    const kind = documentType ?? 'invoice'
    say(texts.booked(texts.things[kind], number), {
      links: linksOf(['journalEntry', journalEntryRef?.id, texts.toEntry], [kind, id, texts.toCorrection]),
    })
  }
  /** What failed again is told, and stays to be done. */
  const retry = async ({ id, name, date }: Item) => {
    const path = { companyId, recurringInvoiceId: id, date }
    const { data } = await api.POST(
      '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}/occurrences/{date}/retry',
      { params: { path }, headers: { 'Idempotency-Key': newIntent() } },
    )
    if (data?.failure) throw new Error(await failureText(data.failure))
    say(texts.retried(name))
  }
  /** What is booked at once; everything else is done on its own page. */
  const deedOf = (item: Item): (() => Promise<void>) | null => {
    const { kind, proposal } = item
    if (kind === 'bankTransaction.unmatched') return proposal ? () => match({ ...item, proposal }) : null
    if (kind === 'recurringInvoice.failed') return () => retry(item)
    return kind === 'invoice.unrecorded' ? () => record(item) : null
  }
  const take = async (item: Item) => {
    if (!may(scopeOf(item))) return open(item)
    const deed = deedOf(item)
    if (!deed) return go(placeToDo(item))
    setDone((was) => new Set([...was, keyOf(item)]))
    try {
      await deed()
      await client.invalidateQueries({ predicate: ({ queryKey: [, address] }) => READ_AGAIN.test(String(address)) })
    } catch (error) {
      setDone((was) => new Set([...was].filter((key) => key !== keyOf(item))))
      wrong(error)
    }
  }
  /** Where a click leads: nothing is booked by one. */
  const press = (item: Item) => (deedOf(item) || !may(scopeOf(item)) ? open(item) : go(placeToDo(item)))
  const mark = async ({ kind, id }: Item, isDone: boolean) => {
    const path = { companyId, fiscalYearId: id, kind: kind.split('.')[0] ?? '' }
    const body = { isDone }
    await api.POST('/companies/{companyId}/fiscal-years/{fiscalYearId}/deadlines/{kind}', {
      params: { path },
      body,
      headers: { 'Idempotency-Key': newIntent() },
    })
    await client.invalidateQueries({ predicate: ({ queryKey: [, address] }) => READ_AGAIN.test(String(address)) })
  }
  /** Noted as handed in, and off the queue at once; it can be taken back. */
  const markDone = async (item: Item) => {
    const back = () => setDone((was) => new Set([...was].filter((key) => key !== keyOf(item))))
    if (!may('fiscal-years:manage')) return open(item)
    setDone((was) => new Set([...was, keyOf(item)]))
    try {
      await mark(item, true)
      const undo = () => void mark(item, false).then(back, wrong)
      say(texts.handedIn(texts.kinds[item.kind], item.name), { undo: { label: texts.undo, run: undo } })
    } catch (error) {
      back()
      wrong(error)
    }
  }
  const wrong = (error: unknown) => say(sentencesOf(error).join(' · '), { isWrong: true })
  return { take, press, open, markDone }
}

const isDeadline = ({ kind }: Item): boolean => kind.endsWith('.due')
const READ_AGAIN = /queue|reports|fiscal-years|invoices|credit-notes|recurring-invoices/

/** An unrecorded credit note is told from an invoice. */
const toDoOf =
  (texts: Texts) =>
  ({ kind, documentType }: Item): string =>
    kind === 'invoice.unrecorded' && documentType === 'creditNote' ? texts.bookCreditNote : texts.kinds[kind]

type TableGiven = {
  rows: readonly Item[]
  onTake: (item: Item) => void
  onPress: (item: Item) => void
  hasMore: boolean
  onMore: () => void
}

const QueueTable = ({ rows, onTake, onPress, hasMore, onMore }: TableGiven) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { may } = useCompany()
  const reasonOf = (item: Item): string => {
    const { proposal, amount } = item
    if (!may(scopeOf(item))) return texts.look
    if (!proposal) return texts.proposals[wordOf(item)]
    const { reason, kind, times = 0 } = proposal
    const which = `${texts.things[kind]} ${whatOf(proposal)}`.trim()
    if (reason === 'rule') return texts.rule(which, proposal.matchingRuleRef?.name ?? '')
    if (reason === 'habit') return texts.habit(which, times)
    return texts.reasons[reason](which, amountText(oreOf(amount ?? 0), language))
  }
  const proposalOf = (item: Item) => (
    <>
      {reasonOf(item)}
      {item.proposal && !item.proposal.isSure && may(scopeOf(item)) && <span className="soft"> {texts.unsure}</span>}
    </>
  )
  const columns: Column<Item>[] = [
    {
      key: 'date',
      title: texts.dueOn,
      width: '6.5rem',
      cell: ({ date, isOverdue }) => <span className={isOverdue ? 'is-wrong' : undefined}>{date}</span>,
    },
    { key: 'kind', title: texts.toDo, width: 'minmax(6rem, 14rem)', cell: toDoOf(texts) },
    {
      key: 'name',
      title: texts.about,
      width: 'minmax(0, 1fr)',
      cell: ({ name, number, kind, from, to }) =>
        kind === 'vat.unreported' || kind === 'fiscalYear.unclosed'
          ? `${from ?? ''} – ${to ?? ''}`
          : [name, number].filter(Boolean).join(' · ') || texts.unnamed,
    },
    {
      key: 'proposal',
      title: texts.proposal,
      width: 'minmax(10rem, 1.5fr)',
      isWide: true,
      isLine: true,
      cell: proposalOf,
    },
    {
      key: 'amount',
      title: texts.amount,
      width: '8rem',
      align: 'right',
      cell: ({ amount, currency }) =>
        amount === undefined ? null : (
          <>
            <Money kronor={amount} /> {isOwnCurrency(currency) ? '' : currency}
          </>
        ),
    },
  ]
  const keyLabels = [
    ['Enter', texts.keyEnter],
    ['e', texts.keyOpen],
    ['s', texts.keyPutOff],
    ...(rows.some(isDeadline) ? [['d', texts.keyDone] as const] : []),
  ] as const
  const given = { columns, rows, keyOf, hasMore, onMore }
  return <Table label={texts.queue} {...given} keyLabels={keyLabels} onOpen={onPress} rowKeys={{ Enter: onTake }} />
}
