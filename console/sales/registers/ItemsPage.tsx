// Items: what is sold again and again, with its price and VAT, and texts that invoices repeat.
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback } from 'react'
import {
  answered,
  api,
  type Schema,
  soughtIn,
  useAction,
  useCompany,
  useIntent,
  usePages,
  useRefresh,
  useTyped,
} from '#client'
import { vatKindWords } from '#console/accounts'
import { type TaxRate, taxRates, type UnitType, unitTypes, usualRate } from '#console/sales/editor/draft.ts'
import { useReverseCharge, vatChoice, vatChoices, vatChosen } from '#console/sales/editor/reverse-charge.ts'
import { unitWords } from '#console/sales/editor/unit-words.ts'
import { DetailHead } from '#console/sales/parts.tsx'
import { VatChanges } from '#console/sales/vat-changes/VatChanges.tsx'
import type { VatKind } from '#rule/vat-kind'
import { type Column, Table } from '#table'
import {
  ActionButton,
  Allowed,
  Cancel,
  DecimalInput,
  Empty,
  FailureMessage,
  FieldLock,
  focusFirstWrong,
  KeptNote,
  numberText,
  Page,
  ResilientContent,
  Search,
  Split,
  TypedNotes,
  today,
  useAnnounce,
  useUndo,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { registerWords } from './register-words.ts'

export { ItemsPage as Page }

type Item = Schema<'Item'>

const ItemsPage = () => {
  const texts = useWords(registerWords)
  const units = useWords(unitWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const [{ q, open, make }, set] = useUrl()
  const search = useCallback((text: string) => set({ q: text, open: null }, { replace: true }), [set])
  const query = soughtIn(q ?? '', { texts: ['description'], amounts: ['unitPrice'] })
  const found = usePages<Item>('/items', { companyId, query: { query } })
  const { rows, isLoading, hasNextPage, fetchNextPage } = found
  const columns: Column<Item>[] = [
    { key: 'name', title: texts.description, width: 'minmax(9rem, 1fr)', cell: ({ description }) => description },
    {
      key: 'unit',
      title: texts.unit,
      width: '5rem',
      isWide: true,
      cell: (item) => (item.itemType === 'salesItem' ? units.short[item.unitType] : texts.textItem),
    },
    {
      key: 'price',
      title: texts.price,
      width: '9rem',
      align: 'right',
      cell: (item) => (item.itemType === 'salesItem' ? numberText(item.unitPrice, language) : ''),
    },
    {
      key: 'vat',
      title: texts.vat,
      width: '4rem',
      align: 'right',
      cell: (item) => (item.itemType === 'salesItem' ? `${item.taxRate} %` : ''),
    },
  ]
  const list = (
    <ResilientContent of={found}>
      <Table
        label={texts.items}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        openKey={open ?? null}
        onOpen={({ id }) => set({ open: id, make: null })}
        isLoading={isLoading}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        empty={<Empty how={!q && may('items:write') && texts.noItemsHow}>{q ? texts.noneFound : texts.noItems}</Empty>}
      />
    </ResilientContent>
  )
  const add = may('items:write') && (
    <ActionButton keys="n" onClick={() => set({ make: '1', open: null })}>
      {texts.newItem}
    </ActionButton>
  )
  const close = () => set({ open: null, make: null })
  return (
    <Page title={texts.items} actions={add}>
      <VatChanges />
      <div className="filters">
        <Search label={texts.searchItems} value={q ?? ''} onChange={search} />
      </div>
      <Split
        label={texts.items}
        list={list}
        detail={
          make ? (
            <Allowed scope="items:write">
              <ItemForm key="new" item={null} etag={null} onClose={close} />
            </Allowed>
          ) : open ? (
            <OpenItem key={open} id={open} ids={rows.map(({ id }) => id)} onClose={close} />
          ) : null
        }
      />
    </Page>
  )
}

const OpenItem = ({ id, ids, onClose }: { id: string; ids: readonly string[]; onClose: () => void }) => {
  const { id: companyId } = useCompany()
  const path = { companyId, itemId: id }
  const found = useQuery({
    queryKey: ['get', '/companies/{companyId}/items/{itemId}', { params: { path } }, 'etag'],
    queryFn: async () => {
      const { data: item, response } = await api.GET('/companies/{companyId}/items/{itemId}', { params: { path } })
      return { item: item as Item, etag: response.headers.get('etag') }
    },
  })
  return (
    <>
      <DetailHead ids={ids} id={id} onClose={onClose}>
        {found.data?.item.description ?? ' '}
      </DetailHead>
      <ResilientContent of={found}>{(data) => <ItemForm {...data} onClose={onClose} />}</ResilientContent>
    </>
  )
}

type Form = {
  itemType: Item['itemType']
  description: string
  productType: 'goods' | 'services'
  unitType: UnitType
  price: string
  taxRate: TaxRate
  vatKind?: VatKind | null
  account: string
}

const formOf = (item: Item | null, rate: TaxRate): Form => {
  const usual = { productType: 'services', unitType: 'piece', price: '', taxRate: rate, account: '' } as const
  if (item === null) return { itemType: 'salesItem', description: '', ...usual }
  if (item.itemType === 'descriptionOnlyItem')
    return { ...usual, itemType: item.itemType, description: item.description }
  const { itemType, description, productType, unitType, unitPrice, taxRate, bookkeepingAccountNumber: account } = item
  return {
    itemType,
    description,
    productType,
    unitType,
    taxRate,
    price: String(unitPrice),
    ...(item.vatKind ? { vatKind: item.vatKind } : {}),
    account: account === null ? '' : String(account),
  }
}

const bodyOf = ({
  itemType,
  description,
  productType,
  unitType,
  price,
  taxRate,
  vatKind,
  account,
}: Form): Schema<'ItemWrite'> =>
  itemType === 'descriptionOnlyItem'
    ? { itemType, description }
    : {
        itemType,
        description,
        productType,
        unitType,
        taxRate,
        ...(vatKind ? { vatKind } : {}),
        ...(price === '' ? {} : { unitPrice: Number(price) }),
        bookkeepingAccountNumber: account.trim() === '' ? null : Number(account),
      }

const ItemForm = ({ item, etag, onClose }: { item: Item | null; etag: string | null; onClose: () => void }) => {
  const texts = useWords(registerWords)
  const company = useCompany()
  const { id: companyId, may } = company
  const rate = usualRate(company)
  const refresh = useRefresh()
  const say = useAnnounce()
  const sayDone = useUndo()
  const intent = useIntent()
  const typed = useTyped<Form>(`item:${item?.id ?? 'new'}`, () => formOf(item, rate), { etag })
  const { form } = typed
  const { run, isBusy, error, fields } = useAction()
  // What is new is not here any more once it has been made.
  const isHeld = isBusy && item === null
  const change: typeof typed.change = (some) => (isHeld ? undefined : typed.change(some))
  const mayWrite = may('items:write')
  const save = async () => {
    const body = bodyOf(form)
    const path = { companyId }
    answered(
      item === null
        ? await api.POST('/companies/{companyId}/items', { params: { path }, body, headers: intent.headers(body) })
        : await api.PUT('/companies/{companyId}/items/{itemId}', {
            params: { path: { ...path, itemId: item.id } },
            body,
            ...(typed.etag ? { headers: { 'If-Match': typed.etag } } : {}),
          }),
    )
    intent.done()
    typed.drop(form)
    await refresh('items')
    say(texts.saved(form.description))
    onClose()
  }
  const submit = async () => {
    if (!(await run(() => typed.send(save, () => refresh('items'))))) focusFirstWrong()
  }
  const remove = async () => {
    if (!item) return
    await api.DELETE('/companies/{companyId}/items/{itemId}', { params: { path: { companyId, itemId: item.id } } })
    typed.drop()
    onClose()
    await refresh('items')
    sayDone(texts.removed(item.description), async (headers) => {
      const params = { path: { companyId } }
      await api.POST('/companies/{companyId}/items', { params, body: bodyOf(formOf(item, rate)), headers })
      await refresh('items')
    })
  }
  const isSold = form.itemType === 'salesItem'
  return (
    <FieldLock isHeld={isHeld}>
      <form
        className="form-grid"
        aria-label={item ? item.description : texts.newItem}
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        {item === null && <h2>{texts.newItem}</h2>}
        <KeptNote isTyped={typed.isTyped} onForget={typed.startOver} />
        <TypedNotes
          typed={typed}
          names={{ description: texts.description, price: texts.price, account: texts.account }}
        />
        <TextInput
          autoFocus={item === null}
          className="wide"
          label={texts.description}
          value={form.description}
          error={fields.description}
          readOnly={!mayWrite || undefined}
          onChange={({ currentTarget }) => change({ description: currentTarget.value })}
        />
        <NativeSelect
          label={texts.itemType}
          value={form.itemType}
          error={fields.itemType}
          disabled={!mayWrite}
          onChange={({ currentTarget }) => change({ itemType: currentTarget.value as Form['itemType'] })}
          data={[
            { value: 'salesItem', label: texts.salesItem },
            { value: 'descriptionOnlyItem', label: texts.textItem },
          ]}
        />
        {isSold && <Sold form={form} fields={fields} mayWrite={mayWrite} onChange={change} />}
        {typed.trouble(error) ? <FailureMessage error={error} /> : null}
        {mayWrite && (
          <div className="page-actions">
            <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
              {texts.save}
            </ActionButton>
            {item && (
              <ActionButton variant="default" disabled={isBusy} onClick={() => void run(remove)}>
                {texts.remove}
              </ActionButton>
            )}
            {!item && (
              <Cancel onDrop={typed.drop} onClose={onClose}>
                {texts.cancel}
              </Cancel>
            )}
          </div>
        )}
      </form>
    </FieldLock>
  )
}

/** What an item with a price has. */
const Sold = ({
  form,
  fields,
  mayWrite,
  onChange,
}: {
  form: Form
  fields: Readonly<Record<string, string>>
  mayWrite: boolean
  onChange: (some: Partial<Form>) => void
}) => {
  const texts = useWords(registerWords)
  const units = useWords(unitWords)
  const kinds = useWords(vatKindWords)
  const reverse = useReverseCharge()
  return (
    <>
      <DecimalInput
        label={texts.price}
        value={form.price}
        error={fields.unitPrice}
        readOnly={!mayWrite || undefined}
        onChange={(price) => onChange({ price })}
      />
      <NativeSelect
        label={texts.unit}
        value={form.unitType}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => onChange({ unitType: currentTarget.value as UnitType })}
        data={unitTypes.map((value) => ({ value, label: units.short[value] || units.none }))}
      />
      <NativeSelect
        label={texts.vat}
        value={vatChoice(form, reverse)}
        error={fields.taxRate ?? fields.vatKind}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => onChange(vatChosen(currentTarget.value, form, reverse))}
        data={vatChoices(taxRates, reverse, texts.reverse, { kinds, day: today() })}
      />
      <NativeSelect
        label={texts.kind}
        value={form.productType}
        disabled={!mayWrite}
        onChange={({ currentTarget }) => onChange({ productType: currentTarget.value as Form['productType'] })}
        data={(['services', 'goods'] as const).map((value) => ({ value, label: units[value] }))}
      />
      <TextInput
        label={texts.account}
        placeholder={texts.accountHint}
        inputMode="numeric"
        value={form.account}
        error={fields.bookkeepingAccountNumber}
        readOnly={!mayWrite || undefined}
        onChange={({ currentTarget }) => onChange({ account: currentTarget.value.replace(/\D/g, '') })}
      />
    </>
  )
}
