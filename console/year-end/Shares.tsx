// How a partnership's result is split: an amount for each partner, which together must be the result.
import { ActionButton, Money, MoneyInput, type Ore, oreOf } from '#ui'
import { useWords } from '#words'
import { equalParts, leftOf, type Split } from './shares.rules.ts'
import { words } from './words.ts'

type Partner = { account: number; name: string }

export const Shares = ({
  result,
  partners,
  split,
  isFinal,
  onChange,
}: {
  /** In kronor; a profit is above zero. */
  result: number
  partners: readonly Partner[]
  split: Split
  /** Nothing is left to book that would change the result. */
  isFinal: boolean
  onChange: (split: Split) => void
}) => {
  const texts = useWords(words)
  const whole = oreOf(result)
  const left = leftOf(whole, split)
  const put = (account: number, ore: Ore | null) => onChange({ ...split, [account]: ore })
  const counts = partners.map((_, place) => place + 1).filter((count) => count > 1)
  return (
    <section className="card shares" aria-label={texts.shares}>
      <h2>{texts.shares}</h2>
      <p>
        {texts.sharesLead} <Money ore={whole} />.
      </p>
      {!isFinal && <p className="is-wrong">{texts.notFinal}</p>}
      <div className="page-actions" role="group" aria-label={texts.equal}>
        {counts.map((count) => (
          <ActionButton
            key={count}
            variant="default"
            onClick={() => onChange(equalParts(whole, partners.slice(0, count)))}
          >
            {texts.equalOf(count)}
          </ActionButton>
        ))}
      </div>
      {partners.map(({ account, name }) => (
        <MoneyInput
          key={account}
          label={`${account} ${name}`}
          value={split[account] ?? null}
          onChange={(ore) => put(account, ore)}
          onKeyDown={(event) => {
            if (event.key !== '=' || event.currentTarget.value.trim() !== '') return
            event.preventDefault()
            put(account, left)
          }}
        />
      ))}
      <p aria-live="polite" className={left === 0 ? 'soft' : 'is-wrong'}>
        {left === 0 ? texts.allSplit : texts.leftToSplit} {left !== 0 && <Money ore={left} />}
      </p>
    </section>
  )
}
