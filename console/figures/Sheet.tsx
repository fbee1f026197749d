// A printed table: its head and first column stay, and arrows or `j k` go from figure to figure.
import type { KeyboardEvent, ReactNode } from 'react'
import { bound } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const LINKS = 'tbody a, tbody button'

/** The link in the row above or below, in the same column where that one has one. */
const nextRow = (from: HTMLElement, step: 1 | -1): HTMLElement | null => {
  const cell = from.closest('td, th')
  const rows = [...(from.closest('table')?.querySelectorAll('tbody tr') ?? [])]
  for (let at = rows.indexOf(from.closest('tr') as Element) + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at] as HTMLTableRowElement
    const same =
      row.cells[(cell as HTMLTableCellElement | null)?.cellIndex ?? 0]?.querySelector<HTMLElement>('a, button')
    const found = same ?? row.querySelector<HTMLElement>('a, button')
    if (found) return found
  }
  return null
}

const go = (event: KeyboardEvent<HTMLElement>) => {
  if (event.ctrlKey || event.metaKey || event.altKey || !(event.target instanceof HTMLElement)) return
  const sheet = event.currentTarget
  const target = event.target
  const step = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined
  const aside = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
  if (step === undefined && aside === undefined) return
  const links = [...sheet.querySelectorAll<HTMLElement>(LINKS)]
  const found =
    target === sheet
      ? links[0]
      : step !== undefined
        ? nextRow(target, step)
        : links[links.indexOf(target) + (aside ?? 0)]
  event.preventDefault()
  event.stopPropagation()
  found?.focus()
}

type Given = {
  label: string
  /** Few columns of figures: on a phone they stand below what they are of, and nothing lies outside. */
  isNarrow?: boolean
  children: ReactNode
}

export const Sheet = ({ label, isNarrow = false, children }: Given) => {
  const texts = useWords(words)
  return (
    <section
      className={isNarrow ? 'sheet is-narrow' : 'sheet'}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard (WCAG 2.1.1)
      tabIndex={0}
      data-enter
      data-keys-label={texts.into}
      {...bound('j')}
      onKeyDown={go}
    >
      <table className="sheet-table">{children}</table>
    </section>
  )
}
