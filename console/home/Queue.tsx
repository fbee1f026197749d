// The queue: everything that is to be done, the longest due first. `j k` go through it; Enter takes what is proposed,
// or opens what there is to do; `e` opens it in any case, `s` puts it off until tomorrow.
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type CSSProperties, type KeyboardEvent, useState } from 'react'
import { api, matchOf, newIntent, placeOf, queries, type Schema, sentencesOf, useCompany, useIntent } from '#client'
import { type Column, Table } from '#table'
import { Act, amountText, Bones, Empty, Money, oreOf, Tag, useSay, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { keepPutOff, readPutOff } from './put-off.ts'
import { words } from './words.ts'

type Item = Schema<'QueueItem'>

/** What a proposal names: numbers of documents, an account, or somebody. */
const whatOf = ({ number, name, account, parts = [] }: NonNullable<Item['proposal']>): string =>
  account === undefined
    ? parts.map((part) => part.number ?? part.name ?? '').join(', ') || (number ?? name ?? '')
    : String(account)

const keyOf = ({ kind, id }: Item): string => `${kind} ${id}`

/** What of the console shows a kind. */
const things: Readonly<Record<Item['kind'], string>> = {
  'bankTransaction.unmatched': 'transaction',
  'receipt.unrecorded': 'upload',
  'supplierInvoice.unapproved': 'supplierInvoice',
  'supplierInvoice.unpaid': 'supplierInvoice',
  'invoice.unpaid': 'invoice',
  'invoice.unrecorded': 'invoice',
  'invoice.draft': 'invoice',
  'payment.unsigned': 'bankPayment',
  'vat.unreported': 'vatPeriod',
  'fiscalYear.unclosed': 'fiscalYear',
  'incomeTaxReturn.due': 'taxReturn',
  'annualReport.due': 'annualReport',
}

export const Queue = () => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [putOff, setPutOff] = useState(() => readPutOff(companyId))
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/companies/{companyId}/queue',
    { params: { path: { companyId }, query: { pageSize: 100 } } },
    { enabled: may('queue:read') },
  )
  const { take, open, markDone } = useDoing(setDone)
  if (error) return <Wrong error={error} retry={() => void refetch()} />
  if (!data) return may('queue:read') ? <Bones /> : null
  const rows = data.items.filter((item) => !putOff.includes(keyOf(item)) && !done.has(keyOf(item)))
  const keep = (keys: readonly string[]) => {
    setPutOff(keys)
    keepPutOff(companyId, keys)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')
    const item = row && rows[Number(row.dataset.index)]
    if (!item || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'e') open(item)
    else if (event.key === 'd' && isDeadline(item)) void markDone(item)
    else if (event.key === 's') keep([...putOff, keyOf(item)])
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
          {data.counts.map(({ kind, count }) => (
            <li key={kind}>
              <Tag>{`${texts.kinds[kind]} ${count}`}</Tag>
            </li>
          ))}
        </ul>
        {putOff.length > 0 && (
          <Act variant="subtle" size="xs" onClick={() => keep([])}>
            {texts.putBack(putOff.length)}
          </Act>
        )}
      </div>
      {rows.length === 0 ? (
        <Empty>{putOff.length > 0 ? texts.restPutOff : texts.nothingToDo}</Empty>
      ) : (
        <>
          <QueueTable rows={rows} onTake={(item) => void take(item)} />
          <p className="soft queue-keys">{texts.queueKeys}</p>
        </>
      )}
    </section>
  )
}

/** Taking what is proposed, at once on the screen; and opening it. */
const useDoing = (setDone: (change: (was: ReadonlySet<string>) => ReadonlySet<string>) => void) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const navigate = useNavigate()
  const client = useQueryClient()
  const say = useSay()
  const intent = useIntent()
  const open = ({ kind, id, number }: Item) => {
    const place = placeOf(kind === 'invoice.draft' && number === 'creditNote' ? 'creditNote' : things[kind], id)
    if (!place) return
    void navigate({ to: `/companies/${companyId}${place.path}` as never, search: place.search as never })
  }
  const take = async (item: Item) => {
    const { proposal, statementId } = item
    if (!proposal || !statementId || !may('bank-statements:write')) return open(item)
    const body = matchOf(proposal)
    const path = { companyId, bankStatementId: statementId, transactionId: item.id }
    setDone((was) => new Set([...was, keyOf(item)]))
    try {
      await api.POST('/companies/{companyId}/bank-statements/{bankStatementId}/transactions/{transactionId}/match', {
        params: { path },
        body,
        headers: intent.headers(body),
      })
      say(texts.matched(item.name, whatOf(proposal)))
      await client.invalidateQueries({
        predicate: ({ queryKey: [, address] }) => /queue|reports/.test(String(address)),
      })
    } catch (error) {
      setDone((was) => new Set([...was].filter((key) => key !== keyOf(item))))
      say(sentencesOf(error).join(' · '), { isWrong: true })
    }
  }
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
  return { take, open, markDone }
}

const isDeadline = ({ kind }: Item): boolean => kind.endsWith('.due')
const READ_AGAIN = /queue|reports|fiscal-years/

const QueueTable = ({ rows, onTake }: { rows: readonly Item[]; onTake: (item: Item) => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const reasonOf = ({ proposal, amount }: Item): string => {
    if (!proposal) return ''
    const { reason, kind, times = 0 } = proposal
    const what = `${texts.things[kind]} ${whatOf(proposal)}`.trim()
    if (reason === 'habit') return texts.habit(what, times)
    return texts.reasons[reason](what, amountText(oreOf(amount ?? 0), language))
  }
  const proposalOf = (item: Item) => (
    <>
      {reasonOf(item)}
      {item.proposal && !item.proposal.isSure && <span className="soft"> {texts.unsure}</span>}
    </>
  )
  const columns: Column<Item>[] = [
    {
      ...{ key: 'date', title: texts.dueOn, width: '6.5rem' },
      cell: ({ date, isOverdue }) => <span className={isOverdue ? 'is-wrong' : undefined}>{date}</span>,
    },
    { key: 'kind', title: texts.toDo, width: 'minmax(6rem, 14rem)', cell: ({ kind }) => texts.kinds[kind] },
    {
      ...{ key: 'name', title: texts.about, width: 'minmax(0, 1fr)' },
      cell: ({ name, number, kind, from, date }) =>
        kind === 'vat.unreported' || kind === 'fiscalYear.unclosed'
          ? `${from ?? ''} – ${date}`
          : [name, kind === 'invoice.draft' ? '' : number].filter(Boolean).join(' · '),
    },
    { key: 'proposal', title: texts.proposal, width: 'minmax(10rem, 1.5fr)', isWide: true, cell: proposalOf },
    {
      ...{ key: 'amount', title: texts.amount, width: '8rem', align: 'right', isWide: true },
      cell: ({ amount, currency }) =>
        amount === undefined ? null : (
          <>
            <Money kronor={amount} /> {currency === 'SEK' ? '' : currency}
          </>
        ),
    },
  ]
  return <Table label={texts.queue} columns={columns} rows={rows} keyOf={keyOf} onOpen={onTake} />
}
