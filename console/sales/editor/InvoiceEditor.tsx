// The editor of an invoice: customer and terms, lines under the keyboard, what it comes to while it is typed.
import { NativeSelect, TextInput } from '@mantine/core'
import { isRefused, queries, useCompany } from '#client'
import { Standing, StandingTag } from '#console/sales/invoices/Standing.tsx'
import { useBeforePublishing } from '#console/sales/publishing/BeforePublishing.tsx'
import { CustomerPart } from '#console/sales/registers/CustomerPart.tsx'
import { ReductionPart } from '#console/sales/tax-reduction/ReductionPart.tsx'
import { words } from '#console/sales/words.ts'
import { CURRENCY_OF_LAW } from '#rule/currency'
import { termDays } from '#rule/payment-terms'
import { ActionButton, addDays, DayInput, FailureMessage, FieldLock, isOwnCurrency, useUrl } from '#ui'
import { useWords } from '#words'
import { Changed } from './Changed.tsx'
import { CurrencyRate } from './CurrencyRate.tsx'
import { type InvoiceDraft, sentLines } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { countriesOf } from './in-union.ts'
import type { Held as HeldDraft } from './kept-draft.ts'
import { LineGrid } from './LineGrid.tsx'
import { PaperBeside } from './PaperBeside.tsx'
import { supplyDay } from './rated.ts'
import type { Saved } from './saved.ts'
import { TotalsPart } from './TotalsPart.tsx'
import { inBooks, lineNet, totalsOf } from './totals.rules.ts'
import { type Editor, type Gone, useEditor } from './use-editor.ts'
import { useIsCash } from './use-is-cash.ts'
import { heldEditor, useSaving } from './use-saving.ts'

/** The default payment terms, in days. */
const USUAL_TERMS_DAYS = 30

/** What the customer and the company have decided: terms, and whether totals are rounded. */
const useTerms = (customerId: string) => {
  const { id: companyId, may } = useCompany()
  const { data: settings } = queries.useQuery(
    'get',
    '/companies/{companyId}/sales-settings',
    { params: { path: { companyId } } },
    { enabled: may('sales-settings:read') },
  )
  const { data: customer } = queries.useQuery(
    'get',
    '/companies/{companyId}/customers/{customerId}',
    { params: { path: { companyId, customerId } } },
    { enabled: customerId !== '' },
  )
  // Until the terms are known nothing is proposed, and the service goes by them itself.
  const ofCompany = settings ? (settings.paymentTermsDays ?? USUAL_TERMS_DAYS) : null
  const days = customerId === '' || customer ? (termDays(customer?.paymentTerms) ?? ofCompany) : null
  const isPrivate = customer?.type === 'private'
  // A number that cannot be read is masked, and is none.
  const own = isPrivate && !customer.orgNumber?.endsWith('X') ? (customer.orgNumber ?? '') : ''
  const countries = customer ? countriesOf(customer) : null
  const country = customer?.address?.country ?? ''
  return { days, rounds: settings?.roundsTotal ?? false, isPrivate, own, countries, country }
}

type Given = {
  /** The name of what is not sent while there is no draft yet. */
  name: string
  /** What an earlier visit has typed and not sent. */
  kept: HeldDraft | null
  first: InvoiceDraft
  saved: Saved | null
  gone?: Gone | null
  /** The draft has been made while it is typed; null: it was given up. */
  onMade?: (id: string | null) => void
}

