// What a SIE file brings, or has brought, in plain words.
import type { Schema } from '#client'
import { Facts } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Finding = { line: number | null; message: string; remedy: string }

export const Report = ({ report }: { report: Schema<'SieImportReport'> }) => {
  const texts = useWords(words)
  const { file, made, skipped, differences, decisions, notes } = report
  const isAny = (count: number) => (count > 0 ? count : null)
  if (report.alreadyImported) return <p>{texts.already}</p>
  const differing = [...differences.closing, ...differences.result]
  return (
    <>
      <h3>{report.dryRun ? texts.wouldMake : texts.made}</h3>
      <Facts
        facts={[
          [texts.file, file.name],
          [texts.company, `${file.companyName} ${file.organizationNumber}`.trim()],
          [texts.program, file.program],
          [texts.type, file.type],
          [texts.year, made.fiscalYear && `${made.fiscalYear.startDate} – ${made.fiscalYear.endDate}`],
          [texts.entries, made.journalEntries],
          [texts.accounts, isAny(made.accounts)],
          [texts.changedAccounts, isAny(made.changedAccounts)],
          [texts.openingBalances, isAny(made.openingBalances)],
          [texts.budgetRows, isAny(made.budgetRows)],
          [texts.tags, isAny(made.tags)],
          [texts.alreadyBooked, isAny(skipped.alreadyBooked)],
          [texts.differences, differing.length > 0 ? differing.join(', ') : null],
        ]}
      />
      <Findings title={texts.decisions} findings={decisions} isOpen />
      <Findings title={texts.notes} findings={notes} />
    </>
  )
}

const Findings = ({
  title,
  findings,
  isOpen = false,
}: {
  title: string
  findings: readonly Finding[]
  isOpen?: boolean
}) => {
  const texts = useWords(words)
  if (findings.length === 0) return null
  return (
    <details open={isOpen}>
      <summary>
        {title} ({findings.length})
      </summary>
      <ul className="plain-list">
        {findings.map(({ line, message, remedy }) => (
          <li key={`${line}${message}`}>
            <p>
              {line !== null && <span className="soft">{texts.line(line)}: </span>}
              {message}
            </p>
            <p className="soft">{remedy}</p>
          </li>
        ))}
      </ul>
    </details>
  )
}
