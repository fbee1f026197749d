// A transaction for invoices that nobody proposed: those that are open, the right amounts first. It may pay several,
// and what it differs from them by goes to an account: the bank's fee, a few öre.
import { useEffect, useState } from 'react'
import { type Schema, useCompany, usePages } from '#client'
import { AccountInput } from '#console/accounts'
import { Act, amountText, type Choice, kronorOf, MoneyInput, type Ore, oreOf, Pick, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { matchPath, useBooking } from './booking.ts'
import type { Line } from './proposals.ts'
import { type Open, type Share, sharesOf } from './shares.ts'
import { words } from './words.ts'

const OPEN_INVOICES = 'status==published||status==overdue||status==underPaid'
/** Choices that are offered at once. */
const MOST = 30

/** All open invoices of the side that the money is on: customers' for money in, suppliers' for money out. */
const useOpen = (isIn: boolean): Open[] => {
  const { id: companyId, may } = useCompany()
  const sold = usePages<Schema<'Invoice'>>('/invoices', {
    ...{ companyId, query: { query: OPEN_INVOICES }, enabled: isIn && may('invoices:read') },
  })
  const bought = usePages<Schema<'SupplierInvoiceGet'>>('/supplier-invoices', {
    ...{ companyId, query: { query: 'status==toPay' }, enabled: !isIn && may('supplier-invoices:read') },
  })
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = isIn ? sold : bought
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage()
  }, [hasNextPage, isFetchingNextPage, fetchNextPage])
  return isIn
    ? sold.rows.map((one) => ({
        ...{ id: one.id, kind: 'invoice' as const, number: one.invoiceNumber ?? '', name: one.customerRef?.name ?? '' },
        rest: oreOf(one.totalAmount) - oreOf(one.paidAmount),
        ...{ due: one.dueDate, takesAll: true },
      }))
    : bought.rows.map((one) => ({
        ...{ id: one.id, kind: 'supplierInvoice' as const, number: one.invoiceNumber ?? '' },
        ...{ name: one.supplierRef.name, rest: oreOf(one.remainingAmount), due: one.dueDate },
        // The service pays all of an invoice in another currency.
        takesAll: one.currency !== 'SEK',
      }))
}

/** A difference below this many öre is usually rounding. */
const ROUNDING: Ore = 100
/** Rounding to whole kronor (öres- och kronutjämning). */
const ROUNDING_ACCOUNT = 3740

export const InvoiceForm = ({ line, onDone }: { line: Line; onDone: () => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const paid = Math.abs(oreOf(line.amount))
  const open = useOpen(line.amount > 0)
  const [shares, setShares] = useState<readonly Share[]>([])
  const [account, setAccount] = useState('')
  const { book, isBusy, wrong } = useBooking(line, onDone)
  const money = (ore: Ore) => amountText(ore, language)
  const { amounts, rest } = sharesOf(shares, paid)
  const isRounding = rest !== 0 && Math.abs(rest) < ROUNDING
  const restAccount = account || (isRounding ? String(ROUNDING_ACCOUNT) : '')
  const isReady = amounts.every((ore) => ore > 0) && (rest === 0 || restAccount !== '')
  const choicesFor = (text: string): Choice[] => {
    const sought = plain(text)
    const chosen = new Set(shares.map(({ invoice }) => invoice.id))
    const aim = rest > 0 && shares.length > 0 ? rest : paid
    return open
      .filter((one) => !chosen.has(one.id) && plain(shownOf(one, money)).includes(sought))
      .toSorted((one, two) => Math.abs(one.rest - aim) - Math.abs(two.rest - aim))
      .slice(0, MOST)
      .map((one) => ({ value: one.id, label: shownOf(one, money), hint: one.due }))
  }
  const add = (id: string) => {
    const invoice = open.find((one) => one.id === id)
    if (invoice) setShares([...shares, { invoice, amount: null }])
  }
  const change = (place: number, amount: Ore | null) =>
    setShares(shares.map((share, at) => (at === place ? { ...share, amount } : share)))
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
      {shares.map(({ invoice, amount }, place) => (
        <Shared
          key={invoice.id}
          {...{ invoice, amount, money }}
          gets={amounts[place] ?? 0}
          onChange={(next) => change(place, next)}
          onRemove={() => setShares(shares.filter((_, at) => at !== place))}
        />
      ))}
      <Pick
        key={shares.length}
        autoFocus={shares.length > 0}
        label={shares.length === 0 ? texts.chooseInvoice : texts.chooseMore}
        value=""
        shown=""
        choicesFor={choicesFor}
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
      {wrong !== null && <Wrong error={wrong} />}
      {shares.length > 0 && (
        <div className="form-actions">
          <Act type="submit" loading={isBusy} disabled={!isReady}>
            {shares.length === 1 && rest === 0 ? texts.match : texts.matchAll}
          </Act>
        </div>
      )}
    </form>
  )
}

/** An invoice with what it gets of the money. */
const Shared = ({
  invoice,
  amount,
  gets,
  money,
  onChange,
  onRemove,
}: {
  invoice: Open
  amount: Ore | null
  gets: Ore
  money: (ore: Ore) => string
  onChange: (amount: Ore | null) => void
  onRemove: () => void
}) => {
  const texts = useWords(words)
  const { number, name, rest } = invoice
  return (
    <div className="share">
      <span>{shownOf(invoice, money)}</span>
      <MoneyInput
        aria-label={texts.amountOf(number || name)}
        value={amount}
        placeholder={money(gets)}
        onChange={onChange}
        wrong={texts.wrongAmount}
      />
      <button type="button" className="icon-button" aria-label={texts.removeInvoice(number || name)} onClick={onRemove}>
        ×
      </button>
      <p className="soft">
        {gets === rest
          ? texts.exact
          : gets < rest
            ? texts.part(money(gets), money(rest))
            : texts.beyond(money(gets - rest))}
        {gets !== rest && (
          <>
            {' '}
            <button type="button" className="link-button" onClick={() => onChange(rest)}>
              {texts.wholeInvoice}
            </button>
          </>
        )}
      </p>
    </div>
  )
}

const plain = (text: string): string => text.toLowerCase().replace(/\s/g, '')

const shownOf = ({ number, name, rest }: Open, money: (ore: Ore) => string): string =>
  `${number} ${name} ${money(rest)}`.trim()

const targetOf = ({ kind, id }: Open) => (kind === 'invoice' ? { invoiceId: id } : { supplierInvoiceId: id })

/** The match: with the only invoice, or in parts, each with the sign of the money. */
const bodyOf = (
  { amount }: Line,
  shares: readonly Share[],
  { amounts, rest, account }: { amounts: readonly Ore[]; rest: Ore; account: number },
): Schema<'BankTransactionMatch'> => {
  const [only] = shares
  if (only && shares.length === 1 && rest === 0) return targetOf(only.invoice)
  const signed = (ore: Ore) => kronorOf(amount < 0 ? -ore : ore)
  const parts = shares.map(({ invoice }, place) => ({ ...targetOf(invoice), amount: signed(amounts[place] ?? 0) }))
  return { parts: rest === 0 ? parts : [...parts, { account, amount: signed(rest) }] }
}
