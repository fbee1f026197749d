// What a supplier is, as a form: on the page of suppliers, and in place where an invoice of a new one is written.
import { NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { api, isRefused, keyOfNew, type Schema, type Typed, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { hasCheckDigit, isIban, type Supplier } from '#console/suppliers'
import {
  ActionButton,
  Cancel,
  CountrySelect,
  FailureMessage,
  FieldLock,
  KeptNote,
  ownCurrency,
  TypedNotes,
  useAnnounce,
} from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const kinds = ['none', 'bankgiro', 'plusgiro', 'transfer', 'internationalPayment'] as const
type Kind = (typeof kinds)[number]

const HOME = 'SE'

/** Fields as they are typed. */
type Form = {
  name: string
  orgNumber: string
  vatNumber: string
  currency: string
  line1: string
  postalCode: string
  city: string
  country: string
  kind: Kind
  number: string
  clearingNumber: string
  bic: string
}

const USUAL_CURRENCIES = ['SEK', 'EUR', 'USD', 'NOK', 'DKK', 'GBP', 'PLN', 'CHF', 'CZK', 'HUF', 'ISK']

const formOf = (supplier: Supplier | null, name: string): Form => {
  const details = supplier?.paymentDetails
  const { address } = supplier ?? {}
  return {
    name: supplier?.name ?? name,
    orgNumber: supplier?.orgNumber ?? '',
    vatNumber: supplier?.vatNumber ?? '',
    currency: supplier?.currency ?? ownCurrency(),
    line1: address?.line1 ?? '',
    postalCode: address?.postalCode ?? '',
    city: address?.city ?? '',
    country: address?.country ?? HOME,
    kind: details?.type ?? 'none',
    number: numberIn(details),
    clearingNumber: details?.type === 'transfer' ? details.clearingNumber : '',
    bic: details?.type === 'internationalPayment' ? details.bic : '',
  }
}

const numberIn = (details: Supplier['paymentDetails']): string => {
  if (!details) return ''
  if (details.type === 'bankgiro') return details.bankgiroNumber
  if (details.type === 'plusgiro') return details.plusgiroNumber
  return details.type === 'transfer' ? details.accountNumber : details.iban
}

const detailsOf = ({ kind, number, clearingNumber, bic }: Form): Schema<'PaymentDetails'> | null => {
  if (kind === 'none') return null
  if (kind === 'bankgiro') return { type: kind, bankgiroNumber: number.trim() }
  if (kind === 'plusgiro') return { type: kind, plusgiroNumber: number.trim() }
  if (kind === 'transfer') return { type: kind, clearingNumber: clearingNumber.trim(), accountNumber: number.trim() }
  return { type: kind, iban: number.trim(), bic: bic.trim() }
}

const bodyOf = (form: Form, before: Supplier | null): Schema<'SupplierWrite'> => {
  const { line1, postalCode, city, country = HOME } = form
  const hasAddress = country !== HOME || [line1, postalCode, city].some((part) => part.trim() !== '')
  return {
    name: form.name,
    orgNumber: form.orgNumber.trim() || null,
    vatNumber: form.vatNumber.trim() || null,
    currency: form.currency,
    address: hasAddress
      ? {
          ...(before?.address ?? {}),
          line1: line1 || null,
          postalCode: postalCode || null,
          city: city || null,
          country,
        }
      : null,
    paymentDetails: detailsOf(form),
  }
}

/** What the check digits say of the number while one types. */
const isDoubtful = ({ kind, number }: Form): boolean => {
  if (number.trim() === '') return false
  if (kind === 'bankgiro' || kind === 'plusgiro') return !hasCheckDigit(number)
  return kind === 'internationalPayment' && !isIban(number)
}

export const SupplierForm = ({
  supplier = null,
  etag = null,
  name = '',
  onSaved,
  onCancel,
}: {
  supplier?: Supplier | null
  etag?: string | null
  name?: string
  onSaved: (supplier: Supplier) => void
  onCancel: () => void
}) => {
  const texts = useWords(words)
  const typed = useForm({ supplier, etag, name })
  const { form } = typed
  const { save, isBusy, wrong } = useSaving({ supplier, typed, onSaved })
  // What is new is not here any more once it has been made.
  const isHeld = isBusy && supplier === null
  const change: typeof typed.change = (some) => (isHeld ? undefined : typed.change(some))
  const errors = isRefused(wrong) ? wrong.fields : {}
  const box = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (wrong !== null) box.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [wrong])
  useEffect(() => {
    box.current?.querySelector('input')?.focus()
  }, [])
  const names = {
    name: texts.name,
    orgNumber: texts.orgNumber,
    vatNumber: texts.vatNumber,
    line1: texts.line1,
    postalCode: texts.postalCode,
    city: texts.city,
    country: texts.country,
    clearingNumber: texts.clearingNumber,
    bic: texts.bic,
    number: form.kind === 'transfer' ? texts.accountNumber : texts.kinds[form.kind],
  }
  const text = (field: keyof typeof names, error?: string | false | undefined) => (
    <TextInput
      label={names[field]}
      value={form[field]}
      autoComplete="off"
      onChange={({ currentTarget }) => change({ [field]: currentTarget.value })}
      error={error || undefined}
    />
  )
  const numberError =
    errors['paymentDetails.bankgiroNumber'] ??
    errors['paymentDetails.plusgiroNumber'] ??
    errors['paymentDetails.accountNumber'] ??
    errors['paymentDetails.iban'] ??
    (isDoubtful(form) && texts.checkDigit)
  return (
    <FieldLock isHeld={isHeld}>
      <form
        ref={box}
        className="form"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          void save()
        }}
      >
        <KeptNote isTyped={typed.isTyped} onForget={typed.startOver} />
        <TypedNotes typed={typed} names={names} />
        {text('name', errors.name)}
        <div className="form-row">
          {text('orgNumber', errors.orgNumber)}
          {text('vatNumber', errors.vatNumber)}
          <NativeSelect
            label={texts.currency}
            value={form.currency}
            error={errors.currency}
            data={[...new Set([form.currency, ...USUAL_CURRENCIES])]}
            onChange={({ currentTarget }) => change({ currency: currentTarget.value })}
          />
        </div>
        <div className="form-row">
          <NativeSelect
            label={texts.paidTo}
            value={form.kind}
            data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
            onChange={({ currentTarget }) => change({ kind: currentTarget.value as Kind })}
          />
          {form.kind === 'transfer' && text('clearingNumber', errors['paymentDetails.clearingNumber'])}
          {form.kind !== 'none' && text('number', numberError)}
          {form.kind === 'internationalPayment' && text('bic', errors['paymentDetails.bic'])}
        </div>
        <div className="form-row">
          {text('line1', errors['address.line1'])}
          {text('postalCode', errors['address.postalCode'])}
          {text('city', errors['address.city'])}
          <CountrySelect
            label={texts.country}
            value={form.country}
            error={errors['address.country'] ?? errors['address.countrySubdivision']}
            onChange={(country) => change({ country })}
          />
        </div>
        {typed.trouble(wrong) ? <FailureMessage error={wrong} /> : null}
        <div className="form-actions">
          <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
            {texts.save}
          </ActionButton>
          <Cancel onDrop={typed.drop} onClose={onCancel}>
            {texts.cancel}
          </Cancel>
        </div>
      </form>
    </FieldLock>
  )
}

