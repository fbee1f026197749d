// What is paid to a supplier in advance, without an invoice; and what the supplier pays back of it.
import { TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { api, isRefused, type Schema, useCompany, useIntent } from '#client'
import { AccountInput } from '#console/accounts'
import type { Supplier } from '#console/suppliers'
import { USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import {
  ActionButton,
  DayInput,
  FailureMessage,
  isOwnCurrency,
  kronorOf,
  MoneyInput,
  type Ore,
  oreOf,
  today,
} from '#ui'
import { useWords } from '#words'
import { advanceWords } from './advance-words.ts'
import { useRunning } from './use-running.ts'

const MAX_DESCRIPTION = 200

/** The state of both forms: an amount in the currency of the supplier, and the money of the account. */
const useMoney = (first: Ore | null) => {
  const [date, setDate] = useState(today())
  const [ore, setOre] = useState<Ore | null>(first)
  const [base, setBase] = useState<Ore | null>(null)
  const [account, setAccount] = useState(String(USUAL_PAYMENT_ACCOUNT))
  const body = {
    date,
    ...(base === null ? {} : { sumBaseCurrency: kronorOf(base) }),
    bookkeepingAccountNumber: Number(account),
  }
  return { date, setDate, ore, setOre, base, setBase, account, setAccount, body }
}

type FieldsOf = {
  money: ReturnType<typeof useMoney>
  currency: string
  labels: { base: string; account: string }
  errors: Readonly<Record<string, string>>
}

const MoneyFields = ({ money, currency, labels, errors }: FieldsOf) => {
  const texts = useWords(advanceWords)
  return (
    <div className="form-row">
      <DayInput label={texts.date} value={money.date} error={errors.date} onChange={money.setDate} />
      <MoneyInput
        label={texts.amount(currency)}
        value={money.ore}
        error={errors.amount}
        onChange={money.setOre}
        required
      />
      {!isOwnCurrency(currency) && (
        <MoneyInput
          label={labels.base}
          value={money.base}
          error={errors.sumBaseCurrency}
          onChange={money.setBase}
          required
        />
      )}
      <AccountInput
        label={labels.account}
        value={money.account}
        error={errors.bookkeepingAccountNumber}
        onChange={money.setAccount}
      />
    </div>
  )
}

export const AdvanceForm = ({ supplier, onDone }: { supplier: Supplier; onDone: () => void }) => {
  const texts = useWords(advanceWords)
  const { id: companyId } = useCompany()
  const { run, isBusy, wrong } = useRunning()
  const intent = useIntent()
  const money = useMoney(null)
  const [description, setDescription] = useState('')
  const errors = isRefused(wrong) ? wrong.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const about = { supplierRef: { id: supplier.id, name: supplier.name }, description: description.trim() || null }
    const body = { ...money.body, ...about, amount: kronorOf(money.ore ?? 0) }
    void run(texts.said, async () => {
      await api.POST('/companies/{companyId}/supplier-advances', {
        params: { path: { companyId } },
        headers: intent.headers(body),
        body: body as never,
      })
      intent.done()
      onDone()
    })
  }
  return (
    <form className="form inner-form" aria-label={texts.pay} onSubmit={submit}>
      <p className="soft">{texts.lead}</p>
      <MoneyFields
        money={money}
        currency={supplier.currency}
        labels={{ base: texts.base, account: texts.account }}
        errors={errors}
      />
      <TextInput
        label={texts.description}
        maxLength={MAX_DESCRIPTION}
        value={description}
        error={errors.description}
        onChange={({ currentTarget }) => setDescription(currentTarget.value)}
      />
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        <ActionButton type="submit" loading={isBusy} keys="Mod+Enter">
          {texts.pay}
        </ActionButton>
        <ActionButton variant="default" onClick={onDone}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}

export const RepayForm = ({ advance, onDone }: { advance: Schema<'SupplierAdvance'>; onDone: () => void }) => {
  const texts = useWords(advanceWords)
  const { id: companyId } = useCompany()
  const { run, isBusy, wrong } = useRunning()
  const intent = useIntent()
  const money = useMoney(oreOf(advance.remainingAmount))
  const errors = isRefused(wrong) ? wrong.fields : {}
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const body = { ...money.body, amount: kronorOf(money.ore ?? 0) }
    void run(texts.saidRepaid, async () => {
      await api.POST('/companies/{companyId}/supplier-advances/{supplierAdvanceId}/uses', {
        params: { path: { companyId, supplierAdvanceId: advance.id } },
        headers: intent.headers(body),
        body: body as never,
      })
      intent.done()
      onDone()
    })
  }
  return (
    <form className="form inner-form" aria-label={texts.repay} onSubmit={submit}>
      <p className="soft">{texts.repayLead}</p>
      <MoneyFields
        money={money}
        currency={advance.currency}
        labels={{ base: texts.repayBase, account: texts.repayAccount }}
        errors={errors}
      />
      {wrong !== null && <FailureMessage error={wrong} />}
      <div className="form-actions">
        <ActionButton type="submit" loading={isBusy} keys="Mod+Enter">
          {texts.repay}
        </ActionButton>
        <ActionButton variant="default" onClick={onDone}>
          {texts.cancel}
        </ActionButton>
      </div>
    </form>
  )
}
