// One line of an invoice while it is typed.
import { NativeSelect, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { type Schema, useCompany } from '#client'
import { vatKindWords } from '#console/accounts'
import { type Choice, DecimalInput, Money, Pick } from '#ui'
import { useWords } from '#words'
import { chargedBy, type LineDraft, taxRates, type UnitType, unitTypes } from './draft.ts'
import { editorWords } from './editor-words.ts'
import { type JobType, jobTypes, type ReductionType } from './household.ts'
import { isReverse, vatChoice, vatChoices, vatChosen } from './reverse-charge.ts'
import { lineNet } from './totals.rules.ts'
import { UnionVat, unionOf } from './UnionVat.tsx'
import { unitWords } from './unit-words.ts'

type Item = Schema<'Item'>

type Given = {
  line: LineDraft
  number: number
  items: readonly Item[]
  reduction: ReductionType | null
  /** The account of reverse charge. */
  reverse: string | null
  /** The day of supply. */
  day: string
  /** The country of the customer; empty while it is not known. */
  country: string
  errorOf: (part: string) => string | undefined
  onChange: (line: LineDraft) => void
  onRemove: () => void
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** Items offered at once. */
const MOST = 20
/** Stands for the text itself, which is no item. */
const AS_TYPED = 'text'

export const LineRow = (given: Given) => {
  const { line, number, reverse, day, country, errorOf, onChange, onRemove, onKeyDown } = given
  const texts = useWords(editorWords)
  const units = useWords(unitWords)
  const kinds = useWords(vatKindWords)
  const [isOpen, setIsOpen] = useState(false)
  const label = (name: string) => `${name}, ${texts.line(number).toLowerCase()}`
  // An item's values take precedence over the line's: changing them unlinks the item.
  const change = (some: Partial<LineDraft>) => onChange({ ...line, ...some })
  const net = lineNet(line)
  const tools = (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label={label(texts.details)}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        ⋯
      </button>
      <button type="button" className="icon-button" aria-label={label(texts.removeLine)} onClick={onRemove}>
        ×
      </button>
    </>
  )
  if (line.kind === 'text')
    return (
      <div className="line-row" role="group" aria-label={texts.line(number)} onKeyDown={onKeyDown}>
        <TextInput
          className="line-text"
          aria-label={label(texts.text)}
          placeholder={texts.text}
          value={line.description}
          error={errorOf('description')}
          onChange={({ currentTarget }) => change({ description: currentTarget.value, itemId: null })}
        />
        <span />
        <button type="button" className="icon-button" aria-label={label(texts.removeLine)} onClick={onRemove}>
          ×
        </button>
      </div>
    )
  return (
    <div className="line-row" role="group" aria-label={texts.line(number)} onKeyDown={onKeyDown}>
      <Description {...given} label={label(texts.description)} />
      <DecimalInput
        aria-label={label(texts.quantity)}
        placeholder={texts.quantity}
        data-named
        value={line.quantity}
        error={errorOf('quantity')}
        onChange={(quantity) => change({ quantity })}
      />
      <NativeSelect
        aria-label={label(texts.unit)}
        value={line.unit}
        onChange={({ currentTarget }) => change({ unit: currentTarget.value as UnitType, itemId: null })}
        data={unitTypes.map((value) => ({ value, label: units.short[value] || '–' }))}
      />
      <DecimalInput
        aria-label={label(texts.price)}
        placeholder={texts.price}
        data-named
        value={line.price}
        error={errorOf('unitPrice')}
        onChange={(price) => change({ price })}
      />
      <NativeSelect
        aria-label={label(texts.vat)}
        value={vatChoice(line, reverse)}
        error={errorOf('taxRate') ?? errorOf('vatKind')}
        onChange={({ currentTarget }) => {
          const { unionVat, ...chosen } = vatChosen(currentTarget.value, line, reverse)
          change({ ...chosen, unionVat: unionVat ? unionOf(country, day) : null, itemId: null })
        }}
        data={vatChoices(taxRates, reverse, texts.reverse, { kinds, day, union: texts.union })}
      />
      <span className="line-net">{net === null ? '' : <Money ore={Number(net)} />}</span>
      {tools}
      {line.unionVat && (
        <UnionVat
          union={line.unionVat}
          day={day}
          label={label}
          errorOf={errorOf}
          onChange={(unionVat) => change({ unionVat })}
        />
      )}
      <More
        {...given}
        isOpen={isOpen || given.reduction !== null || (line.account !== '' && !isReverse(line, reverse))}
      />
      {errorOf('') && <p className="is-wrong line-more">{errorOf('')}</p>}
    </div>
  )
}

/** A text, or an item by its name. */
const Description = ({ line, items, label, errorOf, onChange }: Given & { label: string }) => {
  const texts = useWords(editorWords)
  const company = useCompany()
  const choicesFor = (typed: string): Choice[] => {
    const plain = typed.trim().toLowerCase()
    const found = items.filter(({ description }) => description.toLowerCase().includes(plain))
    const begins = found.filter(({ description }) => description.toLowerCase().startsWith(plain))
    const rest = found.filter((item) => !begins.includes(item))
    const choice = (item: Item): Choice => ({
      value: item.id,
      label: item.description,
      ...(item.itemType === 'salesItem' ? { hint: String(item.unitPrice) } : {}),
    })
    const asTyped = plain === '' ? [] : [{ value: AS_TYPED, label: texts.asText(typed.trim()) }]
    return [...begins.map(choice), ...asTyped, ...rest.map(choice)].slice(0, MOST)
  }
  const choose = (value: string) => {
    const item = items.find(({ id }) => id === value)
    if (value === '') return onChange({ ...line, description: '', itemId: null })
    if (!item) return
    if (item.itemType === 'descriptionOnlyItem')
      return onChange({ ...line, kind: 'text', itemId: item.id, description: item.description })
    const { description, unitType: unit, unitPrice, taxRate, productType, bookkeepingAccountNumber } = item
    const chosen = {
      ...line,
      itemId: item.id,
      description,
      unit,
      taxRate,
      vatKind: item.vatKind ?? null,
      productType,
      price: String(unitPrice),
      account: bookkeepingAccountNumber === null ? '' : String(bookkeepingAccountNumber),
    }
    onChange(chargedBy(company, chosen))
  }
  return (
    <Pick
      aria-label={label}
      placeholder={texts.description}
      data-named
      value={line.description}
      shown={line.description}
      error={errorOf('description') ?? errorOf('itemRef.id')}
      isFree
      choicesFor={choicesFor}
      onType={(typed) => typed !== '' && onChange({ ...line, description: typed, itemId: null })}
      onChange={choose}
    />
  )
}

/** What few lines need: goods or a service, an account of its own, the kind of work with a tax reduction. */
const More = ({ line, number, reduction, errorOf, onChange, isOpen }: Given & { isOpen: boolean }) => {
  const texts = useWords(editorWords)
  const units = useWords(unitWords)
  if (!isOpen) return null
  const jobs = jobTypes.filter((job) => reduction !== null && job.startsWith(reduction))
  const label = (name: string) => `${name}, ${texts.line(number).toLowerCase()}`
  return (
    <div className="line-more">
      {reduction && (
        <NativeSelect
          aria-label={label(texts.jobType)}
          value={line.jobType}
          error={errorOf('taxReduction') ?? errorOf('taxReduction.jobType')}
          onChange={({ currentTarget }) =>
            onChange({
              ...line,
              jobType: currentTarget.value as JobType | '',
              // Material counts for green technology alone.
              ...(reduction === 'green' ? {} : { productType: 'services' }),
            })
          }
          data={[{ value: '', label: texts.noWork }, ...jobs.map((value) => ({ value, label: units.jobs[value] }))]}
        />
      )}
      <NativeSelect
        aria-label={label(texts.productType)}
        value={line.productType}
        error={errorOf('productType')}
        onChange={({ currentTarget }) =>
          onChange({ ...line, productType: currentTarget.value as LineDraft['productType'], itemId: null })
        }
        data={(['services', 'goods'] as const).map((value) => ({ value, label: units[value] }))}
      />
      <TextInput
        aria-label={label(texts.account)}
        placeholder={`${texts.account}: ${texts.accountHint.toLowerCase()}`}
        inputMode="numeric"
        value={line.account}
        error={errorOf('bookkeepingAccountNumber')}
        onChange={({ currentTarget }) =>
          onChange({ ...line, account: currentTarget.value.replace(/\D/g, ''), itemId: null })
        }
      />
    </div>
  )
}
