// What an invoice lacks, told while it is written, and asked for before it is published: with the fields there.
import { useEffect, useEffectEvent, useState } from 'react'
import { Refused, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { type FieldRow, Form, send, type Values, valueAt } from '#console/form'
import { bodyOf, formOf } from '#console/sales/registers/CustomerForm.tsx'
import { ActionButton } from '#ui'
import { useLanguage, useWords } from '#words'
import { publishingWords } from './publishing-words.ts'
import { type Missing, type Publishable, useMissing } from './unready.ts'

/** How long a press waits for what the company has said of itself, in milliseconds. */
const LONGEST_WAIT_MS = 4000

/** `isFilled`: what was missing has been saved, which changes what the invoice says and so its version. */
type OnPublish<How> = (how: How, isFilled: boolean) => unknown

/**
 * `press` publishes if nothing is missing, and otherwise shows the `panel`. `how` comes back to `onPublish`.
 * @example const { press, panel } = useBeforePublishing(invoice, (isSent) => book(isSent))
 */
export const useBeforePublishing = <How,>(invoice: Publishable, onPublish: OnPublish<How>) => {
  const { isLoading, missing } = useMissing(invoice)
  const [asked, setAsked] = useState<{ how: How } | null>(null)
  // What is saved is missing no more, and the form asks for what it began with.
  const [opened, setOpened] = useState<readonly Missing[] | null>(null)
  const isOpen = opened !== null
  const publish = (how: How, isFilled = false) => {
    setAsked(null)
    setOpened(null)
    onPublish(how, isFilled)
  }
  const answer = useEffectEvent(() => {
    if (asked === null || isOpen) return
    if (missing.length === 0) publish(asked.how)
    else setOpened(missing)
  })
  // A press is answered once it is known what is missing; what does not come is not waited for: the service warns.
  useEffect(() => {
    if (asked === null) return
    const timer = setTimeout(answer, isLoading ? LONGEST_WAIT_MS : 0)
    return () => clearTimeout(timer)
  }, [asked, isLoading])
  const close = () => {
    setAsked(null)
    setOpened(null)
  }
  return {
    isWaiting: asked !== null && !isOpen,
    press: (how: How) => setAsked({ how }),
    panel:
      (missing.length === 0 && !isOpen) || isLoading ? null : (
        <Panel
          customerId={invoice.customerId}
          missing={opened ?? missing}
          isOpen={isOpen}
          onOpen={() => setOpened(missing)}
          onClose={close}
          onPublish={asked === null ? null : (isFilled) => publish(asked.how, isFilled)}
        />
      ),
  }
}

type Given = {
  customerId: string
  missing: readonly Missing[]
  isOpen: boolean
  onOpen: () => void
  onClose: () => void
  /** Null while it was not pressed to publish. */
  onPublish: ((isFilled: boolean) => void) | null
}

const Panel = ({ customerId, missing, isOpen, onOpen, onClose, onPublish }: Given) => {
  const texts = useWords(publishingWords)
  const language = useLanguage()
  const { may } = useCompany()
  const needed = (what: Missing) =>
    what === 'buyerAddress' ? 'customers:write' : what === 'sellerAddress' ? 'company-information:write' : SETTINGS
  const mine = missing.filter((what) => may(needed(what)))
  const list = new Intl.ListFormat(language).format(missing.map((what) => texts.missing[what]))
  return (
    <section className="card stack" aria-label={texts.title}>
      <p className="notice" role="status">
        {texts.lead} {list}.
      </p>
      {mine.length < missing.length && <p className="soft">{texts.noRight}</p>}
      {isOpen && mine.length > 0 && (
        <MissingForm customerId={customerId} missing={mine} onClose={onClose} onPublish={onPublish} />
      )}
      <div className="page-actions">
        {!isOpen && mine.length > 0 && (
          <ActionButton variant="default" onClick={onOpen}>
            {texts.fill}
          </ActionButton>
        )}
        {isOpen && onPublish && (
          <ActionButton variant="subtle" onClick={() => onPublish(false)}>
            {texts.anyway}
          </ActionButton>
        )}
      </div>
    </section>
  )
}

const SETTINGS = 'sales-settings:write'

/** Fields of the customer's address begin so: the company has the same ones. */
const OF_BUYER = 'customer.'

/** Sends what it asks for to where it belongs. */
const useSend = (customerId: string) => {
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const path = { companyId, customerId }
  const customer = useVersioned<Schema<'Customer'>>('/companies/{companyId}/customers/{customerId}', { path })
  return async ({ address, customer: ofBuyer, ...settings }: Values) => {
    if (settings.fTax !== undefined) settings.fTax = settings.fTax === 'yes'
    if (Object.keys(settings).length > 0)
      await send('PATCH', '/companies/{companyId}/sales-settings', { path, body: settings })
    if (address) await send('PATCH', '/companies/{companyId}/company-information', { path, body: { address } })
    if (ofBuyer && customer.data) {
      const body = bodyOf({ ...formOf(customer.data, ''), ...(ofBuyer as object) }, customer.data)
      const headers = customer.etag ? { 'If-Match': customer.etag } : {}
      await send('PUT', '/companies/{companyId}/customers/{customerId}', { path, body, headers }).catch(
        (thrown: unknown) => {
          throw thrown instanceof Refused ? ofCustomer(thrown) : thrown
        },
      )
    }
    await refresh('sales-settings', 'company-information', 'customers')
  }
}

/** A refusal about the customer, on the fields of the customer. */
const ofCustomer = ({ status, code, reason, message, fields }: Refused): Refused =>
  new Refused({
    status,
    code,
    reason,
    message,
    errors: Object.entries(fields).map(([field, text]) => ({
      field: field.replace(/^address\./, OF_BUYER),
      message: text,
    })),
  })

/** What is asked for is filled in, or the invoice is published without it. */
const refuseEmpty = (missing: readonly Missing[], body: Values, texts: Texts): void => {
  const isEmpty = (name: string) => !String(valueAt(body, name) ?? '').trim()
  const errors = fieldsOf(missing, texts).flatMap(({ name, isRequired }) =>
    isRequired && isEmpty(name)
      ? [{ field: name, message: name === 'fTax' ? texts.needsChoice : texts.needsText }]
      : [],
  )
  if (missing.includes('paymentAccount') && ['bankgiro', 'plusgiro', 'iban'].every(isEmpty))
    errors.push({ field: 'bankgiro', message: texts.needsAccount })
  if (errors.length > 0) throw new Refused({ status: 400, code: 'validation-error', errors })
}

const MissingForm = ({ customerId, missing, onClose, onPublish }: Omit<Given, 'isOpen' | 'onOpen'>) => {
  const texts = useWords(publishingWords)
  const sendAll = useSend(customerId)
  const fields = fieldsOf(missing, texts)
  return (
    <Form
      name={`before-publishing/${customerId}`}
      fields={fields}
      {...(onPublish ? { action: texts.press } : {})}
      onCancel={onClose}
      onSend={async (body) => {
        refuseEmpty(missing, body, texts)
        await sendAll(body)
        if (onPublish) onPublish(true)
        else onClose()
      }}
    />
  )
}

type Texts = (typeof publishingWords)['sv']

const fieldsOf = (missing: readonly Missing[], texts: Texts): FieldRow[] => {
  const rows: Readonly<Record<Missing, readonly FieldRow[]>> = {
    sellerAddress: [
      { name: 'address.line1', label: texts.line1, isRequired: true },
      { name: 'address.postalCode', label: texts.postalCode, isRequired: true },
      { name: 'address.city', label: texts.city, isRequired: true },
    ],
    buyerAddress: [
      { name: `${OF_BUYER}line1`, label: texts.buyerLine1, isRequired: true },
      { name: `${OF_BUYER}postalCode`, label: texts.buyerPostalCode, isRequired: true },
      { name: `${OF_BUYER}city`, label: texts.buyerCity, isRequired: true },
      { name: `${OF_BUYER}country`, label: texts.buyerCountry, hint: texts.countryHint },
    ],
    paymentAccount: [
      { name: 'bankgiro', label: texts.bankgiro, hint: texts.accountHint },
      { name: 'plusgiro', label: texts.plusgiro },
      { name: 'iban', label: texts.iban },
    ],
    fTax: [
      {
        name: 'fTax',
        label: texts.fTax,
        kind: 'choice',
        isRequired: true,
        choices: [
          { value: '', label: texts.choose },
          { value: 'yes', label: texts.yes },
          { value: 'no', label: texts.no },
        ],
      },
    ],
  }
  return missing.flatMap((what) => rows[what])
}
