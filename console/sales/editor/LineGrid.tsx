// The lines of an invoice, under the keyboard: Tab and Enter go on, Enter in the last field makes the next line, Ctrl-D
// copies the line above, Alt and the arrows move a line.
import { type KeyboardEvent, useRef } from 'react'
import { type Schema, useAllPages, useCompany } from '#client'
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { isBlank, type LineDraft, newLine, type TaxRate, usualRate } from './draft.ts'
import { editorWords } from './editor-words.ts'
import type { ReductionType } from './household.ts'
import { LineRow } from './LineRow.tsx'
import { isReverse, useReverseCharge } from './reverse-charge.ts'

type Given = {
  lines: readonly LineDraft[]
  reduction: ReductionType | null
  /** The day of supply, by which kinds have their rates. */
  day: string
  /** The country of the customer; empty while it is not known. */
  country?: string
  /** Sentences of the service by path, and the lines that were sent, in their order. */
  fields: Readonly<Record<string, string>>
  sent: readonly string[]
  onChange: (lines: LineDraft[]) => void
}

export const LineGrid = ({ lines, reduction, day, country = '', fields, sent, onChange }: Given) => {
  const texts = useWords(editorWords)
  const company = useCompany()
  const { id: companyId, may } = company
  const usual = usualRate(company)
  const reverse = useReverseCharge()
  const grid = useRef<HTMLDivElement>(null)
  const { rows: items } = useAllPages<Schema<'Item'>>('/items', { companyId, enabled: may('items:read') })
  const at = (index: number, line: LineDraft) => lines.map((one, place) => (place === index ? line : one))
  const focusRow = (index: number) =>
    requestAnimationFrame(() =>
      grid.current?.querySelectorAll<HTMLElement>('.line-row:not(.line-head)')[index]?.querySelector('input')?.focus(),
    )
  const add = (kind: LineDraft['kind']) => {
    onChange([...lines, newLine({ kind, ...lastTaxed(lines, reverse, usual) })])
    focusRow(lines.length)
  }
  const remove = (index: number) => {
    const left = lines.filter((_, place) => place !== index)
    onChange(left.length > 0 ? left : [newLine({ taxRate: usual })])
    focusRow(Math.max(0, index - 1))
  }
  const onKeyDown = (index: number) => (event: KeyboardEvent<HTMLElement>) => {
    const isMod = event.ctrlKey || event.metaKey
    if (isMod && event.key === 'd' && index > 0) {
      const above = lines[index - 1]
      const line = lines[index]
      if (above && line) onChange(at(index, { ...above, key: line.key, id: line.id }))
    } else if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      const to = index + (event.key === 'ArrowUp' ? -1 : 1)
      if (to < 0 || to >= lines.length) return
      const moved = [...lines]
      moved.splice(to, 0, ...moved.splice(index, 1))
      onChange(moved)
      focusRow(to)
    } else if (event.key === 'Enter' && !isMod && (event.target as HTMLElement).matches('input, select')) {
      goOn(event.currentTarget, event.target as HTMLElement, () => {
        if (index < lines.length - 1) focusRow(index + 1)
        else if (lines[index] && !isBlank(lines[index])) add('sales')
      })
    } else return
    event.preventDefault()
  }
  return (
    <section ref={grid} className="line-grid" aria-label={texts.lines}>
      <div className="line-row line-head" aria-hidden="true">
        {[texts.description, texts.quantity, texts.unit, texts.price, texts.vat, texts.sum].map((title, column) => (
          <span key={title} className={column === 1 || column === 3 || column === 5 ? 'is-right' : ''}>
            {title}
          </span>
        ))}
      </div>
      {lines.map((line, index) => (
        <LineRow
          key={line.key}
          line={line}
          number={index + 1}
          items={items}
          reduction={reduction}
          reverse={reverse}
          day={day}
          country={country}
          errorOf={(part) => fields[`lineItems.${sent.indexOf(line.key)}${part && `.${part}`}`]}
          onChange={(next) => onChange(at(index, next))}
          onRemove={() => remove(index)}
          onKeyDown={onKeyDown(index)}
        />
      ))}
      <div className="page-actions">
        <ActionButton keys="+" variant="default" onClick={() => add('sales')}>
          {texts.addLine}
        </ActionButton>
        <ActionButton keys="t" variant="default" onClick={() => add('text')}>
          {texts.addText}
        </ActionButton>
      </div>
    </section>
  )
}

/** A line is taxed as the one before it. */
const lastTaxed = (lines: readonly LineDraft[], reverse: string | null, usual: TaxRate) => {
  const last = lines.findLast(({ kind }) => kind === 'sales')
  const kind = {
    ...(last?.vatKind ? { vatKind: last.vatKind } : {}),
    ...(last?.unionVat ? { unionVat: last.unionVat } : {}),
  }
  return {
    ...kind,
    taxRate: last?.taxRate ?? usual,
    account: last && reverse && isReverse(last, reverse) ? reverse : '',
  }
}

/** To the next field of the row, or beyond its last. */
const goOn = (row: HTMLElement, from: HTMLElement, beyond: () => void): void => {
  const fields = [...row.querySelectorAll<HTMLElement>('input, select')]
  const next = fields[fields.indexOf(from) + 1]
  if (next) next.focus()
  else beyond()
}
