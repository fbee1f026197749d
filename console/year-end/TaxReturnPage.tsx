// The tax return of a year: each field of the form with its accounts, what is missing, and the files (SRU).
import { useState } from 'react'
import { isRefused, queries, type Schema, useCompany } from '#client'
import { CompanyLink, Figure, FileAct, Sheet, type Span } from '#console/figures'
import { Empty, Money, oreOf, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { HandIn } from './HandIn.tsx'
import { words } from './words.ts'
import { type Year, YearPage, yearText } from './YearPage.tsx'

export { TaxReturnPage as Page }

type Sru = Schema<'SruFigures'>
type Field = Sru['fields'][number]

const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/sru'

const TaxReturnPage = () => {
  const texts = useWords(words)
  return (
    <YearPage
      title={texts.taxReturn}
      lead={texts.taxReturnLead}
      first="lastOver"
      actions={(year) => <Files of={year} />}
    >
      {(year, before) => (
        <>
          <HandIn kind="incomeTaxReturn" fiscalYearId={year.id} />
          <TaxReturn key={year.id} year={year} before={before} />
        </>
      )}
    </YearPage>
  )
}

const Files = ({ of: { id } }: { of: Year }) => (
  <>
    <FileAct label="INFO.SRU" keys="d i" path={`/fiscal-years/${id}/sru/INFO.SRU`} />
    <FileAct label="BLANKETTER.SRU" keys="d b" path={`/fiscal-years/${id}/sru/BLANKETTER.SRU`} />
  </>
)

const TaxReturn = ({ year, before }: { year: Year; before: Year | null }) => {
  const { id: companyId } = useCompany()
  const texts = useWords(words)
  const of = (fiscalYearId: string) => ({ params: { path: { companyId, fiscalYearId } } })
  const found = queries.useQuery('get', ADDRESS, of(year.id))
  const { error } = found
  const earlier = queries.useQuery('get', ADDRESS, of(before?.id ?? ''), { enabled: before !== null })
  if (isRefused(error) && error.status === 400) return <Empty>{texts.noForm}</Empty>
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={12} />}>
      {(data) => (
        <>
          <Missing sru={data} year={year} />
          <Fields sru={data} before={before && earlier.data ? { year: before, sru: earlier.data } : null} />
        </>
      )}
    </ResilientContent>
  )
}

/** What stands in the way of sending it in, each with where it is mended. */
const Missing = ({ sru, year }: { sru: Sru; year: Year }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/company-information',
    { params: { path: { companyId } } },
    { enabled: may('company-information:read') },
  )
  const lacksTown = data !== undefined && (!data.address?.postalCode || !data.address?.city)
  const isOpen = year.status === 'open'
  if (!lacksTown && !isOpen && sru.unmapped.length === 0 && sru.difference === 0)
    return <p className="soft">{texts.complete}</p>
  return (
    <section className="card" aria-label={texts.missing}>
      <h2>{texts.missing}</h2>
      <ul className="bullets missing">
        {isOpen && (
          <li>
            <CompanyLink to="/year-end" search={{ year: year.id }}>
              {texts.yearIsOpen}
            </CompanyLink>
          </li>
        )}
        {lacksTown && (
          <li>
            <CompanyLink to="/settings/company">{texts.lacksTown}</CompanyLink>
          </li>
        )}
        {sru.unmapped.map(({ account, name, amount }) => (
          <li key={account}>
            <CompanyLink to="/accounts" search={{ open: String(account) }}>
              {texts.noField(`${account} ${name}`)}
            </CompanyLink>{' '}
            <Money kronor={amount} />
          </li>
        ))}
        {sru.difference !== 0 && (
          <li className="is-wrong">
            {texts.sruDifference} <Money kronor={sru.difference} />
          </li>
        )}
      </ul>
    </section>
  )
}

type Before = { year: Year; sru: Sru } | null

const Fields = ({ sru, before }: { sru: Sru; before: Before }) => {
  const texts = useWords(words)
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (field: string) =>
    setOpened((was) => (was.has(field) ? new Set([...was].filter((one) => one !== field)) : new Set([...was, field])))
  const only = before?.sru.fields.filter(({ field }) => !sru.fields.some((one) => one.field === field)) ?? []
  const rows = [...sru.fields, ...only.map((one) => ({ ...one, amount: 0, accounts: [] }))]
  const amountBefore = (field: string) => before?.sru.fields.find((one) => one.field === field)?.amount ?? 0
  const span = { from: sru.startDate, to: sru.endDate }
  return (
    <>
      <Sheet label={sru.form}>
        <thead>
          <tr>
            <th scope="col" className="is-narrow">
              {texts.line}
            </th>
            <th scope="col" className="is-narrow">
              {texts.field}
            </th>
            <th scope="col">{sru.form}</th>
            <th scope="col" className="is-right">
              {yearText(sru)}
            </th>
            {before && (
              <>
                <th scope="col" className="is-right">
                  {yearText(before.year)}
                </th>
                <th scope="col" className="is-right">
                  {texts.change}
                </th>
              </>
            )}
          </tr>
        </thead>
        <tbody>
          {rows
            .toSorted((a, b) => a.line.localeCompare(b.line, 'sv', { numeric: true }))
            .flatMap((one) => [
              <FieldRow
                key={one.field}
                of={one}
                span={span}
                before={before && { amount: amountBefore(one.field), year: before.year }}
                isOpen={opened.has(one.field)}
                onToggle={() => toggle(one.field)}
              />,
              ...(opened.has(one.field) ? one.accounts : []).map((account) => (
                <tr key={`${one.field}.${account.account}`} className="row-soft">
                  <th scope="row" />
                  <td />
                  <td className="is-text">
                    {account.account} {account.name}
                  </td>
                  <td className="is-right">
                    <Figure kronor={account.amount} opens={{ accounts: String(account.account), span }} />
                  </td>
                  {before && <td colSpan={2} />}
                </tr>
              )),
            ])}
        </tbody>
      </Sheet>
      {sru.rounding !== 0 && (
        <p className="soft">
          {texts.rounding} <Money kronor={sru.rounding} decimals={0} />
        </p>
      )}
    </>
  )
}

const FieldRow = ({
  of: { field, line, name, amount, accounts },
  span,
  before,
  isOpen,
  onToggle,
}: {
  of: Field
  span: Span
  before: { amount: number; year: Year } | null
  isOpen: boolean
  onToggle: () => void
}) => (
  <tr>
    <th scope="row">{line}</th>
    <td>{field}</td>
    <td className="is-text">
      {accounts.length === 0 ? (
        name
      ) : (
        <button type="button" className="link-button" aria-expanded={isOpen} onClick={onToggle}>
          {name}
        </button>
      )}
    </td>
    <td className="is-right">
      <Figure
        kronor={amount}
        opens={accounts.length > 0 ? { accounts: accounts.map(({ account }) => account).join(','), span } : null}
        decimals={0}
      />
    </td>
    {before && (
      <>
        <td className="is-right">
          <Money kronor={before.amount} dash decimals={0} />
        </td>
        <td className="is-right">
          <Money ore={oreOf(amount) - oreOf(before.amount)} dash decimals={0} />
        </td>
      </>
    )}
  </tr>
)
