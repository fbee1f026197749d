// The end of a fiscal year: what is left, what can be booked for it, closing it, and its files.
import { queries, useCompany } from '#client'
import { YearPage } from '#console/figures'
import { ResilientContent, Split, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { Checks } from './Checks.tsx'
import { Closing } from './Closing.tsx'
import { Found } from './Found.tsx'
import { Proposals } from './Proposals.tsx'
import { words } from './words.ts'
import { YearFiles } from './YearFiles.tsx'

export { YearEndPage as Page }

const YearEndPage = () => {
  const texts = useWords(words)
  return (
    <YearPage title={texts.yearEnd} lead={texts.lead} first="nextToClose">
      {(year) => <Year key={year.id} id={year.id} method={year.accountingMethod} />}
    </YearPage>
  )
}

const Year = ({ id: fiscalYearId, method }: { id: string; method: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const [{ open }, set] = useUrl()
  const found = queries.useQuery('get', '/companies/{companyId}/fiscal-years/{fiscalYearId}/closing', {
    params: { path: { companyId, fiscalYearId } },
  })
  return (
    <ResilientContent of={found}>
      {(data) => {
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
      }}
    </ResilientContent>
  )
}
