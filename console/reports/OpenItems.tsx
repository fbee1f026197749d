// The ledger of customers or of suppliers: what is open, invoice by invoice, on a day, held against the books.
import { Fragment } from 'react'
import { CompanyLink, More, Sheet, useReportPages } from '#console/figures'
import { ageOf } from '#rule/ageing'
import { Empty, Heads, PageSkeleton, ResilientContent, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { restOf } from './age.ts'
import { type AskedDay, DayFrame } from './DayFrame.tsx'
import { Events } from './Events.tsx'
import { advanceOf, documentOf, type OpenItem, type OpenLedger, type OpenSide, partyOf } from './open-sides.ts'
import { Reconciliation } from './Reconciliation.tsx'
import { useTitle } from './ReportFrame.tsx'
import { Amount } from './Statement.tsx'
import { words } from './words.ts'

export const OpenItems = ({ side }: { side: OpenSide }) => (
  <DayFrame name={side.ledger} party={side.party} hasDetails>
    {(asked) => <Body side={side} asked={asked} />}
  </DayFrame>
)

const Body = ({ side, asked }: { side: OpenSide; asked: AskedDay }) => {
  const texts = useWords(words)
  const [url] = useUrl()
  const label = useTitle(side.ledger)
  // Invoices of an age stand anywhere in the list.
  const pages = useReportPages<OpenLedger>(side.ledger, asked, { readsAll: Boolean(url.age) })
  const { data: read, isReading } = pages
  return (
    <ResilientContent of={{ ...pages, data: isReading ? undefined : read }} bones={<PageSkeleton lines={12} />}>
      {(data) => {
        const [first] = data.pages
        const all = data.pages.flatMap((page): readonly OpenItem[] => page.items)
        const items = url.age ? all.filter(({ daysOverdue }) => ageOf(daysOverdue) === url.age) : all
        const isWhole = !pages.hasNextPage
        return (
          <>
            {items.length === 0 && isWhole ? (
              <Empty>{texts.nothingOpen}</Empty>
            ) : (
              <Sheet label={label}>
                <Heads
                  texts={[texts[side.word], texts.invoice, texts.date, texts.due]}
                  amounts={[texts.amount, texts.paid, texts.rest]}
                />
                <tbody>
                  {items.map((item) => (
                    <Fragment key={documentOf(item).id}>
                      <tr>
                        <th scope="row">{partyOf(item).name}</th>
                        <td>
                          {advanceOf(item) === null ? (
                            <CompanyLink to={side.documents} search={{ open: documentOf(item).id }}>
                              {documentOf(item).invoiceNumber ?? texts.invoice}
                            </CompanyLink>
                          ) : (
                            <CompanyLink to="/suppliers" search={{ open: partyOf(item).id }}>
                              {`${texts.advance} ${documentOf(item).invoiceNumber ?? ''}`.trim()}
                            </CompanyLink>
                          )}
                        </td>
                        <td>{item.date}</td>
                        <td>
                          {advanceOf(item) === null && item.dueDate}{' '}
                          {item.daysOverdue > 0 && <Tag tone="wrong">{texts.overdue(item.daysOverdue)}</Tag>}
                        </td>
                        <Amount kronor={item.amount} />
                        <Amount kronor={item.paid} />
                        <Amount kronor={advanceOf(item) === null ? item.rest : -(advanceOf(item) ?? 0)} />
                      </tr>
                      <Events events={item.events} />
                    </Fragment>
                  ))}
                  {first && (isWhole || !url.age) && (
                    <tr className="row-result">
                      <th scope="row" colSpan={6}>
                        {texts.total}
                      </th>
                      <Amount kronor={url.age ? restOf(items) : first.total.rest} />
                    </tr>
                  )}
                  {first && isWhole && !url.age && 'advances' in first.total && first.total.advances !== 0 && (
                    <tr>
                      <th scope="row" colSpan={6}>
                        {texts.advances}
                      </th>
                      <Amount kronor={-first.total.advances} />
                    </tr>
                  )}
                </tbody>
              </Sheet>
            )}
            <More pages={pages} />
            {first && <Reconciliation rows={first.reconciliation} on={asked.on} />}
          </>
        )
      }}
    </ResilientContent>
  )
}
