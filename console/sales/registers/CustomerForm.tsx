// A customer is made or changed, in the page that needs it. What has been typed is kept until it has been saved.
import { NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { answered, api, keyOfNew, type Schema, useAction, useCompany, useIntent, useRefresh, useTyped } from '#client'
import { MAX_TERM_DAYS, termDays } from '#rule/payment-terms'
import {
  ActionButton,
  CountrySelect,
  FailureMessage,
  FieldLock,
  FormEnd,
  focusFirstWrong,
  KeptNote,
  TypedNotes,
} from '#ui'
import { useWords } from '#words'
import { registerWords } from './register-words.ts'

type Customer = Schema<'Customer'>
type Written = Schema<'CustomerWrite'>
type Contact = { id?: string; name: string; email: string; phone: string; isDefault: boolean }

type Form = {
  name: string
  type: 'company' | 'private'
  customerNumber: string
  orgNumber: string
  vatNumber: string
  paymentTerms: string
  language: 'sv' | 'en'
  line1: string
  line2: string
  postalCode: string
  city: string
  country: string
  scheme: string
  peppolId: string
  contacts: Contact[]
}

const noContact = (): Contact => ({ name: '', email: '', phone: '', isDefault: false })

export const formOf = (customer: Customer | null, name: string): Form => ({
  name: customer?.name ?? name,
  type: customer?.type ?? 'company',
  customerNumber: customer?.customerNumber ?? '',
  orgNumber: customer?.orgNumber ?? '',
  vatNumber: customer?.vatNumber ?? '',
  paymentTerms: customer?.paymentTerms ?? '',
  language: customer?.language ?? 'sv',
  line1: customer?.address?.line1 ?? '',
  line2: customer?.address?.line2 ?? '',
  postalCode: customer?.address?.postalCode ?? '',
  city: customer?.address?.city ?? '',
  country: customer?.address?.country ?? 'SE',
  scheme: customer?.peppolAddress?.scheme ?? '',
  peppolId: customer?.peppolAddress?.id ?? '',
  contacts: customer?.contactsDetails.length
    ? customer.contactsDetails.map(({ id, name: of = '', email = '', phone = '', isDefault }) => ({
        id,
        name: of,
        email,
        phone,
        isDefault,
      }))
    : [noContact()],
})

const orNull = (text: string) => (text.trim() === '' ? null : text.trim())

export const bodyOf = (form: Form, customer: Customer | null): Written => {
  const { name, type, language, line1, line2, postalCode, city, country, scheme, peppolId } = form
  const hasAddress = [line1, line2, postalCode, city].some((part) => part.trim() !== '')
  const countrySubdivision = customer?.address?.countrySubdivision
  const contacts = form.contacts.filter(({ name: of, email, phone }) => `${of}${email}${phone}`.trim() !== '')
  return {
    name,
    type,
    language,
    customerNumber: orNull(form.customerNumber),
    orgNumber: orNull(form.orgNumber),
    vatNumber: orNull(form.vatNumber),
    paymentTerms: orNull(form.paymentTerms),
    address: hasAddress
      ? {
          line1,
          line2: orNull(line2),
          postalCode,
          city,
          country,
          ...(countrySubdivision ? { countrySubdivision } : {}),
        }
      : null,
    peppolAddress: scheme.trim() || peppolId.trim() ? { scheme: scheme.trim(), id: peppolId.trim() } : null,
    contactsDetails: contacts.map(({ id, name: of, email, phone, isDefault }) => ({
      ...(id ? { id } : {}),
      name: orNull(of),
      email: orNull(email),
      phone: orNull(phone),
      isDefault,
    })),
  }
}

/** Invoices would be due after the usual days, regardless of the text. Words that a program has set may stay. */
const hasOddTerms = ({ paymentTerms }: Form, customer: Customer | null): boolean => {
  const terms = paymentTerms.trim()
  return terms !== '' && terms !== customer?.paymentTerms && termDays(terms) === null
}

export const CustomerForm = ({
  customer,
  etag = null,
  name = '',
  onSaved,
  onCancel,
}: {
  customer: Customer | null
  /** Of `customer`. */
  etag?: string | null
  name?: string
  onSaved: (customer: Customer) => void
  onCancel: () => void
}) => {
  const texts = useWords(registerWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const key = customer ? `customer:${customer.id}` : keyOfNew('customer', name)
  const typed = useTyped<Form>(key, () => formOf(customer, name), { etag })
  const { form } = typed
  const { run, isBusy, error, fields } = useAction()
  // What is new is not here any more once it has been made.
  const isHeld = isBusy && customer === null
  const change: typeof typed.change = (some) => (isHeld ? undefined : typed.change(some))
  const [isOdd, setIsOdd] = useState(false)
  const save = async () => {
    const body = bodyOf(form, customer)
    const path = { companyId }
    const saved = answered(
      customer === null
        ? await api.POST('/companies/{companyId}/customers', { params: { path }, body, headers: intent.headers(body) })
        : await api.PUT('/companies/{companyId}/customers/{customerId}', {
            params: { path: { ...path, customerId: customer.id } },
            body,
            ...(typed.etag ? { headers: { 'If-Match': typed.etag } } : {}),
          }),
    )
    intent.done()
    typed.drop(form)
    await refresh('customers', 'invoices')
    onSaved(saved)
  }
  const submit = async () => {
    const isOddNow = hasOddTerms(form, customer)
    setIsOdd(isOddNow)
    if (isOddNow) return focusFirstWrong()
    if (!(await run(() => typed.send(save, () => refresh('customers'))))) focusFirstWrong()
  }
  const names = {
    name: texts.name,
    vatNumber: texts.vatNumber,
    customerNumber: texts.number,
    paymentTerms: texts.terms,
    orgNumber: form.type === 'company' ? texts.orgNumber : texts.personalNumber,
    line1: texts.line1,
    line2: texts.line2,
    postalCode: texts.postalCode,
    city: texts.city,
    country: texts.country,
    scheme: texts.scheme,
    peppolId: texts.peppolId,
  }
  const field = (key: keyof typeof names, path: string, hint?: string, own: string | false = false) => (
    <TextInput
      label={names[key]}
      placeholder={hint}
      value={form[key]}
      error={own || fields[path]}
      autoComplete="off"
      onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
    />
  )
  return (
    <FieldLock isHeld={isHeld}>
      <form
        className="form-grid"
        aria-label={customer ? texts.edit : texts.newCustomer}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <KeptNote isTyped={typed.isTyped} onForget={typed.startOver} />
        <TypedNotes typed={typed} names={names} />
        <TextInput
          autoFocus
          label={texts.name}
          value={form.name}
          error={fields.name}
          autoComplete="off"
          onChange={({ currentTarget }) => change({ name: currentTarget.value })}
        />
        <NativeSelect
          label={texts.type}
          value={form.type}
          onChange={({ currentTarget }) => change({ type: currentTarget.value as Form['type'] })}
          data={(['company', 'private'] as const).map((value) => ({ value, label: texts.types[value] }))}
        />
        {field('orgNumber', 'orgNumber')}
        {form.type === 'company' && field('vatNumber', 'vatNumber')}
        {field('customerNumber', 'customerNumber', texts.numberHint)}
        {field('paymentTerms', 'paymentTerms', texts.termsHint, isOdd && texts.termsWrong(MAX_TERM_DAYS))}
        <h3>{texts.address}</h3>
        {field('line1', 'address.line1')}
        {field('line2', 'address.line2')}
        {field('postalCode', 'address.postalCode')}
        {field('city', 'address.city')}
        <CountrySelect
          label={texts.country}
          value={form.country}
          error={fields['address.country'] ?? fields['address.countrySubdivision']}
          onChange={(country) => change({ country })}
        />
        <Contacts contacts={form.contacts} fields={fields} onChange={(contacts) => change({ contacts })} />
        <h3>{texts.electronic}</h3>
        {field('scheme', 'peppolAddress.scheme', '0007')}
        {field('peppolId', 'peppolAddress.id')}
        <NativeSelect
          label={texts.language}
          value={form.language}
          onChange={({ currentTarget }) => change({ language: currentTarget.value as Form['language'] })}
          data={(['sv', 'en'] as const).map((value) => ({ value, label: texts.languages[value] }))}
        />
        {typed.trouble(error) ? <FailureMessage error={error} /> : null}
        <FormEnd press={texts.save} cancel={texts.cancel} isBusy={isBusy} onClose={onCancel} onDrop={typed.drop} />
      </form>
    </FieldLock>
  )
}

const Contacts = ({
  contacts,
  fields,
  onChange,
}: {
  contacts: readonly Contact[]
  fields: Readonly<Record<string, string>>
  onChange: (contacts: Contact[]) => void
}) => {
  const texts = useWords(registerWords)
  const change = (at: number, some: Partial<Contact>) =>
    onChange(contacts.map((contact, index) => (index === at ? { ...contact, ...some } : contact)))
  const labels = { name: texts.contactName, email: texts.email, phone: texts.phone } as const
  return (
    <>
      {contacts.map((contact, index) => (
        // Contacts have no name of their own before they are saved.
        <fieldset key={contact.id ?? `new${index}`} className="form-grid wide contact">
          <legend>{texts.contact}</legend>
          {(['name', 'email', 'phone'] as const).map((part) => (
            <TextInput
              key={part}
              label={labels[part]}
              value={contact[part]}
              error={fields[`contactsDetails.${index}.${part}`]}
              autoComplete="off"
              onChange={({ currentTarget }) => change(index, { [part]: currentTarget.value })}
            />
          ))}
          {contacts.length > 1 && (
            <ActionButton variant="subtle" onClick={() => onChange(contacts.filter((_, at) => at !== index))}>
              {texts.removeContact}
            </ActionButton>
          )}
        </fieldset>
      ))}
      <div className="wide">
        <ActionButton variant="default" onClick={() => onChange([...contacts, noContact()])}>
          {texts.addContact}
        </ActionButton>
      </div>
    </>
  )
}
