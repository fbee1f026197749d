// The files of a year, and the pages of what is handed in of it.
import { Button } from '@mantine/core'
import { type Schema, useCompany } from '#client'
import { CompanyLink, useDownload } from '#console/figures'
import { useWords } from '#words'
import { words } from './words.ts'

export const YearFiles = ({ year }: { year: Schema<'FiscalYear'> }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const addressOf = useDownload()
  const root = `/fiscal-years/${year.id}`
  const files = [
    ...(may('records:read')
      ? [
          [texts.archive, `${root}/archive`],
          [texts.history, `${root}/processing-history`],
          [texts.documentation, '/system-documentation'],
          [texts.everything, '/export'],
        ]
      : []),
  ]
  return (
    <section className="year-end-part">
      <h2>{texts.files}</h2>
      <p className="soft">{texts.keptUntil(year.keptUntil)}</p>
      {files.length > 0 && <p className="soft">{texts.oneAtATime}</p>}
      <div className="page-actions">
        {files.map(([name, path = '']) => (
          <Button key={path} component="a" size="sm" variant="default" href={addressOf(path)} download>
            {name}
          </Button>
        ))}
      </div>
      <ul className="plain-list">
        <li>
          <CompanyLink to="/tax-return" search={{ year: year.id }}>
            {texts.taxReturn}
          </CompanyLink>
        </li>
        <li>
          <CompanyLink to="/annual-report" search={{ year: year.id }}>
            {texts.annual}
          </CompanyLink>
        </li>
      </ul>
    </section>
  )
}
