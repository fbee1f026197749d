// The form of a recurring invoice: for whom, when, what it becomes, and the lines, all under the keyboard.
import { NativeSelect, TextInput } from '@mantine/core'
import { answered, api, useAction, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { sentLines } from '#console/sales/editor/draft.ts'
import { editorWords } from '#console/sales/editor/editor-words.ts'
import { LineGrid } from '#console/sales/editor/LineGrid.tsx'
import { supplyDay } from '#console/sales/editor/rated.ts'
import { TotalsPart } from '#console/sales/editor/TotalsPart.tsx'
import { useGo } from '#console/sales/parts.tsx'
import { CustomerPart } from '#console/sales/registers/CustomerPart.tsx'
import {
  ActionButton,
  DayInput,
  DecimalInput,
  FailureMessage,
  FieldLock,
  focusFirstWrong,
  isOwnCurrency,
  TypedNotes,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { isMonthly, type RecurringDraft, units, writtenRecurring } from './recurring.ts'
import { recurringWords } from './recurring-words.ts'

type Given = { id: string | null; etag: string | null; first: () => RecurringDraft }
type Part = { form: RecurringDraft; fields: Readonly<Record<string, string>>; onChange: (form: RecurringDraft) => void }

export const RecurringForm = ({ id, etag, first }: Given) => {
  const texts = useWords(recurringWords)
  const { id: companyId } = useCompany()
  const go = useGo()
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const typed = useTyped<RecurringDraft>(`recurring-invoice:${id ?? 'new'}`, first, { etag })
  const { form, isTyped } = typed
  const { run, isBusy, error, fields, forget } = useAction()
  // What is new is not here any more once it has been made.
  const isHeld = isBusy && id === null
  const change = (next: RecurringDraft) => (isHeld ? undefined : typed.put(next))
  const save = async () => {
    const body = writtenRecurring(form)
    const all = '/companies/{companyId}/recurring-invoices'
    const saved = answered(
      id === null
        ? await api.POST(all, { params: { path: { companyId } }, body, headers: intent.headers(body) })
        : await api.PUT(`${all}/{recurringInvoiceId}`, {
            params: { path: { companyId, recurringInvoiceId: id } },
            body,
            ...(typed.etag ? { headers: { 'If-Match': typed.etag } } : {}),
          }),
    )
    intent.done()
    typed.drop(form)
    await refresh('recurring-invoices')
    say(texts.saved)
    go('/recurring-invoices', { open: saved.id })
  }
  const submit = async () => {
    if (!(await run(() => typed.send(save, () => refresh('recurring-invoices'))))) focusFirstWrong()
  }
  const discard = () => {
    typed.startOver()
    forget()
  }
  return (
    <FieldLock isHeld={isHeld}>
      <form
        className="editor"
        aria-label={id === null ? texts.add : texts.editTitle}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <div className="page-actions">
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
            {texts.save}
          </ActionButton>
          <ActionButton variant="default" onClick={() => go('/recurring-invoices', id === null ? {} : { open: id })}>
            {texts.cancel}
          </ActionButton>
          {isTyped && (
            <ActionButton variant="subtle" onClick={discard}>
              {texts.discard}
            </ActionButton>
          )}
        </div>
        <TypedNotes typed={typed} />
        {typed.trouble(error) ? <FailureMessage error={error} /> : null}
        <CustomerPart
          draft={form.invoice}
          error={fields['customerRef.id'] ?? fields.customerRef}
          onChange={(some) => change({ ...form, invoice: { ...form.invoice, ...some } })}
        />
        <SchedulePart form={form} fields={fields} onChange={change} />
        <p className="soft">{texts.placeholders}</p>
        <LineGrid
          lines={form.invoice.lines}
          reduction={null}
          day={supplyDay(form.invoice)}
          fields={fields}
          sent={sentLines(form.invoice).map(({ key }) => key)}
          onChange={(lines) => change({ ...form, invoice: { ...form.invoice, lines } })}
        />
        <TotalsPart draft={form.invoice} rounds={false} />
        <MorePart form={form} fields={fields} onChange={change} />
      </form>
    </FieldLock>
  )
}

/** When, and what is made then. */
const SchedulePart = ({ form, fields, onChange }: Part) => {
  const texts = useWords(recurringWords)
  const number = (key: 'every' | 'dayOfMonth' | 'times', label: string, hint?: string) => (
    <TextInput
      label={label}
      description={hint}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      inputMode="numeric"
      autoComplete="off"
      value={form[key]}
      error={fields[`schedule.${key}`]}
      onChange={({ currentTarget }) => onChange({ ...form, [key]: currentTarget.value.replace(/\D/g, '') })}
    />
  )
  return (
    <div className="form-grid">
      {number('every', texts.everyNumber)}
      <NativeSelect
        label={texts.unit}
        value={form.unit}
        error={fields['schedule.unit']}
        onChange={({ currentTarget }) => onChange({ ...form, unit: currentTarget.value as RecurringDraft['unit'] })}
        data={units.map((value) => ({ value, label: texts.units[value] }))}
      />
      <DayInput
        label={texts.firstDate}
        value={form.firstDate}
        error={fields['schedule.firstDate'] ?? fields.schedule}
        onChange={(firstDate) => onChange({ ...form, firstDate })}
      />
      {isMonthly(form.unit) && number('dayOfMonth', texts.onDay, texts.dayHint)}
      <NativeSelect
        label={texts.makes}
        value={form.outcome}
        error={fields.outcome}
        onChange={({ currentTarget }) =>
          onChange({ ...form, outcome: currentTarget.value as RecurringDraft['outcome'] })
        }
        data={(['draft', 'published', 'sent'] as const).map((value) => ({ value, label: texts.asks[value] }))}
      />
      <NativeSelect
        label={texts.period}
        value={form.invoiced}
        onChange={({ currentTarget }) =>
          onChange({ ...form, invoiced: currentTarget.value as RecurringDraft['invoiced'] })
        }
        data={(['inAdvance', 'inArrears'] as const).map((value) => ({ value, label: texts.periods[value] }))}
      />
      <DayInput
        label={texts.until}
        description={texts.lastHint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={form.lastDate}
        near={form.firstDate}
        error={fields['schedule.lastDate']}
        onChange={(lastDate) => onChange({ ...form, lastDate })}
      />
      {number('times', texts.times, texts.lastHint)}
    </div>
  )
}

/** What few need: terms, references, pauses, another currency. */
const MorePart = ({ form, fields, onChange }: Part) => {
  const texts = useWords(recurringWords)
  const editor = useWords(editorWords)
  const { invoice } = form
  const said = (key: 'buyerReference' | 'orderNumberReference' | 'projectReference' | 'contractReference') => ({
    value: invoice[key],
    error: fields[key],
    autoComplete: 'off',
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) =>
      onChange({ ...form, invoice: { ...invoice, [key]: currentTarget.value } }),
  })
  const isOpen = !isOwnCurrency(invoice.currency) || Object.keys(fields).length > 0
  return (
    <details open={isOpen}>
      <summary>{texts.more}</summary>
      <div className="form-grid">
        <TextInput
          label={texts.terms}
          placeholder={texts.termsUsual}
          inputMode="numeric"
          value={form.termsDays}
          error={fields.paymentTermsDays}
          onChange={({ currentTarget }) => onChange({ ...form, termsDays: currentTarget.value.replace(/\D/g, '') })}
        />
        <TextInput label={editor.buyerReference} {...said('buyerReference')} />
        <TextInput label={editor.orderNumber} {...said('orderNumberReference')} />
        <TextInput label={editor.project} {...said('projectReference')} />
        <TextInput label={editor.contract} {...said('contractReference')} />
        <NativeSelect
          label={texts.missed}
          value={form.missed}
          onChange={({ currentTarget }) =>
            onChange({ ...form, missed: currentTarget.value as RecurringDraft['missed'] })
          }
          data={(['skip', 'make'] as const).map((value) => ({ value, label: texts.missedWays[value] }))}
        />
        <NativeSelect
          label={texts.language}
          value={form.language}
          onChange={({ currentTarget }) =>
            onChange({ ...form, language: currentTarget.value as RecurringDraft['language'] })
          }
          data={(['sv', 'en'] as const).map((value) => ({ value, label: texts.languages[value] }))}
        />
        <TextInput
          label={editor.currency}
          value={invoice.currency}
          maxLength={3}
          error={fields.currency}
          onChange={({ currentTarget }) =>
            onChange({ ...form, invoice: { ...invoice, currency: currentTarget.value.toUpperCase() } })
          }
        />
        {!isOwnCurrency(invoice.currency) && (
          <DecimalInput
            label={editor.rate}
            value={invoice.currencyRate}
            error={fields.currencyRate}
            onChange={(currencyRate) => onChange({ ...form, invoice: { ...invoice, currencyRate } })}
          />
        )}
      </div>
    </details>
  )
}
