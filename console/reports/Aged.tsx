// Receivables or payables by how late they are.
import { CompanyLink, More, Sheet, useReportPages } from '#console/figures'
import { ages } from '#rule/ageing'
import { Empty, Money, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { type AskedDay, DayFrame } from './DayFrame.tsx'
import { type AgedParty, type Aged as Answer, type OpenSide, partyOf } from './open-sides.ts'
import { useTitle } from './ReportFrame.tsx'
import { words } from './words.ts'

const columns = [...ages.map(({ key }) => key), 'rest'] as const

export const Aged = ({ side }: { side: OpenSide }) => (
  <DayFrame name={side.aged} party={side.party}>
    {(asked) => <Body side={side} asked={asked} />}
  </DayFrame>
)

const Body = ({ side, asked }: { side: OpenSide; asked: AskedDay }) => {
  const texts = useWords(words)
  const label = useTitle(side.aged)
  const pages = useReportPages<Answer>(side.aged, asked)
  const ledger = `/reports/${side.ledger}`
  return (
    <ResilientContent of={pages} bones={<PageSkeleton lines={12} />}>
      {(data) => {
        const [first] = data.pages
        const parties = data.pages.flatMap((page): readonly AgedParty[] => page.parties)
        if (!first || parties.length === 0) return <Empty>{texts.nothingOpen}</Empty>
        return (
          <>
            <Sheet label={label}>
              <thead>
                <tr>
                  <th scope="col">{texts[side.word]}</th>
                  {columns.map((age) => (
                    <th key={age} scope="col" className="is-right">
                      {age === 'rest' ? texts.total : texts[age]}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {parties.map((one) => (
                  <tr key={partyOf(one).id}>
                    <th scope="row">
                      <CompanyLink to={ledger} search={{ ...asked, [side.party]: partyOf(one).id }}>
                        {partyOf(one).name}
                      </CompanyLink>
                    </th>
                    {columns.map((age) => (
                      <td key={age} className="is-right">
                        {one[age] === 0 ? (
                          <Money kronor={0} dash />
                        ) : (
                          <CompanyLink
                            to={ledger}
                            search={{ ...asked, [side.party]: partyOf(one).id, age: age === 'rest' ? null : age }}
                            className="figure"
                          >
                            <Money kronor={one[age]} />
                          </CompanyLink>
                        )}
                      </td>
                    ))}
                  </tr>
                ))}
                <tr className="row-result">
                  <th scope="row">{texts.total}</th>
                  {columns.map((age) => (
                    <td key={age} className="is-right">
                      <CompanyLink
                        to={ledger}
                        search={{ ...asked, age: age === 'rest' ? null : age }}
                        className="figure"
                      >
                        <Money kronor={first.total[age]} dash />
                      </CompanyLink>
                    </td>
                  ))}
                </tr>
              </tbody>
            </Sheet>
            <More pages={pages} />
          </>
        )
      }}
    </ResilientContent>
  )
}
