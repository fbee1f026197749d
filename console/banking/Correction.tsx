// How a matched transaction is corrected: what can be undone here is, and for the rest it is said where.
import { useState } from 'react'
import { api, matchOf, newIntent, queries, useCompany, useRefresh } from '#client'
import { ActionButton, amountText, FailureMessage, oreOf, useAnnounce, useUndo } from '#ui'
import { useLanguage, useWords } from '#words'
import { useMatchedWith } from './entries.ts'
import { type Line, saidOf } from './proposals.ts'
import { words } from './words.ts'

export const Correction = ({ line, onOpened }: { line: Line; onOpened: () => void }) => {
  const texts = useWords(words)
  const { may } = useCompany()
  const { matchedWith, journalEntryRef } = line
  const isBefore = matchedWith?.journalEntryId !== undefined
  const isAccount = matchedWith?.account !== undefined
  const isReversed = useIsReversed(isAccount ? (journalEntryRef?.id ?? '') : '')
  const isUndoable = isBefore || (isAccount && isReversed === true)
  return (
    <section className="form" aria-label={texts.correct}>
      <h3>{texts.correct}</h3>
      {isBefore && <Together line={line} />}
      <p>{texts.corrections[wayOf(line, isReversed === true)]}</p>
      {isUndoable && may('bank-statements:write') && <Undo line={line} onOpened={onOpened} />}
    </section>
  )
}

/** Which sentence says what is possible. */
const wayOf = ({ matchedWith }: Line, isReversed: boolean) => {
  if (matchedWith?.parts) return 'parts'
  if (matchedWith?.invoiceId) return 'invoice'
  if (matchedWith?.supplierInvoiceId) return 'supplierInvoice'
  if (matchedWith?.journalEntryId) return 'entry'
  return isReversed ? 'reversed' : 'account'
}

/** Whether an entry has been reversed; null while that is not known. */
const useIsReversed = (journalEntryId: string): boolean | null => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/journal-entries/{journalEntryId}',
    { params: { path: { companyId, journalEntryId } } },
    { enabled: journalEntryId !== '' && may('journal-entries:read') },
  )
  return data ? Boolean(data.reversedByJournalEntryRef) : null
}

/** The other transactions of the same entry, and what is left of it. */
const Together = ({ line }: { line: Line }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const matched = useMatchedWith(line.matchedWith?.journalEntryId ?? '')
  const own = matched?.transactions.find(({ id }) => id === line.id)
  const left = matched?.accounts.find(({ account }) => account === own?.account)?.remainingAmount ?? 0
  const others = matched?.transactions.filter(({ id, account }) => id !== line.id && account === own?.account) ?? []
  if (others.length === 0 && left === 0) return null
  return <p className="soft">{texts.sameEntry(others.length, left === 0 ? null : amountText(oreOf(left), language))}</p>
}

/** Opens the transaction again; one that was matched with an entry can be put back. */
const Undo = ({ line, onOpened }: { line: Line; onOpened: () => void }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const sayDone = useUndo()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const path = { companyId, bankStatementId: line.statementId, transactionId: line.id }
  const at = '/companies/{companyId}/bank-statements/{bankStatementId}/transactions/{transactionId}/match'
  const entryId = line.matchedWith?.journalEntryId
  const sayOpened = () => {
    const text = `${texts.unmatched}: ${saidOf(line)}`
    if (!entryId) return say(text)
    sayDone(text, async (headers) => {
      await api.POST(at, { params: { path }, headers, body: matchOf({ kind: 'journalEntry', id: entryId }) })
      await refresh('bank-statements', 'journal-entries')
    })
  }
  const undo = async () => {
    setIsBusy(true)
    setWrong(null)
    try {
      await api.DELETE(at, { params: { path }, headers: { 'Idempotency-Key': newIntent() } })
      sayOpened()
      onOpened()
      await refresh('bank-statements', 'journal-entries')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <>
      {wrong !== null && <FailureMessage error={wrong} />}
      <ActionButton keys="r" variant="default" loading={isBusy} onClick={() => void undo()}>
        {texts.unmatch}
      </ActionButton>
    </>
  )
}
