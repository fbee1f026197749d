// Matches transactions with an entry that was booked before the bank reported them: nothing is booked, and it can be
// undone.
import { useState } from 'react'
import { ActionButton, amountText, FailureMessage, type Ore, oreOf, Pick } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath, useBooking } from './booking.ts'
import { entryChoices, shownEntry, useBankAccount, useEntries, useMatchedWith } from './entries.ts'
import { type Line, saidOf } from './proposals.ts'
import { words } from './words.ts'

type Given = { lines: readonly Line[]; bankAccountId: string; onDone: () => void }

export const EntryForm = ({ lines, bankAccountId, onDone }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const money = (ore: Ore) => amountText(ore, language)
  const account = useBankAccount(bankAccountId)
  const { entries, search } = useEntries(lines, account)
  const [id, setId] = useState('')
  const chosen = entries.find((one) => one.id === id)
  const matched = useMatchedWith(id)
  const sum = lines.reduce((all, { amount }) => all + oreOf(amount), 0)
  const left = matched && oreOf(matched.accounts.find((one) => one.account === account)?.remainingAmount ?? 0)
  const isBeyond = left !== null && Math.abs(sum) > Math.abs(left)
  const [only] = lines
  const said = lines.length === 1 && only ? saidOf(only) : texts.chosen(lines.length)
  const { book, isBusy, wrong, fields } = useBooking(said, onDone)
  const match = () => {
    if (!chosen || left === null || isBeyond) return
    const paths = lines.map(matchPath)
    const body = { journalEntryId: chosen.id }
    void book(
      paths.map((path) => ({ method: 'POST', path, body })),
      paths.map((path) => ({ method: 'DELETE', path })),
    )
  }
  return (
    <form
      className="form inner-form"
      aria-label={texts.existingEntry}
      onSubmit={(event) => {
        event.preventDefault()
        match()
      }}
    >
      <h3>{texts.existingEntry}</h3>
      <Pick
        label={texts.chooseEntry}
        description={texts.existingLead}
        value={id}
        shown={chosen ? shownEntry(chosen, money) : ''}
        choicesFor={(text) => entryChoices(entries, { text, aim: sum, day: only?.date ?? '', money })}
        onChange={setId}
        onType={search}
        error={fields.journalEntryId}
      />
      {chosen && left !== null && (
        <p className={isBeyond ? 'is-wrong' : 'soft'} role="status">
          {isBeyond
            ? texts.entryTooSmall(money(left), money(sum))
            : left === sum
              ? texts.exact
              : texts.entryLeft(money(left - sum))}
        </p>
      )}
      {wrong !== null && !fields.journalEntryId && <FailureMessage error={wrong} />}
      {chosen && (
        <div className="form-actions">
          <ActionButton type="submit" variant="default" loading={isBusy} disabled={left === null || isBeyond}>
            {texts.matchEntry(lines.length)}
          </ActionButton>
        </div>
      )}
    </form>
  )
}
