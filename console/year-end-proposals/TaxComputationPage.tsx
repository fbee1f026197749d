// The tax computation of a year, row by row, and its files.
import { isRefused, queries, useCompany } from '#client'
import { CompanyLink, FileAct, YearPage } from '#console/figures'
import { Empty, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { Working } from './Working.tsx'
import { words } from './words.ts'

export { TaxComputationPage as Page }

const TaxComputationPage = () => {
  const texts = useWords(words)
  return (
    <YearPage
      title={texts.taxTitle}
      lead={texts.taxLead}
      first="nextToClose"
      actions={({ id }) => (
        <>
          <FileAct label="PDF" keys="d p" path={`/fiscal-years/${id}/tax-computation?format=pdf`} />
          <FileAct label="Excel" keys="d x" path={`/fiscal-years/${id}/tax-computation?format=xlsx`} />
        </>
      )}
    >
      {({ id }) => <Computation key={id} fiscalYearId={id} />}
    </YearPage>
  )
}

const Computation = ({ fiscalYearId }: { fiscalYearId: string }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const found = queries.useQuery('get', '/companies/{companyId}/fiscal-years/{fiscalYearId}/tax-computation', {
    params: { path: { companyId, fiscalYearId } },
  })
  const { error } = found
  if (isRefused(error) && error.code === 'operation-not-allowed') return <Empty>{texts.noTax}</Empty>
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={12} />}>
      {({ steps }) => (
        <>
          <Working steps={steps} caption={texts.working} />
          <p>
            <CompanyLink to="/year-end-proposals" search={{ year: fiscalYearId, open: 'tax' }}>
              {texts.toProposals}
            </CompanyLink>
          </p>
        </>
      )}
    </ResilientContent>
  )
}
