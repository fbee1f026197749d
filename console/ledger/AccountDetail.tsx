// One account: its settings, and what is booked on it this year.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api, queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { More, useReportPages } from '#console/figures'
import { Form } from '#console/form'
import { bound, Facts, FailureMessage, Heads, Money, PageSkeleton, Tag, useAnnounce, useUndo } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const path = '/companies/{companyId}/chart-of-accounts/{account}'

export const AccountDetail = ({ account, onClose }: { account: string; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const { data, error } = queries.useQuery('get', path, { params: { path: { companyId, account } } })
  const { data: codes } = queries.useQuery('get', '/companies/{companyId}/vat-codes', {
    params: { path: { companyId } },
  })
  const own = codes?.find(({ accounts }) => accounts.includes(Number(account)))
  return (
    <>
      <div className="detail-head">
        <h2>{data ? `${data.account} ${data.name}` : account}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      {error && <FailureMessage error={error} />}
      {!error && !(data && codes) && <PageSkeleton />}
      {data && codes && (
        <>
          <Facts
            facts={[
              [texts.balance, <Money key="balance" kronor={data.accountBalance} />],
              !may('chart-of-accounts:write') && [texts.vatCode, own ? `${own.code} ${own.name}` : ''],
            ]}
          />
          {data.accountType === 'customAccount' && (
            <div>
              <Tag>{texts.own}</Tag>
            </div>
          )}
          {may('chart-of-accounts:write') && (
            <Settings account={account} name={data.name} vatCode={own?.code ?? ''} codes={codes} />
          )}
          {may('reports:read') && <LedgerLines account={account} />}
        </>
      )}
    </>
  )
}

const Settings = ({
  account,
  name,
  vatCode,
  codes,
}: {
  account: string
  name: string
  vatCode: string
  codes: readonly Schema<'VatCode'>[]
}) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const sayDone = useUndo()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const [active, setActive] = useState(true)
  const change = async (body: Schema<'ChangeAccount'>, header: ReturnType<typeof intent.headers>) => {
    await api.PATCH(path, { params: { path: { companyId, account }, header }, body })
    if (body.active !== undefined) setActive(body.active)
    await refresh('chart-of-accounts', 'vat-codes')
  }
  return (
    <Form
      name={`accounts/${account}`}
      fields={[
        { name: 'name', label: texts.accountName },
        {
          name: 'vatCode',
          label: texts.vatCode,
          kind: 'choice',
          choices: [
            { value: '', label: texts.noVatCode },
            ...codes.map((code) => ({ value: code.code, label: `${code.code} ${code.name}` })),
          ],
        },
        { name: 'active', label: texts.active, kind: 'switch' },
      ]}
      read={{ name, vatCode, active }}
      action={texts.save}
      onSend={async (changes) => {
        // The fields are those of the body. An emptied name is refused as one.
        const body = { ...changes, ...('name' in changes && { name: changes.name ?? '' }) } as Schema<'ChangeAccount'>
        await change(body, intent.headers(body))
        if (body.active === false) sayDone(texts.hidden(account), (headers) => change({ active: true }, headers))
        else say(texts.saved)
      }}
    />
  )
}

/** What is booked on the account this year; each line opens its entry. */
const LedgerLines = ({ account }: { account: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const pages = useReportPages<Schema<'GeneralLedger'>>('general-ledger', { accounts: account })
  const { data, error, isPlaceholderData, refetch } = pages
  const wrong = error ? <FailureMessage error={error} retry={() => void refetch()} /> : null
  if (!data || isPlaceholderData) return wrong ?? <PageSkeleton />
  // The account stands in each page again, with more of its lines.
  const parts = data.pages.flatMap(({ accounts }) => accounts)
  const lines = parts.flatMap((part) => part.lines)
  const [found] = parts
  const root = `/companies/${companyId}`
  return (
    <section className="comments">
      {wrong}
      <h3>
        <Link to={`${root}/reports/general-ledger` as never} search={{ accounts: account } as never}>
          {texts.ledger}
        </Link>
      </h3>
      {!found || lines.length === 0 ? (
        <p className="soft">{texts.noLines}</p>
      ) : (
        <table className="plain-table is-folding">
          <Heads texts={[texts.date, texts.text]} amounts={[texts.amount, texts.balance]} />
          <tbody>
            <tr>
              <td />
              <td>{texts.opening}</td>
              <td />
              <td className="is-right">
                <Money kronor={found.opening} />
              </td>
            </tr>
            {lines.map(
              ({ journalEntryId, journalEntryNumber, registration, date, title, debit, credit, balance }, place) => (
                <tr key={`${registration}.${place}`}>
                  <td className="is-day">{date}</td>
                  <td>
                    <Link to={`${root}/journal` as never} search={{ open: journalEntryId } as never}>
                      {journalEntryNumber}
                    </Link>{' '}
                    {title}
                  </td>
                  <td className="is-right">
                    <Money kronor={debit - credit} />
                  </td>
                  <td className="is-right">
                    <Money kronor={balance} />
                  </td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      )}
      <More pages={pages} />
    </section>
  )
}
