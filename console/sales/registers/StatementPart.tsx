// The statement of account of a customer: opened with its days in the address, and taken as a file to send or print.
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useCallback } from 'react'
import { answered, api, queries, type Schema, useCompany } from '#client'
import { Downloads } from '#console/figures'
import { Sendings, SendPanel } from '#console/sales/sending/SendPart.tsx'
import { ActionButton, Allowed, DayInput, FailureMessage, Heads, Money, PageSkeleton, today, useUrl } from '#ui'
import { useWords } from '#words'
import { statementWords } from './statement-words.ts'

type Currency = Schema<'CustomerStatement'>['currencies'][number]

/** Entries that are shown; the file has all of them. */
const MOST_SHOWN = 200

type Given = { customerId: string; language: 'sv' | 'en' }

export const StatementPart = ({ customerId, language }: Given) => {
  const texts = useWords(statementWords)
  const { may } = useCompany()
  const [{ statement }, set] = useUrl()
  if (!may('reports:read')) return null
  if (!statement)
    return (
      <p>
        <ActionButton keys="u" variant="default" onClick={() => set({ statement: '1' }, { replace: true })}>
          {texts.title}
        </ActionButton>
      </p>
    )
  return <Opened customerId={customerId} language={language} />
}

const Opened = ({ customerId, language }: Given) => {
  const texts = useWords(statementWords)
  const { id: companyId } = useCompany()
  const { may } = useCompany()
  const [url, set] = useUrl()
  const to = url.to || today()
  const from = url.from || `${to.slice(0, 4)}-01-01`
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}/statement',
    { params: { path: { companyId, customerId }, query: { from, to } } },
    { placeholderData: keepPreviousData },
  )
  const load = usePaper({ customerId, language }, from, to)
  const document = { id: customerId, kind: 'statement', period: { from, to }, title: texts.title, load } as const
  if (url.send)
    return (
      <Allowed scope="invoices:write">
        <SendPanel document={document} onClose={() => set({ send: null }, { replace: true })} />
      </Allowed>
    )
  return (
    <section className="stack" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <div className="filters">
        <DayInput label={texts.from} value={from} onChange={(day) => set({ from: day }, { replace: true })} />
        <DayInput label={texts.to} value={to} onChange={(day) => set({ to: day }, { replace: true })} />
      </div>
      <div className="page-actions">
        {may('invoices:write') && data && data.currencies.length > 0 && (
          <ActionButton keys="s" onClick={() => set({ send: '1' }, { replace: true })}>
            {texts.send}
          </ActionButton>
        )}
        <Downloads path={`/customers/${customerId}/statement`} search={{ from, to }} />
        <ActionButton
          variant="default"
          onClick={() => set({ statement: null, from: null, to: null }, { replace: true })}
        >
          {texts.hide}
        </ActionButton>
      </div>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <PageSkeleton lines={4} />}
      {data?.currencies.length === 0 && <p className="soft">{texts.nothing}</p>}
      {data?.currencies.map((one) => (
        <OfCurrency key={one.currency} one={one} from={data.from} to={data.to} />
      ))}
      <Sendings document={document} />
    </section>
  )
}

/** Reads the PDF as the customer gets it; another period makes another function of it. */
const usePaper = ({ customerId, language }: Given, from: string, to: string): (() => Promise<Blob>) => {
  const { id: companyId } = useCompany()
  return useCallback(async () => {
    const params = { path: { companyId, customerId }, query: { from, to, format: 'pdf' as const } }
    const file = answered(
      await api.GET('/companies/{companyId}/customers/{customerId}/statement', {
        params,
        parseAs: 'blob',
        headers: { 'Accept-Language': language },
      }),
    )
    return file as unknown as Blob // As `parseAs` says.
  }, [companyId, customerId, language, from, to])
}

const OfCurrency = ({ one, from, to }: { one: Currency; from: string; to: string }) => {
  const texts = useWords(statementWords)
  const { id: companyId } = useCompany()
  const { currency, opening, entries, closing, overdue } = one
  const shown = entries.slice(0, MOST_SHOWN)
  return (
    <>
      <table className="plain-table is-folding">
        <caption className="soft">{texts.in(currency)}</caption>
        <Heads texts={[texts.date, texts.event]} amounts={[texts.amount, texts.balance]} />
        <tbody>
          <tr>
            <td className="is-day">{from}</td>
            <td>{texts.opening}</td>
            <td />
            <td className="is-right">
              <Money kronor={opening} />
            </td>
          </tr>
          {shown.map(({ id, kind, date, settlementType, invoiceRef, number, amount, balance }) => (
            <tr key={`${kind}${id}${date}`}>
              <td className="is-day">{date}</td>
              <td>
                {texts.settlements[settlementType ?? ''] ?? texts.kinds[kind]} {kind === 'creditNote' && number}{' '}
                <Link to={`/companies/${companyId}/invoices` as never} search={{ open: invoiceRef.id } as never}>
                  {invoiceRef.invoiceNumber}
                </Link>
              </td>
              <td className="is-right">
                <Money kronor={amount} />
              </td>
              <td className="is-right">
                <Money kronor={balance} />
              </td>
            </tr>
          ))}
          <tr>
            <td className="is-day">{to}</td>
            <td>
              <strong>{texts.closing}</strong>
            </td>
            <td />
            <td className="is-right">
              <strong>
                <Money kronor={closing} />
              </strong>
            </td>
          </tr>
        </tbody>
      </table>
      {entries.length > shown.length && <p className="soft">{texts.more(entries.length - shown.length)}</p>}
      {overdue > 0 && (
        <p className="is-wrong">
          {texts.overdue} <Money kronor={overdue} /> {currency}
        </p>
      )}
    </>
  )
}
