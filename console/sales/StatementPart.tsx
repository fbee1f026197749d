// The statement of account of a customer: opened with its days in the address, and taken as a file to send or print.
import { keepPreviousData } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { queries, type Schema, useCompany } from '#client'
import { Downloads } from '#console/figures'
import { Act, Bones, DayInput, Money, today, useUrl, Wrong } from '#ui'
import { useWords } from '#words'
import { statementWords } from './statement-words.ts'

type Currency = Schema<'CustomerStatement'>['currencies'][number]

/** Entries that are shown; the file has all of them. */
const MOST_SHOWN = 200

export const StatementPart = ({ customerId }: { customerId: string }) => {
  const texts = useWords(statementWords)
  const { may } = useCompany()
  const [{ statement }, set] = useUrl()
  if (!may('reports:read')) return null
  if (!statement)
    return (
      <p>
        <Act keys="u" variant="default" onClick={() => set({ statement: '1' }, { replace: true })}>
          {texts.title}
        </Act>
      </p>
    )
  return <Opened customerId={customerId} />
}

const Opened = ({ customerId }: { customerId: string }) => {
  const texts = useWords(statementWords)
  const { id: companyId } = useCompany()
  const [url, set] = useUrl()
  const to = url.to || today()
  const from = url.from || `${to.slice(0, 4)}-01-01`
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}/statement',
    { params: { path: { companyId, customerId }, query: { from, to } } },
    { placeholderData: keepPreviousData },
  )
  return (
    <section className="stack" aria-label={texts.title}>
      <h3>{texts.title}</h3>
      <div className="filters">
        <DayInput label={texts.from} value={from} onChange={(day) => set({ from: day }, { replace: true })} />
        <DayInput label={texts.to} value={to} onChange={(day) => set({ to: day }, { replace: true })} />
      </div>
      <div className="page-actions">
        <Downloads path={`/customers/${customerId}/statement`} search={{ from, to }} />
        <Act variant="default" onClick={() => set({ statement: null, from: null, to: null }, { replace: true })}>
          {texts.hide}
        </Act>
      </div>
      {error ? <Wrong error={error} retry={() => void refetch()} /> : null}
      {!data && !error && <Bones lines={4} />}
      {data?.currencies.length === 0 && <p className="soft">{texts.nothing}</p>}
      {data?.currencies.map((one) => (
        <OfCurrency key={one.currency} one={one} from={data.from} to={data.to} />
      ))}
    </section>
  )
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
        <thead>
          <tr>
            <th scope="col">{texts.date}</th>
            <th scope="col">{texts.event}</th>
            <th scope="col" className="is-right">
              {texts.amount}
            </th>
            <th scope="col" className="is-right">
              {texts.balance}
            </th>
          </tr>
        </thead>
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
