// Several transactions for one thing: part payments of an invoice, or one account for all. All are booked, or none.
import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { AccountInput } from '#console/accounts'
import { ActionButton, amountText, bound, FailureMessage, Money, type Ore, oreOf, Pick } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath, useBooking } from './booking.ts'
import { EntryForm } from './EntryForm.tsx'
import { choicesOf, shownOf, targetOf, useOpen } from './open-invoices.ts'
import { type Line, saidOf } from './proposals.ts'
import { words } from './words.ts'

/** Transactions that are booked together: the operations of one request. */
const MOST_TOGETHER = 100

const sumOf = (lines: readonly Line[]): Ore => lines.reduce((sum, { amount }) => sum + oreOf(amount), 0)

/** How many are chosen, their sum, and what can be done with them. */
export const Chosen = ({
  lines,
  onTogether,
  onNone,
}: {
  lines: readonly Line[]
  onTogether: () => void
  onNone: () => void
}) => {
  const texts = useWords(words)
  return (
    <div className="bank-keys" role="status">
      <p>
        {texts.chosen(lines.length)} · <Money ore={sumOf(lines)} />
      </p>
      {lines.length > 1 && (
        <ActionButton keys="m" size="xs" onClick={onTogether}>
          {texts.together}
        </ActionButton>
      )}
      <ActionButton variant="default" size="xs" onClick={onNone}>
        {texts.unchoose}
      </ActionButton>
    </div>
  )
}

export const SeveralForm = ({
  lines,
  bankAccountIds,
  onClose,
  onDone,
}: {
  lines: readonly Line[]
  /** The bank accounts that they are on. */
  bankAccountIds: readonly string[]
  onClose: () => void
  onDone: () => void
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const money = (ore: Ore) => amountText(ore, language)
  const sum = sumOf(lines)
  const isOneWay = lines.every(({ amount }) => amount > 0 === sum > 0)
  const tooMany = lines.length > MOST_TOGETHER
  return (
    <>
      <div className="detail-head">
        <h2>
          {texts.chosen(lines.length)} · <Money ore={sum} />
        </h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <ul className="booked-parts">
        {lines.slice(0, MOST_TOGETHER).map((line) => (
          <li key={line.id}>
            {line.date} {saidOf(line)} <Money kronor={line.amount} />
          </li>
        ))}
      </ul>
      {tooMany ? (
        <p className="is-wrong">{texts.tooManyChosen(MOST_TOGETHER)}</p>
      ) : (
        <>
          {isOneWay ? (
            <OneInvoice lines={lines} sum={sum} money={money} onDone={onDone} />
          ) : (
            <p className="soft">{texts.bothWays}</p>
          )}
          <OneAccount lines={lines} onDone={onDone} />
          {isOneWay && bankAccountIds.length === 1 && (
            <EntryForm lines={lines} bankAccountId={bankAccountIds[0] ?? ''} onDone={onDone} />
          )}
          {bankAccountIds.length > 1 && <p className="soft">{texts.severalAccounts}</p>}
        </>
      )}
    </>
  )
}

type Given = { lines: readonly Line[]; onDone: () => void }

const OneInvoice = ({ lines, sum, money, onDone }: Given & { sum: Ore; money: (ore: Ore) => string }) => {
  const texts = useWords(words)
  const paid = Math.abs(sum)
  // Of one in another currency each transaction has to say how much it pays.
  const open = useOpen(sum > 0).filter(({ owed }) => owed === null)
  const [id, setId] = useState('')
  const chosen = open.find((one) => one.id === id)
  const { book, isBusy, wrong } = useBooking(texts.chosen(lines.length), onDone)
  const isBeyond = chosen !== undefined && paid > chosen.rest
  const isRefused = isBeyond && chosen.kind === 'supplierInvoice'
  return (
    <form
      className="form inner-form"
      aria-label={texts.oneInvoice}
      onSubmit={(event) => {
        event.preventDefault()
        if (!chosen || isRefused) return
        void book(lines.map((line) => ({ method: 'POST', path: matchPath(line), body: targetOf(chosen) })))
      }}
    >
      <h3>{texts.oneInvoice}</h3>
      <Pick
        autoFocus
        label={texts.chooseInvoice}
        value={id}
        shown={chosen ? shownOf(chosen, money) : ''}
        choicesFor={(text) => choicesOf(open, { text, aim: paid, money })}
        onChange={setId}
      />
      {chosen && (
        <p className={isRefused ? 'is-wrong' : 'soft'} role="status">
          {isBeyond
            ? texts.beyond(money(paid - chosen.rest))
            : paid === chosen.rest
              ? texts.exact
              : texts.leftAfter(money(paid), money(chosen.rest - paid))}
        </p>
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      {chosen && (
        <div className="form-actions">
          <ActionButton type="submit" loading={isBusy} disabled={isRefused}>
            {texts.bookOnInvoice(lines.length)}
          </ActionButton>
        </div>
      )}
    </form>
  )
}

const OneAccount = ({ lines, onDone }: Given) => {
  const texts = useWords(words)
  const [account, setAccount] = useState('')
  const { book, isBusy, wrong, fields } = useBooking(texts.chosen(lines.length), onDone)
  return (
    <form
      className="form inner-form"
      aria-label={texts.oneAccount}
      onSubmit={(event) => {
        event.preventDefault()
        if (account === '') return
        const body = { account: Number(account) }
        void book(lines.map((line) => ({ method: 'POST', path: matchPath(line), body })))
      }}
    >
      <h3>{texts.oneAccount}</h3>
      <AccountInput label={texts.account} value={account} onChange={setAccount} error={fields.account} />
      {wrong !== null && !fields.account && <FailureMessage error={wrong} />}
      {account !== '' && (
        <div className="form-actions">
          <ActionButton type="submit" variant="default" loading={isBusy}>
            {texts.bookOnAccount(lines.length)}
          </ActionButton>
        </div>
      )}
    </form>
  )
}
