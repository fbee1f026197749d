// What has happened to an invoice: payments, settlements and credit notes, each with its entry, and what is left.
import { useQueries } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api, queries, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { ActionButton, FailureMessage, Money, oreOf } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Invoice = Schema<'Invoice'>
type Happening = {
  id: string
  kind: 'payment' | 'settlement' | 'creditNote'
  date: string
  what: string
  ore: number
  entry: string | null
  isDraft: boolean
}

/** Rows read of payments and of settlements: more than an invoice has. */
const MOST = 100

/** All of it, the oldest first, and what is left in SEK; null until that is known. */
export const useHappened = (invoice: Invoice): { rows: Happening[]; leftOre: number | null; lostOre: number } => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const init = { params: { path: { companyId, invoiceId: invoice.id }, query: { pageSize: MOST } } }
  const enabled = invoice.status !== 'draft'
  const payments = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/payments', init, { enabled })
  const settled = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/settlements', init, { enabled })
  const notes = useQueries({
    queries: invoice.creditNoteRefs.map(({ id }) =>
      queries.queryOptions(
        'get',
        '/companies/{companyId}/credit-notes/{creditNoteId}',
        { params: { path: { companyId, creditNoteId: id } } },
        { enabled: may('credit-notes:read') },
      ),
    ),
  })
  const rows: Happening[] = [
    ...(payments.data?.items ?? []).map(
      ({ id, date, sumBaseCurrency, bookkeepingAccountNumber, journalEntryRef }): Happening => ({
        id,
        kind: 'payment',
        date,
        ore: oreOf(sumBaseCurrency),
        entry: journalEntryRef?.id ?? null,
        what: `${texts.payment} (${bookkeepingAccountNumber})`,
        isDraft: journalEntryRef === null,
      }),
    ),
    ...(settled.data?.items ?? []).map(
      ({ id, type, invoiceSettlementDetails: { date, sumBaseCurrency }, journalEntryRef }): Happening => ({
        id,
        kind: 'settlement',
        date,
        what: texts.settlements[type],
        ore: oreOf(sumBaseCurrency),
        entry: journalEntryRef?.id ?? null,
        isDraft: journalEntryRef === null,
      }),
    ),
    ...notes.flatMap(({ data }): Happening[] =>
      data
        ? [
            {
              id: data.id,
              kind: 'creditNote',
              date: data.creditDate,
              entry: data.journalEntryRef?.id ?? null,
              what: `${texts.creditNote} ${data.invoiceNumber ?? `(${texts.draft.toLowerCase()})`}`,
              ore: Math.round(oreOf(data.totalAmount) * data.currencyRate),
              isDraft: data.status === 'draft',
            },
          ]
        : [],
    ),
  ].toSorted((left, right) => left.date.localeCompare(right.date))
  const isKnown = payments.data && settled.data && notes.every(({ data }) => data)
  const lowered = rows.reduce((sum, { ore, kind, isDraft }) => (kind === 'creditNote' && isDraft ? sum : sum + ore), 0)
  const claim = Math.round(oreOf(invoice.totalAmount) * invoice.currencyRate)
  const leftOre = isKnown ? claim - oreOf(invoice.taxReduction?.askedAmount ?? 0) - lowered : null
  const losses = (settled.data?.items ?? []).filter(({ type }) => type === 'badDebt')
  const lost = losses.reduce((sum, { invoiceSettlementDetails: one }) => sum + oreOf(one.sumBaseCurrency), 0)
  return { rows, leftOre: enabled ? leftOre : null, lostOre: leftOre === 0 ? lost : 0 }
}

export const Happened = ({ invoice, rows }: { invoice: Invoice; rows: readonly Happening[] }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  if (rows.length === 0) return null
  return (
    <section aria-label={texts.happened} className="stack">
      <h3>{texts.happened}</h3>
      <table className="plain-table is-stating">
        <thead>
          <tr>
            <th scope="col">{texts.date}</th>
            <th scope="col">{texts.what}</th>
            <th scope="col" className="is-right">
              {texts.amount}
            </th>
            <th scope="col">{texts.entry}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td className="is-day">{row.date}</td>
              <td>
                {row.kind === 'creditNote' ? (
                  <Link to={`/companies/${companyId}/credit-notes` as never} search={{ open: row.id } as never}>
                    {row.what}
                  </Link>
                ) : (
                  row.what
                )}
              </td>
              <td className="is-right">
                <Money ore={row.ore} />
              </td>
              <td>
                {row.entry ? (
                  <Link to={`/companies/${companyId}/journal` as never} search={{ open: row.entry } as never}>
                    {texts.showEntry}
                  </Link>
                ) : (
                  <NotBooked invoice={invoice} row={row} />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A payment or settlement that is registered and not booked: book it, or delete it. */
const NotBooked = ({ invoice, row }: { invoice: Invoice; row: Happening }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const { run, isBusy, error } = useAction()
  if (row.kind === 'creditNote' || !may('invoices:write')) return <span className="soft">{texts.notBooked}</span>
  const of = { companyId, invoiceId: invoice.id }
  const book = async () => {
    const headers = intent.headers(row.id)
    if (row.kind === 'payment')
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/payments/{paymentId}/record', {
        params: { path: { ...of, paymentId: row.id } },
        headers,
      })
    else
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/settlements/{settlementId}/record', {
        params: { path: { ...of, settlementId: row.id } },
        headers,
      })
    intent.done()
    await refresh('invoices')
  }
  const remove = async () => {
    if (row.kind === 'payment')
      await api.DELETE('/companies/{companyId}/invoices/{invoiceId}/payments/{paymentId}', {
        params: { path: { ...of, paymentId: row.id } },
      })
    else
      await api.DELETE('/companies/{companyId}/invoices/{invoiceId}/settlements/{settlementId}', {
        params: { path: { ...of, settlementId: row.id } },
      })
    await refresh('invoices')
  }
  return (
    <span className="page-actions">
      <ActionButton size="compact-sm" variant="default" disabled={isBusy} onClick={() => void run(book)}>
        {texts.book}
      </ActionButton>
      <ActionButton size="compact-sm" variant="subtle" disabled={isBusy} onClick={() => void run(remove)}>
        {texts.remove}
      </ActionButton>
      {error ? <FailureMessage error={error} /> : null}
    </span>
  )
}
