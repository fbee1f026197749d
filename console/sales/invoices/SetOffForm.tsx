// A set-off without money: what was paid too much on one invoice of a customer pays another one.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, queries, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { words } from '#console/sales/words.ts'
import {
  ActionButton,
  DayInput,
  FailureMessage,
  focusFirstWrong,
  kronorOf,
  Money,
  MoneyInput,
  type Ore,
  today,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { setOffWords } from './set-off-words.ts'

type Given = { invoice: Schema<'Invoice'>; leftOre: Ore | null; onClose: () => void }

/** Rows read of invoices that may be set off, and of set-offs: more than a customer has open. */
const MOST = 100

/** By what is left: an overpaid invoice pays one that is unpaid, and the other way round. */
const statusesFor = (leftOre: Ore | null): readonly string[] =>
  leftOre !== null && leftOre < 0 ? ['published', 'underPaid', 'overdue'] : ['overPaid', 'credited']

export const SetOffForm = ({ invoice, leftOre, onClose }: Given) => {
  const texts = useWords(setOffWords)
  const common = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const intent = useIntent()
  const { run, isBusy, error, fields } = useAction()
  const [chosen, setChosen] = useState('')
  const [date, setDate] = useState(today())
  const [ore, setOre] = useState<Ore | null>(null)
  const path = { companyId, invoiceId: invoice.id }
  const whose = invoice.customerRef?.id ?? ''
  const query = statusesFor(leftOre)
    .map((status) => `customerRef.id==${whose}&&currency==${invoice.currency}&&status==${status}`)
    .join('||')
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/invoices',
    { params: { path: { companyId }, query: { query, pageSize: MOST } } },
    { enabled: whose !== '' },
  )
  const others = (data?.items ?? []).filter(({ id }) => id !== invoice.id)
  const other = chosen || (others[0]?.id ?? '')
  const submit = async () => {
    const isDone = await run(async () => {
      const body = { invoiceRef: { id: other }, date, ...(ore === null ? {} : { sumBaseCurrency: kronorOf(ore) }) }
      try {
        await api.POST('/companies/{companyId}/invoices/{invoiceId}/set-offs', {
          params: { path },
          body,
          headers: intent.headers(body),
        })
        intent.done()
      } finally {
        // Until it is read nothing is sent again.
        await refresh('invoices', 'journal-entries')
      }
    })
    if (!isDone) return focusFirstWrong()
    say(texts.said)
    onClose()
  }
  return (
    <form
      className="card form-grid"
      aria-label={texts.setOff}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{texts.setOff}</h3>
      <p className="soft">{texts.lead}</p>
      {data && others.length === 0 ? (
        <p role="status">{texts.none}</p>
      ) : (
        <>
          <NativeSelect
            label={texts.against}
            value={other}
            error={fields['invoiceRef.id']}
            onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            data={others.map(({ id, invoiceNumber, invoiceDate, status }) => ({
              value: id,
              label: `${invoiceNumber ?? ''} · ${invoiceDate} · ${common.states[status]}`,
            }))}
          />
          <MoneyInput
            label={texts.amount}
            placeholder={texts.all}
            value={ore}
            error={fields.sumBaseCurrency}
            onChange={setOre}
          />
          <DayInput label={common.date} value={date} error={fields.date} onChange={setDate} />
        </>
      )}
      <div className="page-actions">
        {other !== '' && (
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
            {texts.setOff}
          </ActionButton>
        )}
        <ActionButton variant="default" keys="Escape" onClick={onClose}>
          {common.cancel}
        </ActionButton>
      </div>
      {error ? <FailureMessage error={error} /> : null}
      <Made invoice={invoice} />
    </form>
  )
}

/** The set-offs of the invoice, each of which can be taken back once. */
const Made = ({ invoice }: Pick<Given, 'invoice'>) => {
  const texts = useWords(setOffWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const intent = useIntent()
  const { run, isBusy, error } = useAction()
  const path = { companyId, invoiceId: invoice.id }
  const { data } = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/set-offs', {
    params: { path, query: { pageSize: MOST } },
  })
  const made = data?.items ?? []
  if (made.length === 0) return null
  const takeBack = (setOffId: string) =>
    run(async () => {
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/set-offs/{setOffId}/reversal', {
        params: { path: { ...path, setOffId } },
        headers: intent.headers(setOffId),
        body: {},
      })
      intent.done()
      await refresh('invoices', 'journal-entries')
      say(texts.saidBack)
    })
  return (
    <>
      <h4>{texts.made}</h4>
      <ul>
        {made.map(({ id, date, sumBaseCurrency }) => (
          <li key={id}>
            {date} <Money kronor={sumBaseCurrency ?? 0} />{' '}
            <ActionButton variant="default" loading={isBusy} onClick={() => void takeBack(id)}>
              {texts.takeBack}
            </ActionButton>
          </li>
        ))}
      </ul>
      {error ? <FailureMessage error={error} /> : null}
    </>
  )
}
