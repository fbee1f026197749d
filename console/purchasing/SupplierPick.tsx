// A field for a supplier: found by name and by every number, or made in place when there is none.
import type { TextInputProps } from '@mantine/core'
import { useRef } from 'react'
import { fitsSupplier, paidAt, type Supplier } from '#console/suppliers'
import { type Choice, Pick } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

/** How many suppliers are offered at once. */
const MOST = 20
const NEW = 'new'

export const SupplierPick = ({
  suppliers,
  value,
  onChange,
  onNew,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  suppliers: readonly Supplier[]
  /** The id; empty while none is chosen. */
  value: string
  onChange: (supplier: Supplier | null) => void
  /** Makes one with the name that was typed; left out where the person may not. */
  onNew: ((name: string) => void) | undefined
}) => {
  const texts = useWords(words)
  const typed = useRef('')
  const choicesFor = (text: string): Choice[] => {
    typed.current = text.trim()
    const found = suppliers
      .filter((supplier) => fitsSupplier(supplier, text))
      .slice(0, MOST)
      .map((supplier) => ({
        value: supplier.id,
        label: supplier.name,
        hint: [supplier.orgNumber, paidAt(supplier)].filter(Boolean).join(' · '),
      }))
    return onNew ? [...found, { value: NEW, label: texts.makeSupplier(text.trim()) }] : found
  }
  return (
    <Pick
      {...rest}
      value={value}
      shown={suppliers.find(({ id }) => id === value)?.name ?? ''}
      choicesFor={choicesFor}
      onChange={(id) => {
        if (id === NEW) onNew?.(typed.current)
        else onChange(suppliers.find((supplier) => supplier.id === id) ?? null)
      }}
    />
  )
}
