// One month of a bank account: why the bank and the ledger differ at its end, and the note that it is reconciled.
import { CloseButton, Textarea } from '@mantine/core'
import { useState } from 'react'
import { isRefused, type Schema, useCompany, useIntent, useRefresh, useTyped, useVersioned } from '#client'
import { send } from '#console/form'
import {
  ActionButton,
  bound,
  FailureMessage,
  kronorOf,
  MoneyInput,
  type Ore,
  oreOf,
  ResilientContent,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { Compared } from './Compared.tsx'
import { words } from './words.ts'

type Month = Schema<'BankMonthCompared'>

const MONTH = '/companies/{companyId}/bank-accounts/{bankAccountId}/reconciliations/{month}'

export const MonthDetail = ({
  bankAccountId,
  month,
  onClose,
}: {
  bankAccountId: string
  month: string
  onClose: () => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const found = useVersioned<Month>(MONTH, { path: { companyId, bankAccountId, month } })
  return (
    <>
      <div className="detail-head">
        <h2>{month}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <ResilientContent of={found}>
        {(one) => (
          <>
            {one.state !== 'open' && one.reconciledBy && (
              <p>
                {texts.by(one.reconciledBy, one.reconciledDateTime?.slice(0, 10) ?? '')}
                {one.note && <span className="soft"> {one.note}</span>}
              </p>
            )}
            {one.state === 'reopened' && one.reopenedBy && (
              <p className="is-wrong">{texts.reopenedBy[one.reopenedBy]}</p>
            )}
            {one.comparison ? <Compared of={one.comparison} /> : <p className="soft">{texts.unknown}</p>}
            <Marking key={`${one.state} ${one.modifiedDateTime}`} month={one} />
          </>
        )}
      </ResilientContent>
    </>
  )
}

/** Marks the month, or takes that back. */
const Marking = ({ month: one }: { month: Month }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const [wrong, setWrong] = useState<unknown>(null)
  const [isBusy, setBusy] = useState(false)
  const first = () => ({ note: one.note ?? '', closing: null as Ore | null })
  const typed = useTyped(`bank-month/${one.bankAccountRef.id}/${one.month}`, first)
  const { note, closing } = typed.form
  if (!may('bank-statements:write')) return null
  const put = async (isReconciled: boolean) => {
    const sent = typed.latest()
    const body = {
      isReconciled,
      ...(isReconciled && sent.note.trim() !== '' && { note: sent.note }),
      ...(isReconciled && sent.closing !== null && { closingBalance: kronorOf(sent.closing) }),
    }
    setBusy(true)
    setWrong(null)
    try {
      const path = { companyId, bankAccountId: one.bankAccountRef.id, month: one.month }
      await send('POST', MONTH, { path, body, headers: intent.headers({ path, body }) })
      typed.drop()
      say(isReconciled ? texts.reconciled : texts.opened)
      await refresh('bank-accounts', 'fiscal-years')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setBusy(false)
    }
  }
  if (one.state === 'reconciled')
    return (
      <div className="page-actions">
        <ActionButton variant="default" loading={isBusy} onClick={() => void put(false)}>
          {texts.takeBack}
        </ActionButton>
        {wrong !== null && <FailureMessage error={wrong} />}
      </div>
    )
  const errors = isRefused(wrong) ? wrong.fields : {}
  const isUnknown = one.bankBalance === null || one.isStated
  const differs = one.difference === null ? closing !== oreOf(one.ledgerBalance) : one.difference !== 0
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void put(true)
      }}
    >
      {isUnknown && (
        <MoneyInput
          label={texts.stated}
          value={closing}
          error={errors.closingBalance}
          onChange={(ore) => typed.change({ closing: ore })}
        />
      )}
      {differs && (
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          value={note}
          maxLength={500}
          autosize
          error={errors.note}
          onChange={({ currentTarget }) => typed.change({ note: currentTarget.value })}
        />
      )}
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="page-actions">
        <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
          {texts.reconcile}
        </ActionButton>
      </div>
    </form>
  )
}