export const InvoiceEditor = (given: Given) => {
  const texts = useWords(editorWords)
  const typing = useEditor(given)
  const { draft, doing } = typing
  const { days, rounds, isPrivate, own, countries, country } = useTerms(draft.customerId)
  const dueOf = (day: string) => (day && days !== null ? addDays(day, days) : '')
  typing.dueOf.current = dueOf
  const due = dueOf(draft.invoiceDate)
  const isCash = useIsCash(draft.invoiceDate) === true
  const { save, book, isHeld } = useSaving(typing, { pageOf: given.saved?.id ?? null })
  const editor = isHeld ? heldEditor(typing) : typing
  const { change } = editor
  const roundsTotal = rounds && draft.currency === CURRENCY_OF_LAW && isOwnCurrency(draft.currency)
  const { press, panel, isWaiting } = useBeforePublishing<boolean>(
    publishable(draft, roundsTotal),
    async (isSent, isFilled) => {
      // The company or the customer has changed meanwhile, and with it the version of the draft.
      if (isFilled) await typing.inTurn(typing.meet).catch(() => undefined)
      await book(isSent)
    },
  )
  const [{ paper }, set] = useUrl()
  const togglePaper = async () => {
    if (paper) return set({ paper: null }, { replace: true })
    if (editor.isDirty || editor.saved === null) await save({ paper: '1' })
    else set({ paper: '1' }, { replace: true })
  }
  const renew = () => {
    typing.renew()
    void save()
  }
  const isChanged = isRefused(doing.error) && doing.error.isChanged
  const isBeside = Boolean(paper) && editor.saved !== null
  const form = (
    <div className="editor">
      <div className="page-actions">
        <ActionButton keys="Mod+s" variant="default" loading={doing.isBusy} onClick={() => void save()}>
          {texts.save}
        </ActionButton>
        <ActionButton keys="Mod+Enter" loading={doing.isBusy || isWaiting} onClick={() => press(false)}>
          {isCash ? texts.publish : texts.book}
        </ActionButton>
        <ActionButton keys="Mod+e" variant="default" loading={doing.isBusy || isWaiting} onClick={() => press(true)}>
          {texts.publishAndSend}
        </ActionButton>
        <ActionButton keys="Mod+p" variant="default" loading={doing.isBusy} onClick={() => void togglePaper()}>
          {isBeside ? texts.hidePaper : texts.showPaper}
        </ActionButton>
        {editor.canDiscard && (
          <ActionButton variant="subtle" onClick={() => void editor.discard()}>
            {given.saved === null ? texts.discardNew : texts.discard}
          </ActionButton>
        )}
        <StandingTag editor={editor} />
      </div>
      {!isHeld && <Standing editor={editor} onRenew={renew} />}
      {!isHeld && <Changed editor={editor} />}
      {panel}
      {doing.error && !isChanged ? <FailureMessage error={doing.error} /> : null}
      <FieldLock isHeld={isHeld}>
        <Head editor={editor} due={due} days={days} />
        <LineGrid
          lines={draft.lines}
          reduction={draft.reduction?.type ?? null}
          day={supplyDay(draft)}
          country={country}
          fields={doing.fields}
          sent={sentLines(draft).map(({ key }) => key)}
          onChange={(lines) => change({ lines })}
        />
        <TotalsPart draft={draft} rounds={roundsTotal} />
        {countries && isUntaxed(draft) && <p role="status">{texts.byAddress(countries)}</p>}
        {(isPrivate || draft.reduction) && (
          <ReductionPart draft={draft} fields={doing.fields} own={own} onChange={change} />
        )}
      </FieldLock>
    </div>
  )
  return (
    <div className={isBeside ? 'editor-beside' : undefined}>
      {form}
      {isBeside && editor.saved && <PaperBeside saved={editor.saved} isDirty={editor.isDirty} />}
    </div>
  )
}

/** What of a draft decides what it has to say. Nothing is asked of one that sells nothing: it is refused as it is. */
const publishable = (draft: InvoiceDraft, rounds: boolean) => {
  const { customerId, type, invoiceDate, currency, currencyRate } = draft
  const { total } = totalsOf(sentLines(draft), { rounds })
  const isSold = sentLines(draft).some(({ kind }) => kind === 'sales')
  return {
    customerId: isSold ? customerId : '',
    type,
    day: invoiceDate,
    totalOre: isOwnCurrency(currency) ? total : inBooks(total, currencyRate),
  }
}

