// The end of a fiscal year: what is left, what can be booked for it, closing it, and its files.
import { NativeSelect } from '@mantine/core'
import { queries, useCompany } from '#client'
import { Go, useFiscalYears } from '#console/figures'
import { Bones, bound, Empty, Page, Split, Tag, today, useUrl, Wrong } from '#ui'
import { useWords } from '#words'
import { Checks } from './Checks.tsx'
import { Closing } from './Closing.tsx'
import { Found } from './Found.tsx'
import { Proposals } from './Proposals.tsx'
import { words } from './words.ts'
import { YearFiles } from './YearFiles.tsx'

export { YearEndPage as Page }

type Years = NonNullable<ReturnType<typeof useFiscalYears>['years']>

/** The latest open year that is over, otherwise the first that is open, otherwise the latest. */
const nextToClose = (years: Years) => {
  const open = years
    .filter(({ status }) => status === 'open')
    .toSorted((a, b) => a.startDate.localeCompare(b.startDate))
  return open.find(({ endDate }) => endDate < today()) ?? open[0] ?? years[0]
}

const YearEndPage = () => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const { years, error } = useFiscalYears()
  const year = years?.find(({ id }) => id === url.year) ?? (years && nextToClose(years))
  const at = years && year ? years.indexOf(year) : -1
  const go = (place: number) => {
    const next = years?.[place]
    if (next) set({ year: next.id, open: null })
  }
  const actions = years && year && (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={texts.earlier}
        {...bound('[')}
        onClick={() => go(at + 1)}
      >
        ‹
      </button>
      <NativeSelect
        aria-label={texts.year}
        value={year.id}
        data={years.map(({ id, startDate, endDate }) => ({ value: id, label: `${startDate} – ${endDate}` }))}
        onChange={({ currentTarget: { value } }) => set({ year: value, open: null })}
      />
      <button type="button" className="icon-button" aria-label={texts.later} {...bound(']')} onClick={() => go(at - 1)}>
        ›
      </button>
    </>
  )
  return (
    <Page title={texts.yearEnd} lead={texts.lead} actions={actions}>
      {error && <Wrong error={error} />}
      {!years && !error && <Bones />}
      {years && !year && (
        <Empty
          action={
            <Go to="/settings/years" search={{ open: 'new' }}>
              {texts.newYear}
            </Go>
          }
        >
          {texts.none}
        </Empty>
      )}
      {year && <Year key={year.id} id={year.id} method={year.accountingMethod} />}
    </Page>
  )
}

const Year = ({ id: fiscalYearId, method }: { id: string; method: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const { data, error, refetch } = queries.useQuery(
    'get',
    '/companies/{companyId}/fiscal-years/{fiscalYearId}/closing',
    { params: { path: { companyId, fiscalYearId } } },
  )
  if (error) return <Wrong error={error} retry={() => void refetch()} />
  if (!data) return <Bones />
  const check = data.checks.find(({ key }) => key === open)
  return (
    <Split
      label={check?.name ?? texts.check}
      list={
        <div className="year-end">
          <p>
            <Tag tone={data.fiscalYear.status === 'open' ? 'waiting' : 'good'}>
              {data.fiscalYear.status === 'open' ? texts.open : texts.closed}
            </Tag>
          </p>
          <Checks yearEnd={data} onOpen={(key) => set({ open: key })} />
          <Closing yearEnd={data} isCash={method === 'cash'} />
          {data.fiscalYear.status === 'open' && <Proposals year={data.fiscalYear} />}
          <YearFiles year={data.fiscalYear} />
        </div>
      }
      detail={
        check ? (
          <Found key={check.key} fiscalYearId={fiscalYearId} check={check} onClose={() => set({ open: null })} />
        ) : null
      }
    />
  )
}
