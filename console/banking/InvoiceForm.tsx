// Matches a transaction with invoices that were not proposed: open ones, exact amounts first. It may pay several, and
// what it differs from them by goes to an account: the bank's fee, a few öre.
import { useState } from 'react'
import type { Schema } from '#client'
import { AccountInput } from '#console/accounts'
import { ActionButton, amountText, FailureMessage, kronorOf, MoneyInput, type Ore, oreOf, Pick } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath, useBooking } from './booking.ts'
import { choicesOf, shownOf, targetOf, useOpen } from './open-invoices.ts'
import { type Line, saidOf } from './proposals.ts'
import { type Gets, isTooMuch, type Open, type Share, sharesOf } from './shares.rules.ts'
import { words } from './words.ts'

/** A difference below this many öre is usually rounding. */
const ROUNDING: Ore = 100
/** Rounding to whole kronor (öres- och kronutjämning). */
const ROUNDING_ACCOUNT = 3740

const NOTHING: Gets = { gets: 0, told: null }

export const InvoiceForm = ({ line, onDone }: { line: Line; onDone: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const paid = Math.abs(oreOf(line.amount))
  const open = useOpen(line.amount > 0)
  const [shares, setShares] = useState<readonly Share[]>([])
  const [account, setAccount] = useState('')
  const { book, isBusy, wrong } = useBooking(saidOf(line), onDone)
  const money = (ore: Ore) => amountText(ore, language)
  const { amounts, rest } = sharesOf(shares, paid)
  const isRounding = rest !== 0 && Math.abs(rest) < ROUNDING
  const restAccount = account || (isRounding ? String(ROUNDING_ACCOUNT) : '')
  // What the bank says is of all the money: whether it is of a part the service decides.
  const isWhole = shares.length === 1 && rest === 0
  const got = shares.map(
    ({ invoice }, place): Gets => ({ gets: amounts[place] ?? 0, told: isWhole ? toldOf(line, invoice) : null }),
  )
  const isBeyond = shares.some((share, place) => isTooMuch(share, got[place] ?? NOTHING))
  const isReady = amounts.every((ore) => ore > 0) && !isBeyond && (rest === 0 || restAccount !== '')
  const chosen = new Set(shares.map(({ invoice }) => invoice.id))
  const aim = rest > 0 && shares.length > 0 ? rest : paid
  const left = open.filter((one) => !chosen.has(one.id))
  const add = (id: string) => {
    const invoice = open.find((one) => one.id === id)
    if (invoice) setShares([...shares, { invoice, amount: null, paid: null }])
  }
  const change = (place: number, changes: Partial<Share>) =>
    setShares(shares.map((share, at) => (at === place ? { ...share, ...changes } : share)))
  return (
    <form
      className="form inner-form"
      aria-label={texts.other}
      onSubmit={(event) => {
        event.preventDefault()
        if (shares.length === 0 || !isReady) return
        const body = bodyOf(line, shares, { amounts, rest, account: Number(restAccount) })
        void book([{ method: 'POST', path: matchPath(line), body }])
      }}
    >
      <h3>{texts.other}</h3>
      {shares.map((share, place) => (
        <Shared
          key={share.invoice.id}
          share={share}
          money={money}
          got={got[place] ?? NOTHING}
          onChange={(changes) => change(place, changes)}
          onRemove={() => setShares(shares.filter((_, at) => at !== place))}
        />
      ))}
      <Pick
        key={shares.length}
        autoFocus={shares.length > 0}
        label={shares.length === 0 ? texts.chooseInvoice : texts.chooseMore}
        value=""
        shown=""
        choicesFor={(text) => choicesOf(left, { text, aim, money })}
        onChange={add}
      />
      {shares.length > 0 && (
        <p className="soft" role="status">
          {rest === 0 ? texts.noRest : rest > 0 ? texts.rest(money(rest)) : texts.tooMuch(money(-rest))}
        </p>
      )}
      {shares.length > 0 && rest !== 0 && (
        <AccountInput
          label={texts.restAccount}
          description={texts.restHint}
          value={restAccount}
          onChange={setAccount}
        />
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      {shares.length > 0 && (
        <div className="form-actions">
          <ActionButton type="submit" loading={isBusy} disabled={!isReady}>
            {shares.length === 1 && rest === 0 ? texts.match : texts.matchAll}
          </ActionButton>
        </div>
      )}
    </form>
  )
}

/** What the bank says that was asked for in the currency of an invoice. */
const toldOf = ({ instructedAmount: asked }: Line, { owed }: Open): Ore | null =>
  asked && owed && asked.currency === owed.currency ? oreOf(asked.amount) : null

/** An invoice with what it gets of the money. */
const Shared = ({
  share,
  got,
  money,
  onChange,
  onRemove,
}: {
  share: Share
  got: Gets
  money: (ore: Ore) => string
  onChange: (changes: Partial<Share>) => void
  onRemove: () => void
}) => {
  const texts = useWords(words)
  const { invoice, amount, paid } = share
  const { number, name, rest, owed } = invoice
  const { gets, told } = got
  return (
    <div className="share">
      <span>{shownOf(invoice, money)}</span>
      <MoneyInput
        aria-label={texts.amountOf(number || name)}
        value={amount}
        placeholder={money(gets)}
        onChange={(next) => onChange({ amount: next })}
      />
      <button type="button" className="icon-button" aria-label={texts.removeInvoice(number || name)} onClick={onRemove}>
        ×
      </button>
      {owed !== null && (
        <div className="share-paid">
          <MoneyInput
            aria-label={texts.paidIn(number || name, owed.currency)}
            value={paid}
            placeholder={told === null ? owed.currency : money(told)}
            onChange={(next) => onChange({ paid: next })}
          />
        </div>
      )}
      <p className={isTooMuch(share, got) ? 'is-wrong' : 'soft'}>
        <Outcome share={share} got={got} money={money} />
        {gets !== rest && owed === null && (
          <>
            {' '}
            <button type="button" className="link-button" onClick={() => onChange({ amount: rest })}>
              {texts.wholeInvoice}
            </button>
          </>
        )}
      </p>
    </div>
  )
}

/**
 * The outcome for the invoice. Nothing is promised if the amount in another currency is not entered: the service uses
 * the bank payment and the day's rate.
 */
const Outcome = ({
  share: {
    invoice: { rest, owed },
    paid: said,
  },
  got: { gets, told },
  money,
}: {
  share: Share
  got: Gets
  money: (ore: Ore) => string
}) => {
  const texts = useWords(words)
  if (owed === null) {
    if (gets === rest) return texts.exact
    return gets < rest ? texts.part(money(gets), money(rest)) : texts.beyond(money(gets - rest))
  }
  const { currency } = owed
  const shown = (ore: Ore) => `${money(ore)} ${currency}`
  const paid = said ?? told
  if (paid === null) return texts.unsaid(shown(owed.ore), currency)
  if (paid === owed.ore) return texts.paidWhole
  return paid < owed.ore ? texts.part(shown(paid), shown(owed.ore)) : texts.beyond(shown(paid - owed.ore))
}

/** The match: with the only invoice, or in parts, each with the sign of the money. */
const bodyOf = (
  { amount }: Line,
  shares: readonly Share[],
  { amounts, rest, account }: { amounts: readonly Ore[]; rest: Ore; account: number },
): Schema<'BankTransactionMatch'> => {
  const [only] = shares
  if (only && shares.length === 1 && rest === 0) return targetOf(only.invoice, only.paid)
  const signed = (ore: Ore) => kronorOf(amount < 0 ? -ore : ore)
  const parts = shares.map(({ invoice, paid }, place) => ({
    ...targetOf(invoice, paid),
    amount: signed(amounts[place] ?? 0),
  }))
  return { parts: rest === 0 ? parts : [...parts, { account, amount: signed(rest) }] }
}
