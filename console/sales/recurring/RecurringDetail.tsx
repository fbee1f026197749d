// A recurring invoice that is open: its schedule, lines, coming dates and what was made, and what can be done with it.
import { Link } from '@tanstack/react-router'
import { newIntent, queries, useCompany, useRefresh, useStoredSentences } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { unitWords } from '#console/sales/editor/unit-words.ts'
import { useGo } from '#console/sales/parts.tsx'
import { ActionButton, decimalText, Facts, FailureMessage, Money, numberText, PageSkeleton, Tag, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { PriceChanges } from './RecurringPrices.tsx'
import { type Occurrence, type Recurring, totalAt } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

const ONE = '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}'
/** Coming dates that are shown. */
const COMING = 6
/** The last day of each month, however many it has. */
const LAST_DAY = 31

type Given = { recurring: Recurring; etag: string | null }

export const RecurringDetail = ({ recurring, etag }: Given) => {
  const texts = useWords(recurringWords)
  const { schedule, outcome = 'draft', missed = 'skip', paymentTermsDays } = recurring
  const { every, unit, dayOfMonth, firstDate, lastDate, times, invoiced = 'inAdvance' } = schedule
  return (
    <>
      <Actions recurring={recurring} />
      <Facts
        facts={[
          [texts.schedule, texts.every(every, unit)],
          [texts.onDay, dayOfMonth === LAST_DAY ? texts.lastDay : dayOfMonth],
          [texts.next, recurring.nextDate],
          [texts.from, firstDate],
          [texts.until, lastDate],
          [texts.times, times],
          [texts.makes, texts.asks[outcome]],
          [texts.period, texts.periods[invoiced]],
          [texts.missed, texts.missedWays[missed]],
          [texts.terms, paymentTermsDays ?? texts.termsUsual],
        ]}
      />
      <Lines recurring={recurring} />
      <PriceChanges recurring={recurring} etag={etag} />
      <Coming recurring={recurring} />
      <Made recurring={recurring} />
    </>
  )
}

const Actions = ({ recurring: { id, state, nextDate } }: { recurring: Recurring }) => {
  const texts = useWords(recurringWords)
  const { id: companyId, may } = useCompany()
  const [, set] = useUrl()
  const go = useGo()
  const refresh = useRefresh()
  const { run, isBusy } = useDo()
  if (!may('invoices:write')) return null
  const path = { companyId, recurringInvoiceId: id }
  const post = async (verb: 'pause' | 'resume' | 'end' | 'make-now', query: Record<string, unknown> = {}) => {
    try {
      return await send<Partial<Occurrence>>('POST', `${ONE}/${verb}`, { path, query })
    } finally {
      // After a refusal, another user may have been faster.
      await refresh('recurring-invoices', 'invoices')
    }
  }
  const remove = async () => {
    await send('DELETE', ONE, { path })
    set({ open: null })
    await refresh('recurring-invoices')
  }
  return (
    <div className="page-actions">
      {state !== 'ended' && (
        <ActionButton keys="e" variant="default" onClick={() => go(`/recurring-invoices/${id}/edit`)}>
          {texts.edit}
        </ActionButton>
      )}
      {state === 'active' && (
        <>
          <ActionButton
            keys="m"
            variant="default"
            loading={isBusy}
            onClick={() => void run(() => post('make-now', { date: nextDate }), texts.made(nextDate ?? ''))}
          >
            {texts.makeNow}
          </ActionButton>
          <ActionButton
            keys="p"
            variant="default"
            loading={isBusy}
            onClick={() => void run(() => post('pause'), texts.paused)}
          >
            {texts.pause}
          </ActionButton>
        </>
      )}
      {state === 'paused' && (
        <ActionButton keys="p" loading={isBusy} onClick={() => void run(() => post('resume'), texts.resumed)}>
          {texts.resume}
        </ActionButton>
      )}
      {state !== 'ended' && (
        <ConfirmButton label={texts.end} keys="a" isBusy={isBusy} onSure={() => run(() => post('end'), texts.ended)}>
          <p>{texts.endSure}</p>
        </ConfirmButton>
      )}
      <ConfirmButton label={texts.remove} isBusy={isBusy} onSure={() => run(remove, texts.removed)}>
        <p>{texts.removeSure}</p>
      </ConfirmButton>
    </div>
  )
}

const Lines = ({ recurring: { lineItems } }: { recurring: Recurring }) => {
  const texts = useWords(recurringWords)
  const units = useWords(unitWords)
  const language = useLanguage()
  return (
    <section className="stack" aria-label={texts.lines}>
      <h3>{texts.lines}</h3>
      <table className="plain-table">
        <tbody>
          {lineItems.map((line, at) => (
            <tr key={at}>
              <td>{line.description}</td>
              <td className="is-right">
                {line.itemType === 'salesItem' &&
                  [decimalText(String(line.quantity ?? 1), language), units.short[line.unitType ?? 'unspecified']]
                    .filter(Boolean)
                    .join(' ')}
              </td>
              <td className="is-right">
                {line.itemType === 'salesItem' &&
                  (line.unitPrice === undefined || line.unitPrice === null
                    ? texts.byItem
                    : numberText(line.unitPrice, language))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The next dates, with the texts and prices that they will have. */
const Coming = ({ recurring }: { recurring: Recurring }) => {
  const texts = useWords(recurringWords)
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}/preview',
    {
      params: { path: { companyId, recurringInvoiceId: recurring.id }, query: { count: COMING } },
    },
  )
  return (
    <section className="stack" aria-label={texts.coming}>
      <h3>{texts.coming}</h3>
      {error ? <FailureMessage error={error} /> : !data ? <PageSkeleton lines={3} /> : null}
      {data?.items.length === 0 && <p className="soft">{texts.noneComing}</p>}
      <table className="plain-table">
        <tbody>
          {data?.items.map(({ date, lines }) => {
            const totals = totalAt(
              recurring,
              lines.map(({ unitPrice }) => unitPrice),
            )
            return (
              <tr key={date}>
                <td className="is-day">{date}</td>
                <td>{lines.map(({ description }) => description).find(Boolean)}</td>
                <td className="is-right">{totals ? <Money ore={Number(totals.total)} /> : texts.byItem}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </section>
  )
}

/** What was made of each date; what failed can be tried again, or marked as dealt with. */
const Made = ({ recurring: { id } }: { recurring: Recurring }) => {
  const texts = useWords(recurringWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { run, isBusy } = useDo()
  const path = { companyId, recurringInvoiceId: id }
  const { data, error } = queries.useQuery(
    'get',
    '/companies/{companyId}/recurring-invoices/{recurringInvoiceId}/occurrences',
    { params: { path } },
  )
  const items = data?.items ?? []
  const told = useStoredSentences(items.map(({ failure }) => failure))
  const latest = items.find(isOpen)?.date
  const deal = async (date: string, deed: 'retry' | 'dismiss') => {
    const headers = { 'Idempotency-Key': newIntent() }
    await send('POST', `${ONE}/occurrences/{date}/${deed}`, { path: { ...path, date }, headers })
    await refresh('recurring-invoices', 'invoices')
  }
  return (
    <section className="stack" aria-label={texts.occurrences}>
      <h3>{texts.occurrences}</h3>
      {error ? <FailureMessage error={error} /> : !data ? <PageSkeleton lines={3} /> : null}
      {data && items.length === 0 && <p className="soft">{texts.noneMade}</p>}
      <ul className="occurrences">
        {items.map((occurrence) => {
          const { date, outcome, invoiceRef, failure, handledDateTime } = occurrence
          return (
            <li key={date}>
              <span>{date}</span>
              <Tag tone={failure === null ? 'good' : outcome === 'none' ? 'wrong' : 'waiting'}>
                {texts.outcomes[outcome]}
              </Tag>
              {invoiceRef && (
                <Link
                  to={`/companies/${companyId}/invoices` as never}
                  search={{ open: invoiceRef.id } as never}
                  aria-label={`${texts.invoice}, ${date}`}
                >
                  {texts.invoice}
                </Link>
              )}
              {failure !== null && <p className="soft">{told.get(failure) ?? failure}</p>}
              {handledDateTime && <Tag>{texts.handled}</Tag>}
              {isOpen(occurrence) && may('invoices:write') && (
                <div className="page-actions">
                  <ActionButton
                    {...(date === latest ? { keys: 'r' } : {})}
                    variant="default"
                    loading={isBusy}
                    onClick={() => void run(() => deal(date, 'retry'))}
                  >
                    {texts.retry}
                  </ActionButton>
                  <ActionButton
                    {...(date === latest ? { keys: 'd' } : {})}
                    variant="default"
                    loading={isBusy}
                    onClick={() => void run(() => deal(date, 'dismiss'), texts.dealtWith(date))}
                  >
                    {texts.dismiss}
                  </ActionButton>
                </div>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const isOpen = ({ failure, handledDateTime }: Occurrence): boolean => failure !== null && handledDateTime === null