type Begun = { supplier: Supplier | null; etag: string | null; name: string }

const useForm = ({ supplier, etag, name }: Begun) =>
  useTyped<Form>(supplier ? `supplier:${supplier.id}` : keyOfNew('supplier', name), () => formOf(supplier, name), {
    etag,
  })

const useSaving = ({
  supplier,
  typed,
  onSaved,
}: {
  supplier: Supplier | null
  typed: Typed<Form>
  onSaved: (supplier: Supplier) => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const save = async () => {
    setIsBusy(true)
    const sent = typed.form
    try {
      const { data, response } = await typed.send(send, () => refresh('suppliers'))
      intent.done()
      typed.drop(sent)
      const warning = response.headers.get('service-warning')
      say(warning ?? `${texts.saved}: ${sent.name}`, { isWrong: warning !== null })
      await refresh('suppliers')
      onSaved(data as Supplier)
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  const send = () => {
    const { form, etag } = typed
    const body = bodyOf(form, supplier)
    if (!supplier)
      return api.POST('/companies/{companyId}/suppliers', {
        params: { path: { companyId } },
        headers: intent.headers(body),
        body,
      })
    return api.PUT('/companies/{companyId}/suppliers/{supplierId}', {
      params: { path: { companyId, supplierId: supplier.id } },
      headers: { ...intent.headers(body), ...(etag ? { 'If-Match': etag } : {}) },
      body,
    })
  }
  return { save, isBusy, wrong }
}