/** Whether anything is sold without tax, and no reason is given. */
const isUntaxed = ({ lines, vatExemptionReason }: InvoiceDraft): boolean =>
  !vatExemptionReason && lines.some((line) => line.taxRate === 0 && !line.unionVat && lineNet(line) !== null)

/** Whether the due date of a draft is the proposed one; while the terms are not known, the usual ones are. */
const isProposed = ({ invoiceDate, dueDate }: InvoiceDraft, days: number | null): boolean =>
  dueDate === '' || (invoiceDate !== '' && dueDate === addDays(invoiceDate, days ?? USUAL_TERMS_DAYS))

type HeadGiven = {
  editor: Editor
  /** The proposed due date; empty while the terms are not known. */
  due: string
  days: number | null
}

const Head = ({ editor: { draft, change, doing }, due, days }: HeadGiven) => {
  const texts = useWords(editorWords)
  const { types } = useWords(words)
  const { fields } = doing
  const text = (
    key: 'buyerReference' | 'orderNumberReference' | 'projectReference' | 'contractReference' | 'vatExemptionReason',
    label: string,
  ) => (
    <TextInput
      label={label}
      value={draft[key]}
      error={fields[key]}
      autoComplete="off"
      onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
    />
  )
  const isOpen = Boolean(draft.orderNumberReference || draft.projectReference || draft.contractReference)
  /** What was proposed is proposed anew for another day or customer. */
  const anew: Partial<InvoiceDraft> = isProposed(draft, days) ? { dueDate: '' } : {}
  return (
    <div className="stack">
      <CustomerPart
        draft={draft}
        error={fields['customerRef.id'] ?? fields.customerRef}
        onChange={(some) => change({ ...some, ...('customerId' in some ? anew : {}) })}
      />
      <div className="form-grid">
        <DayInput
          label={texts.invoiceDate}
          value={draft.invoiceDate}
          error={fields.invoiceDate}
          onChange={(invoiceDate) => change({ invoiceDate, ...anew })}
        />
        <DayInput
          label={texts.dueDate}
          description={days !== null && isProposed(draft, days) ? texts.proposed(days) : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.dueDate || due}
          near={draft.invoiceDate}
          error={fields.dueDate}
          onChange={(dueDate) => change({ dueDate })}
        />
        {text('buyerReference', texts.buyerReference)}
      </div>
      <details open={isOpen || !isOwnCurrency(draft.currency) || draft.type !== 'invoice'}>
        <summary>{texts.more}</summary>
        <div className="form-grid">
          <NativeSelect
            label={texts.type}
            value={draft.type}
            error={fields.type}
            onChange={({ currentTarget }) => change({ type: currentTarget.value as InvoiceDraft['type'] })}
            data={(['invoice', 'cashInvoice', 'advanceInvoice'] as const).map((value) => ({
              value,
              label: types[value],
            }))}
          />
          {text('orderNumberReference', texts.orderNumber)}
          {text('projectReference', texts.project)}
          {text('contractReference', texts.contract)}
          <DayInput
            label={texts.delivered}
            value={draft.deliveryDate}
            error={fields.deliveryDate}
            onChange={(deliveryDate) => change({ deliveryDate })}
          />
          <TextInput
            label={texts.currency}
            value={draft.currency}
            maxLength={3}
            error={fields.currency}
            onChange={({ currentTarget }) => change({ currency: currentTarget.value.toUpperCase() })}
          />
          {!isOwnCurrency(draft.currency) && (
            <CurrencyRate
              currency={draft.currency}
              day={draft.invoiceDate}
              value={draft.currencyRate}
              error={fields.currencyRate}
              onChange={(currencyRate) => change({ currencyRate })}
            />
          )}
          {text('vatExemptionReason', texts.exemption)}
        </div>
      </details>
    </div>
  )
}
