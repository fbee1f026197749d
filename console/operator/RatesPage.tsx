// Currency rates of all companies, and the reference rate: how old they are, who has set them, and new ones.
import { queries, type Schema } from '#client'
import type { Column } from '#table'
import { ActionButton, Facts, Heads, momentText, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { useNumbers } from './act.ts'
import { Board } from './Board.tsx'
import { NewOne } from './NewOne.tsx'
import { words } from './words.ts'

export { RatesPage as Page }

type Rate = Schema<'OperatedRate'>

const RatesPage = () => {
  const texts = useWords(words)
  const inNumbers = useNumbers()
  const [{ make }, set] = useUrl()
  const onDone = () => set({ make: null })
  const columns: Column<Rate>[] = [
    { key: 'currency', title: texts.currency, width: 'minmax(6rem, 1fr)', cell: ({ currency }) => currency },
    { key: 'date', title: texts.day, width: '8rem', cell: ({ date }) => date },
    { key: 'rate', title: texts.rate, width: '9rem', align: 'right', cell: ({ rate }) => inNumbers(rate) },
  ]
  return (
    <Board<Rate>
      title={texts.rates}
      lead={texts.ratesLead}
      address="/operator/currency-rates"
      columns={columns}
      keyOf={({ currency, date }) => `${currency} ${date}`}
      searched={['currency']}
      search={texts.searchRates}
      none={texts.noRates}
      actions={
        !make && (
          <>
            <ActionButton keys="n" onClick={() => set({ make: 'currency' })}>
              {texts.newRate}
            </ActionButton>
            <ActionButton variant="default" keys="r" onClick={() => set({ make: 'reference' })}>
              {texts.newReference}
            </ActionButton>
          </>
        )
      }
      above={
        <>
          {make === 'reference' && <NewReference onDone={onDone} />}
          {make && make !== 'reference' && <NewRate onDone={onDone} />}
          <Sources />
        </>
      }
    />
  )
}

const NewRate = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  return (
    <NewOne
      name="operator/rate"
      title={texts.newRate}
      address="/operator/currency-rates"
      said={texts.rateSet}
      onDone={onDone}
      fields={[
        { name: 'currency', label: texts.currency, isRequired: true },
        { name: 'date', label: texts.day, kind: 'day', isRequired: true },
        { name: 'rate', label: texts.rate, hint: texts.rateHint, kind: 'number', isRequired: true },
      ]}
      bodyOf={({ currency, ...rest }) => ({
        ...rest,
        currency: String(currency ?? '')
          .trim()
          .toUpperCase(),
      })}
    />
  )
}

const NewReference = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  return (
    <NewOne
      name="operator/reference-rate"
      title={texts.newReference}
      lead={texts.newReferenceLead}
      address="/operator/reference-rates"
      said={texts.referenceSet}
      onDone={onDone}
      fields={[
        { name: 'from', label: texts.halfYear, hint: texts.halfYearHint, kind: 'day', isRequired: true },
        { name: 'percent', label: texts.percent, hint: texts.percentHint, kind: 'number', isRequired: true },
      ]}
    />
  )
}

/** The last rate of each currency, and the last reference rate. */
const Sources = () => {
  const texts = useWords(words)
  const inNumbers = useNumbers()
  const { data } = queries.useQuery('get', '/operator/rate-sources')
  if (!data) return null
  const { currencies, referenceRate: reference } = data
  return (
    <section className="card settings-card" aria-label={texts.sources}>
      <h2>{texts.sources}</h2>
      {currencies.length > 0 && (
        <div className="sheet">
          <table className="plain-table">
            <Heads texts={[texts.currency, texts.lastRate, texts.setBy]} />
            <tbody>
              {currencies.map((one) => (
                <tr key={one.currency}>
                  <th scope="row">{one.currency}</th>
                  <td>
                    {inNumbers(one.rate)} · {one.date} · {texts.age(one.ageDays)}{' '}
                    {one.isTooOld && <Tag tone="wrong">{texts.tooOld}</Tag>}
                  </td>
                  <td>
                    {one.setBy ?? texts.notKept}, {momentText(one.setDateTime)}
                    {one.source === null ? null : `, ${one.source}`}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Facts
        facts={[
          [
            texts.referenceRate,
            reference && (
              <span key="rate">
                {texts.referenceFrom(inNumbers(reference.percent), reference.from)}{' '}
                {reference.isMissing && <Tag tone="wrong">{texts.referenceMissing}</Tag>}
              </span>
            ),
          ],
          [
            texts.setBy,
            reference && `${reference.setBy ?? texts.withTheService}, ${momentText(reference.setDateTime)}`,
          ],
        ]}
      />
    </section>
  )
}
