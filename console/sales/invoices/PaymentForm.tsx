// A payment of an invoice: proposed in full and today, and booked at once.
import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { api, isRefused, queries, Refused, type Schema, useAction, useCompany, useIntent, useRefresh } from '#client'
import { words } from '#console/sales/words.ts'
import { filterOn, paymentAccounts, USUAL_PAYMENT_ACCOUNT } from '#rule/account-ranges'
import {
  amountText,
  DayInput,
  FailureMessage,
  FormEnd,
  focusFirstWrong,
  isOwnCurrency,
  kronorOf,
  MoneyInput,
  type Ore,
  oreOf,
  ownCurrency,
  today,
  useAnnounce,
} from '#ui'
import { useLanguage, useWords } from '#words'

const PAID_TO = filterOn(paymentAccounts)

/** The accounts of money as choices, and the one that is usual. */
export const usePaidTo = () => {
  const { id: companyId } = useCompany()
  const { data: accounts } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts', {
    params: { path: { companyId }, query: { query: PAID_TO } },
  })
  const choices = (accounts ?? [{ account: USUAL_PAYMENT_ACCOUNT, name: '' }]).map(({ account, name }) => ({
    value: String(account),
    label: `${account} ${name}`,
  }))
  return { usual: USUAL_PAYMENT_ACCOUNT, choices }
}

/**
 * Adds a payment or a settlement to an invoice and books it: both, or neither. If the answer is lost, it may have
 * succeeded: until an answer comes it is sent again under the same key, despite later edits.
 */
export const useBookedAtOnce = (invoiceId: string, kind: 'payments' | 'settlements') => {
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const path = `/invoices/${invoiceId}/${kind}`
  return async (body: Record<string, unknown>): Promise<void> => {
    try {
      await api.POST('/companies/{companyId}/bulk', {
        params: { path: { companyId } },
        headers: intent.headers([path, body]),
        body: {
          mode: 'atomic',
          operations: [
            { name: 'added', method: 'POST', path, body },
            { method: 'POST', path: `${path}/{added#/id}/record` },
          ],
        },
      })
    } catch (thrown) {
      throw isRefused(thrown) ? asOfOne(thrown) : thrown
    }
  }
}

/** The refusal as the endpoint alone would have told it: with its own fields, and not which operation it was. */
const asOfOne = ({ status, code, message, fields }: Refused): Refused =>
  new Refused({
    status,
    code,
    message,
    errors: Object.entries(fields)
      .filter(([field]) => !/^operations\.\d+$/.test(field))
      .map(([field, text]) => ({
        field: `#/${field.replace(/^operations\.\d+\.(?:body\.)?/, '').replaceAll('.', '/')}`,
        message: text,
      })),
  })

/** What is left of an invoice in another currency, in that currency: all of it while nothing is paid. */
const leftInCurrency = ({ currency, currencyRate, totalAmount }: Schema<'Invoice'>, leftOre: Ore): Ore | null => {
  if (isOwnCurrency(currency) || !currencyRate) return null
  const total = oreOf(totalAmount)
  return leftOre === Math.round(total * currencyRate) ? total : Math.round(leftOre / currencyRate)
}

/**
 * The exchange difference of a payment of at most what is left: what the money is worth beside the debt that it
 * settles, above zero for a gain. Null where it is not known before it is booked.
 */
const differenceOf = (
  { ore, paidOre }: { ore: Ore | null; paidOre: Ore | null },
  { leftOre, ownOre }: { leftOre: Ore; ownOre: Ore },
): Ore | null => {
  if (ore === null || paidOre === null || ownOre === 0 || paidOre > ownOre) return null
  return ore - Math.round((leftOre * paidOre) / ownOre)
}

