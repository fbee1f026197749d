// The tax return of a year: its forms in the order of the paper, what is missing, and the files (SRU).
import { FileAct, type Year, YearPage } from '#console/figures'
import { TaxForms } from '#console/tax-forms'
import { useWords } from '#words'
import { HandIn } from './HandIn.tsx'
import { words } from './words.ts'

export { TaxReturnPage as Page }

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
          <TaxForms key={year.id} fiscalYearId={year.id} before={before} />
        </>
      )}
    </YearPage>
  )
}

const Files = ({ of: { id } }: { of: Year }) => (
  <>
    <FileAct label="INFO.SRU" keys="d i" path={`/fiscal-years/${id}/tax-forms/files/INFO.SRU`} />
    <FileAct label="BLANKETTER.SRU" keys="d b" path={`/fiscal-years/${id}/tax-forms/files/BLANKETTER.SRU`} />
  </>
)
