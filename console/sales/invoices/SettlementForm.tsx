// What lowers or raises an invoice without a payment: fees, discounts, interest, and what people decide to give up.
import { NativeSelect } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { api, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { words } from '#console/sales/words.ts'
import {
  DayInput,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  isOwnCurrency,
  kronorOf,
  MoneyInput,
  type Ore,
  today,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { useBookedAtOnce } from './PaymentForm.tsx'

type Written = Schema<'InvoiceSettlementWrite'>
type Kind = Written['type']
type Scheme = NonNullable<Written['invoiceSettlementDetails']['vatScheme']>
type Given = { invoice: Schema<'Invoice'>; leftOre: Ore | null; onClose: () => void }

const kinds: readonly Kind[] = [
  'cashDiscount',
  'bankFee',
  'paymentServiceFee',
  'reminderFee',
  'lateInterest',
  'currency',
]
const schemes: readonly Scheme[] = ['domestic', 'eu', 'nonEu', 'vatExempt']
/** They raise what is owed: written below zero, and no part of what is left. */
const charges: readonly Kind[] = ['reminderFee', 'lateInterest']

/** An amount that is proposed until the user types one. */
const useAmount = (first: Ore | null) => {
  const [ore, setOre] = useState(first)
  const isTyped = useRef(false)
  return {
    ore,
    type: (typed: Ore | null) => {
      isTyped.current = true
      setOre(typed)
    },
    propose: (proposed: Ore | null) => {
      if (!isTyped.current) setOre(proposed)
    },
  }
}

export const SettlementForm = ({ invoice, leftOre, onClose }: Given) => {
  const texts = useWords(words)
  const bookAtOnce = useBookedAtOnce(invoice.id, 'settlements')
  const [kind, setKind] = useState<Kind>('cashDiscount')
  const amount = useAmount(leftOre)
  const choose = (next: Kind) => {
    setKind(next)
    amount.propose(charges.includes(next) ? null : leftOre)
  }
  const [scheme, setScheme] = useState<Scheme>('domestic')
  const settle = (date: string, ore: Ore) => {
    const sumBaseCurrency = kronorOf(charges.includes(kind) ? -Math.abs(ore) : ore)
    const vat = kind === 'paymentServiceFee' ? { vatScheme: scheme } : {}
    const body: Written = { type: kind, invoiceSettlementDetails: { date, sumBaseCurrency, ...vat } }
    return bookAtOnce(body)
  }
  const open = kinds.filter((one) => one !== 'currency' || !isOwnCurrency(invoice.currency))
  return (
    <AmountForm title={texts.settle} amount={amount} onSave={settle} onClose={onClose} said={texts.saidSettled}>
      <NativeSelect
        label={texts.kind}
        value={kind}
        onChange={({ currentTarget }) => choose(currentTarget.value as Kind)}
        data={open.map((value) => ({ value, label: texts.settlements[value] }))}
      />
      {kind === 'paymentServiceFee' && (
        <NativeSelect
          label={texts.scheme}
          value={scheme}
          onChange={({ currentTarget }) => setScheme(currentTarget.value as Scheme)}
          data={schemes.map((value) => ({ value, label: texts.schemes[value] }))}
        />
      )}
      {charges.includes(kind) && <p className="soft">{texts.readOnlyAmounts}</p>}
    </AmountForm>
  )
}

const decisions = {
  badDebt: '/companies/{companyId}/invoices/{invoiceId}/bad-debt',
  adjust: '/companies/{companyId}/invoices/{invoiceId}/balance-adjustment',
} as const

/** A loss, or an adjustment: booked at once. */
export const DecisionForm = ({ kind, invoice, leftOre, onClose }: Given & { kind: keyof typeof decisions }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const amount = useAmount(leftOre)
  const decide = async (date: string, ore: Ore) => {
    const body = { date, sumBaseCurrency: kronorOf(ore) }
    await api.POST(decisions[kind], {
      params: { path: { companyId, invoiceId: invoice.id } },
      body,
      headers: intent.headers(body),
    })
  }
  const [title, lead, said] =
    kind === 'badDebt'
      ? [texts.badDebt, texts.badDebtLead, texts.saidLost]
      : [texts.adjust, texts.adjustLead, texts.saidAdjusted]
  return (
    <AmountForm title={title} amount={amount} onSave={decide} onClose={onClose} said={said}>
      <p className="soft">{lead}</p>
    </AmountForm>
  )
}

const AmountForm = ({
  title,
  amount: { ore, type },
  said,
  onSave,
  onClose,
  children,
}: {
  title: string
  amount: Pick<ReturnType<typeof useAmount>, 'ore' | 'type'>
  said: string
  onSave: (date: string, ore: Ore) => Promise<void>
  onClose: () => void
  children: ReactNode
}) => {
  const texts = useWords(words)
  const refresh = useRefresh()
  const say = useAnnounce()
  const [date, setDate] = useState(today())
  const { run, isBusy, error, fields } = useAction()
  const submit = async () => {
    const isDone = await run(async () => {
      try {
        await onSave(date, ore ?? 0)
      } finally {
        // Until it is read nothing is sent again.
        await refresh('invoices')
      }
    })
    if (!isDone) return focusFirstWrong()
    say(said)
    onClose()
  }
  return (
    <form
      className="card form-grid"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <h3>{title}</h3>
      {children}
      <MoneyInput
        label={texts.paidAmount}
        autoFocus
        value={ore}
        error={fields.sumBaseCurrency ?? fields['invoiceSettlementDetails.sumBaseCurrency']}
        onChange={type}
      />
      <DayInput
        label={texts.date}
        value={date}
        error={fields.date ?? fields['invoiceSettlementDetails.date']}
        onChange={setDate}
      />
      <FormEnd press={texts.book} cancel={texts.cancel} isBusy={isBusy} onClose={onClose} />
      {error ? <FailureMessage error={error} /> : null}
    </form>
  )
}