export const PaymentForm = ({
  invoice,
  leftOre,
  lostOre,
  onClose,
}: {
  invoice: Schema<'Invoice'>
  leftOre: Ore | null
  /** What was written off, and may come after all; zero while something is left to pay. */
  lostOre: Ore
  onClose: () => void
}) => {
  const texts = useWords(words)
  const refresh = useRefresh()
  const say = useAnnounce()
  const language = useLanguage()
  const bookAtOnce = useBookedAtOnce(invoice.id, 'payments')
  const currency = invoice.currency ?? ownCurrency()
  const ownOre = leftOre === null || lostOre !== 0 ? null : leftInCurrency(invoice, leftOre)
  const [form, setForm] = useState({
    date: today(),
    account: USUAL_PAYMENT_ACCOUNT,
    ore: lostOre === 0 ? leftOre && Math.abs(leftOre) : lostOre,
    paidOre: ownOre && Math.abs(ownOre),
  })
  const { run, isBusy, error, fields } = useAction()
  const { choices } = usePaidTo()
  // More was paid than is owed: the difference goes back, below zero in the books.
  const isBack = leftOre !== null && leftOre < 0
  const save = () =>
    bookAtOnce({
      date: form.date,
      ...(isOwnCurrency(currency) || form.paidOre === null
        ? {}
        : { amount: kronorOf(form.paidOre * (isBack ? -1 : 1)) }),
      sumBaseCurrency: kronorOf((form.ore ?? 0) * (isBack ? -1 : 1)),
      bookkeepingAccountNumber: form.account,
    })
  // Back goes at most what has come in.
  const paidOre = leftOre === null || !isOwnCurrency(invoice.currency) ? null : oreOf(invoice.totalAmount) - leftOre
  const isTooMuchBack = !isBack && (form.ore ?? 0) < 0 && paidOre !== null && -(form.ore ?? 0) > paidOre
  const money = (ore: Ore) => amountText(ore, language)
  const rateOre =
    ownOre === null || leftOre === null
      ? null
      : differenceOf(form, { leftOre: Math.abs(leftOre), ownOre: Math.abs(ownOre) })
  // Money that goes back is a loss where it is worth more than the debt.
  const isGain = rateOre !== null && rateOre > 0 !== isBack
  const submit = async () => {
    if (isTooMuchBack) return focusFirstWrong()
    const isDone = await run(async () => {
      try {
        await save()
      } finally {
        // One whose answer was lost may stand in the list of what has happened. Until it is read nothing is sent again.
        await refresh('invoices')
      }
    })
    if (!isDone) return focusFirstWrong()
    say(isBack ? texts.saidPaidBack : texts.saidPaid)
    onClose()
  }
  return (
    <form
      className="card form-grid"
      aria-label={isBack ? texts.payBack : texts.pay}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {lostOre !== 0 && <p className="soft">{texts.recoverLead}</p>}
      {!isOwnCurrency(currency) && (
        <MoneyInput
          label={texts.paidInCurrency(currency)}
          value={form.paidOre}
          error={fields.amount}
          onChange={(paidOre) => setForm({ ...form, paidOre })}
        />
      )}
      <MoneyInput
        label={texts.paidAmount}
        data-autofocus
        autoFocus
        value={form.ore}
        error={isTooMuchBack ? texts.notPaidIn : fields.sumBaseCurrency}
        onChange={(ore) => setForm({ ...form, ore })}
      />
      {rateOre !== null && rateOre !== 0 && (
        <p className="soft" role="status">
          {texts.rateDifference(money(Math.abs(rateOre)), isGain)}
        </p>
      )}
      {!isOwnCurrency(currency) && form.paidOre === null && <p className="soft">{texts.countsAtRate(currency)}</p>}
      <DayInput
        label={texts.paidOn}
        value={form.date}
        error={fields.date}
        onChange={(date) => setForm({ ...form, date })}
      />
      <NativeSelect
        label={texts.account}
        value={String(form.account)}
        error={fields.bookkeepingAccountNumber}
        onChange={({ currentTarget }) => setForm({ ...form, account: Number(currentTarget.value) })}
        data={choices}
      />
      <FormEnd press={texts.register} cancel={texts.cancel} isBusy={isBusy} onClose={onClose} />
      {error ? <FailureMessage error={error} /> : null}
    </form>
  )
}
