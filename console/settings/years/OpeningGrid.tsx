// The opening balances as they are typed: an account and an amount on each line. Enter goes on, `=` puts the rest on
// the line, and rows of a spreadsheet are pasted anywhere.
import { CloseButton } from '@mantine/core'
import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react'
import { flushSync } from 'react-dom'
import { AccountInput } from '#console/accounts'
import { amountText, Money, MoneyInput, useAnnounce } from '#ui'
import { useLanguage, useWords } from '#words'
import { type Line, pastedFrom, restFor, sumOf, withPasted, withRoom } from './opening.ts'
import { openingWords } from './opening-words.ts'

const fieldsIn = (root: HTMLElement | null) => [...(root?.querySelectorAll<HTMLInputElement>('input') ?? [])]

export const OpeningGrid = ({
  lines,
  wrong,
  onChange,
}: {
  lines: readonly Line[]
  /** Sentences about fields: `2.account`. */
  wrong: Readonly<Record<string, string>>
  onChange: (lines: readonly Line[]) => void
}) => {
  const texts = useWords(openingWords)
  const language = useLanguage()
  const say = useAnnounce()
  const grid = useRef<HTMLDivElement>(null)
  /** Drawn at once: the next key goes to the field that it was meant for. */
  const change = (index: number, changes: Partial<Line>) =>
    flushSync(() => onChange(withRoom(lines.map((line, place) => (place === index ? { ...line, ...changes } : line)))))
  const goOn = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const all = fieldsIn(grid.current)
    all[all.indexOf(event.currentTarget) + 1]?.focus()
  }
  const keyOnAmount = (event: KeyboardEvent<HTMLInputElement>, index: number) => {
    if (event.key !== '=') return goOn(event)
    event.preventDefault()
    const field = event.currentTarget
    // The field gives up what has been typed in it.
    field.blur()
    change(index, { ore: restFor(lines, index) })
    field.focus()
  }
  const paste = (event: ClipboardEvent) => {
    const found = pastedFrom(event.clipboardData.getData('text'))
    if (!found) return
    event.preventDefault()
    onChange(withPasted(lines, found.rows))
    const left = found.skipped > 0 ? ` ${texts.skipped(found.skipped)}` : ''
    say(texts.pasted(found.rows.length) + left)
  }
  const sum = sumOf(lines)
  return (
    <div className="opening-grid" ref={grid} role="group" aria-label={texts.lines} onPaste={paste}>
      <div className="opening-line is-head" aria-hidden="true">
        <span>{texts.account}</span>
        <span className="is-right">{texts.amount}</span>
        <span />
      </div>
      {lines.map((line, index) => (
        <div className="opening-line" key={line.key}>
          <AccountInput
            aria-label={texts.accountOf(index + 1)}
            value={line.account}
            error={wrong[`${index}.account`]}
            onChange={(account) => change(index, { account })}
            onKeyDown={goOn}
          />
          <MoneyInput
            aria-label={texts.amountOf(index + 1)}
            value={line.ore}
            error={wrong[`${index}.amount`]}
            onChange={(ore) => change(index, { ore })}
            onKeyDown={(event) => keyOnAmount(event, index)}
          />
          <CloseButton
            size="sm"
            tabIndex={-1}
            aria-label={texts.removeLine(index + 1)}
            disabled={lines.length < 2}
            onClick={() => onChange(withRoom(lines.filter((_, place) => place !== index)))}
          />
        </div>
      ))}
      <div className="opening-line is-sum" role="group" aria-live="polite" aria-label={texts.sums}>
        <span className={sum === 0 ? 'soft' : 'is-wrong'}>
          {sum === 0 ? texts.balanced : texts.difference(amountText(sum, language))}
        </span>
        <Money ore={sum} />
        <span />
      </div>
    </div>
  )
}
