// The table of a budget: accounts down, months across, and the sums that follow.
import { useState } from 'react'
import { AccountInput } from '#console/accounts'
import { spanText } from '#console/figures'
import { lastOfMonth, Money, MoneyInput } from '#ui'
import { type Language, useLanguage, useWords } from '#words'
import { accountsOf, isIncome, type Plan, spread, sumsOf, totalOf } from './budget.rules.ts'
import { words } from './words.ts'

type Given = {
  plan: Plan
  months: readonly string[]
  nameOf: (account: number) => string
  /** Null for those who may only read. */
  onChange: ((plan: Plan) => void) | null
}

/** `jan. 2026`: a fiscal year may have two months of one name. */
export const monthText = (month: string, language: Language): string =>
  spanText({ from: `${month}-01`, to: lastOfMonth(`${month}-01`) }, language)

export const BudgetTable = ({ plan, months, nameOf, onChange }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const [adding, setAdding] = useState('')
  const all = accountsOf(plan)
  const sums = { year: sumsOf(plan), months: months.map((month) => sumsOf(plan, month)) }
  const part = (title: string, kind: 'income' | 'expenses', accounts: readonly number[]) =>
    accounts.length > 0 && (
      <tbody>
        <tr className="group">
          <th scope="rowgroup" colSpan={months.length + 2}>
            {title}
          </th>
        </tr>
        {accounts.map((account) => (
          <AccountRow
            key={account}
            account={account}
            name={nameOf(account)}
            plan={plan}
            months={months}
            onChange={onChange}
          />
        ))}
        <Sum title={title} of={[sums.year[kind], ...sums.months.map((sum) => sum[kind])]} />
      </tbody>
    )
  return (
    <>
      {all.length > 0 && (
        <>
          {onChange && <p className="soft">{texts.signs}</p>}
          {/* Those who use keys scroll it by going through its cells, or by the arrows where it has none. */}
          <section className="budget" aria-label={texts.budget} tabIndex={onChange ? undefined : 0}>
            <table className="plain-table">
              <thead>
                <tr>
                  <th scope="col">{texts.account}</th>
                  <th scope="col" className="is-right">
                    {texts.year}
                  </th>
                  {months.map((month) => (
                    <th key={month} scope="col" className="is-right">
                      {monthText(month, language)}
                    </th>
                  ))}
                </tr>
              </thead>
              {part(texts.income, 'income', all.filter(isIncome))}
              {part(
                texts.expenses,
                'expenses',
                all.filter((account) => !isIncome(account)),
              )}
              <tbody>
                <Sum title={texts.result} of={[sums.year.result, ...sums.months.map(({ result }) => result)]} />
              </tbody>
            </table>
          </section>
        </>
      )}
      {onChange && (
        <AccountInput
          label={texts.addAccount}
          className="budget-add"
          value={adding}
          onChange={(account) => {
            setAdding('')
            if (account !== '' && !plan[account]) onChange({ ...plan, [account]: spread(0, months) })
          }}
        />
      )}
    </>
  )
}

const AccountRow = ({
  account,
  name,
  plan,
  months,
  onChange,
}: {
  account: number
  name: string
  plan: Plan
  months: readonly string[]
  onChange: Given['onChange']
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const called = `${account} ${name}`.trim()
  const put = (amounts: Plan[string]) => onChange?.({ ...plan, [account]: amounts })
  const cell = (value: number, label: string, take: (ore: number) => void) =>
    onChange ? (
      <MoneyInput
        size="xs"
        aria-label={texts.of(called, label)}
        value={value}
        onChange={(ore) => ore !== null && take(ore)}
      />
    ) : (
      <Money ore={value} />
    )
  return (
    <tr>
      <th scope="row">
        <span className="budget-account">
          {onChange && (
            <button
              type="button"
              className="icon-button"
              aria-label={`${texts.remove}: ${called}`}
              onClick={() => onChange(Object.fromEntries(Object.entries(plan).filter(([one]) => one !== `${account}`)))}
            >
              ×
            </button>
          )}
          <span>{called}</span>
        </span>
      </th>
      <td className="is-right">{cell(totalOf(plan, account), texts.year, (ore) => put(spread(ore, months)))}</td>
      {months.map((month) => (
        <td key={month} className="is-right">
          {cell(plan[account]?.[month] ?? 0, monthText(month, language), (ore) =>
            put({ ...plan[account], [month]: ore }),
          )}
        </td>
      ))}
    </tr>
  )
}

const Sum = ({ title, of }: { title: string; of: readonly number[] }) => (
  <tr className="total">
    <th scope="row">{title}</th>
    {of.map((ore, at) => (
      <td key={at} className="is-right">
        <Money ore={ore} />
      </td>
    ))}
  </tr>
)
