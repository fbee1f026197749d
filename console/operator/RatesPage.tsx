// Currency rates of all companies: looked at, and set for a day.
import type { Schema } from '#client'
import { Form, send } from '#console/form'
import type { Column } from '#table'
import { Act, useSay, useUrl } from '#ui'
import { useWords } from '#words'
import { useNumbers, useOperate } from './act.ts'
import { Board } from './Board.tsx'
import { words } from './words.ts'

export { RatesPage as Page }

type Rate = Schema<'OperatedRate'>

const RatesPage = () => {
  const texts = useWords(words)
  const inNumbers = useNumbers()
  const [{ make }, set] = useUrl()
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
      actions={
        !make && (
          <Act keys="n" onClick={() => set({ make: '1' })}>
            {texts.newRate}
          </Act>
        )
      }
      above={make && <NewRate onDone={() => set({ make: null })} />}
    />
  )
}

const NewRate = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  const say = useSay()
  const { refresh } = useOperate()
  return (
    <section className="card settings-card" aria-label={texts.newRate}>
      <Form
        name="operator/rate"
        action={texts.newRate}
        onCancel={onDone}
        fields={[
          { name: 'currency', label: texts.currency, isRequired: true },
          { name: 'date', label: texts.day, kind: 'day', isRequired: true },
          { name: 'rate', label: texts.rate, hint: texts.rateHint, isRequired: true },
        ]}
        onSend={async (given) => {
          const { currency, rate, ...rest } = given as { currency: string; rate: unknown }
          const body = {
            ...rest,
            currency: currency.trim().toUpperCase(),
            rate: Number(String(rate).trim().replace(',', '.')),
          }
          await send('POST', '/operator/currency-rates', { path: {}, body })
          say(texts.rateSet)
          await refresh()
          onDone()
        }}
      />
    </section>
  )
}
