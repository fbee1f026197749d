// The lines of an entry as they are typed. Tab and Enter go on, Enter past the credit of a line that has a debit,
// Shift-Tab back; `=` puts the rest on the line, `+` makes a new one, Ctrl-D copies the one above. The first line
// without an amount balances the entry, shown lightly until taken.
import { CloseButton } from '@mantine/core'
import { type FocusEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { AccountInput } from '#console/accounts'
import { type Marks, readMark } from '#console/uploads'
import { amountText, Money, MoneyInput } from '#ui'
import { useLanguage, useWords } from '#words'
import {
  differenceOf,
  isBlank,
  type Line,
  newLine,
  proposalOf,
  restFor,
  type Side,
  sides,
  sumOf,
  withRoom,
} from './entry.ts'
import { lineField } from './entry-reading.ts'
import { LineTags } from './LineTags.tsx'
import { words } from './words.ts'

type Given = {
  lines: readonly Line[]
  /** While they are on their way. */
  isReadOnly: boolean
  onChange: (lines: readonly Line[]) => void
  /** Sentences about fields: `2.account`. */
  wrong: Readonly<Record<string, string>>
  /** What was filled in from a document. */
  marks?: Marks | undefined
  /** The line that had the focus last. */
  onEnter: (index: number) => void
}

const fieldsIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLInputElement>('input') ?? [])]

/**
 * From an amount to the next field. A line has one amount: after a debit no credit is asked for. The line after the
 * last is drawn once its field is left.
 */
const goOn = (grid: HTMLElement | null, amount: HTMLInputElement): void => {
  const at = fieldsIn(grid).indexOf(amount)
  const isDebit = at % 3 === 1 && amount.value !== ''
  if (isDebit) amount.blur()
  const all = fieldsIn(grid)
  const next = all[at + (isDebit ? 2 : 1)] ?? all[at + 1]
  next?.focus()
}

export const EntryGrid = ({ lines, isReadOnly, onChange, wrong, marks, onEnter }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const grid = useRef<HTMLDivElement>(null)
  const proposed = proposalOf(lines)
  /** Drawn at once: the next key goes to the field that it was meant for. */
  const drawn = (after: readonly Line[]) => flushSync(() => onChange(after))
  const change = (index: number, changes: Partial<Line>) =>
    drawn(withRoom(lines.map((line, place) => (place === index ? { ...line, ...changes } : line))))
  const enter = (index: number, field: number) => fieldsIn(grid.current)[index * 3 + field]?.focus()

  const keyOnAmount = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    const { value, selectionStart, selectionEnd } = event.currentTarget
    const isUntouched = value === '' || (selectionStart === 0 && selectionEnd === value.length)
    if (event.key === '=') {
      const rest = restFor(lines, index)
      change(index, rest)
      // The field gives up what has been typed in it, and the hand goes to where the rest stands.
      event.currentTarget.blur()
      enter(index, rest.credit === null ? 1 : 2)
    } else if (event.key === '+' && isUntouched) addLine()
    else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      if (proposed?.index === index && value === '') change(index, proposed.amounts)
      goOn(grid.current, event.currentTarget)
    } else return
    event.preventDefault()
  }
  const addLine = () => {
    const last = lines.length - 1
    if (isBlank(lines[last] as Line)) return enter(last, 0)
    drawn([...lines, newLine()])
    enter(lines.length, 0)
  }
  const copyAbove = (index: number) => {
    const above = lines[index - 1]
    if (!above) return
    const copy = { account: above.account, debit: above.debit, credit: above.credit }
    change(index, copy)
    enter(index, 0)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = fieldsIn(grid.current).indexOf(event.target as HTMLInputElement)
    if (at < 0 || event.key.toLowerCase() !== 'd' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    ;(event.target as HTMLElement).blur()
    copyAbove(Math.floor(at / 3))
  }
  const onFocus = ({ target }: FocusEvent) => {
    const at = fieldsIn(grid.current).indexOf(target as HTMLInputElement)
    if (at >= 0) onEnter(Math.floor(at / 3))
  }
  const amountField = (line: Line, index: number, side: Side) => {
    const light = proposed?.index === index ? proposed.amounts[side] : null
    return (
      <MoneyInput
        aria-label={texts.sideOfLine(texts[side], index + 1)}
        value={line[side]}
        readOnly={isReadOnly}
        error={wrong[`${index}.${side}`]}
        placeholder={light === null ? texts[side] : amountText(light, language)}
        data-named={light === null || undefined}
        {...readMark(marks, lineField(line, side), line[side])}
        onChange={(ore) =>
          change(index, { [side]: ore, ...(ore === null ? {} : { [side === 'debit' ? 'credit' : 'debit']: null }) })
        }
        onKeyDown={(event) => keyOnAmount(event, index)}
      />
    )
  }
  const difference = differenceOf(lines)
  return (
    <div
      className="entry-grid"
      ref={grid}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
      role="group"
      aria-label={texts.lines}
    >
      <div className="entry-line is-head" aria-hidden="true">
        <span>{texts.account}</span>
        <span className="is-right">{texts.debit}</span>
        <span className="is-right">{texts.credit}</span>
        <span />
      </div>
      {lines.map((line, index) => (
        <div className="entry-line" key={line.key}>
          <AccountInput
            aria-label={texts.accountOfLine(index + 1)}
            placeholder={texts.account}
            data-named
            {...readMark(marks, lineField(line, 'account'), line.account)}
            value={line.account}
            readOnly={isReadOnly}
            error={wrong[`${index}.account`]}
            onChange={(account) => change(index, { account, vatCode: undefined })}
            onKeyDown={(event) => {
              if (event.key === '+') {
                event.preventDefault()
                addLine()
              } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
                event.preventDefault()
                enter(index, 1)
              }
            }}
          />
          {sides.map((side) => (
            <div key={side}>{amountField(line, index, side)}</div>
          ))}
          <CloseButton
            size="sm"
            tabIndex={-1}
            aria-label={texts.removeLine(index + 1)}
            disabled={lines.length <= 2}
            onClick={() => onChange(withRoom(lines.filter((_, place) => place !== index)))}
          />
          <LineTags tags={line.tags} />
        </div>
      ))}
      <div className="entry-line is-sum" role="group" aria-live="polite" aria-label={texts.sums}>
        <span className={difference === 0 ? 'soft' : 'is-wrong'}>
          {difference === 0 ? texts.balanced : texts.difference(amountText(Math.abs(difference), language))}
        </span>
        <Money ore={sumOf(lines, 'debit')} />
        <Money ore={sumOf(lines, 'credit')} />
        <span />
      </div>
    </div>
  )
}
