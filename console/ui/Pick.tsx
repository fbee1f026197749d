// A field that offers what fits while one types: Tab and Enter take what is highlighted, Escape closes. The list lies
// above everything, so no table cuts it off.
import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { useWords } from '#words'
import { words } from './words.ts'

export type Choice = { value: string; label: string; hint?: string }

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  /** What has been chosen; empty while nothing has. */
  value: string
  /** What stands in the field for what has been chosen. */
  shown: string
  /** What fits the text, best first; a few dozen at most. */
  choicesFor: (text: string) => readonly Choice[]
  onChange: (value: string) => void
  /** Told while somebody types, for choices that come from the service. */
  onType?: (text: string) => void
  /** Whether what is typed stands for itself where nothing is chosen. */
  isFree?: boolean
}

/** Pixels between the field and its list. */
const GAP = 2

export const Pick = ({ value, shown, choicesFor, onChange, onType, isFree, onKeyDown, onBlur, ...rest }: Given) => {
  const texts = useWords(words)
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const choices = isOpen ? choicesFor(typed ?? '') : []
  // Enter came before the choices did: the first of them is taken when they are there.
  const [isHasty, setIsHasty] = useState(false)
  const [first] = choices
  const highlighted = Math.min(at, Math.max(0, choices.length - 1))

  useLayoutEffect(() => {
    const [own, box] = [list.current, field.current]
    if (!own || !box) return
    if (!isOpen) {
      if (own.matches(':popover-open')) own.hidePopover()
      return
    }
    if (!own.matches(':popover-open')) own.showPopover()
    const { left, bottom, top, width } = box.getBoundingClientRect()
    const below = innerHeight - bottom
    own.style.left = `${Math.min(left, innerWidth - own.offsetWidth - GAP)}px`
    own.style.minWidth = `${width}px`
    own.style.top = below < own.offsetHeight && top > below ? `${top - own.offsetHeight - GAP}px` : `${bottom + GAP}px`
  })
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${highlighted}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, id])

  const open = (text: string) => {
    setTyped(text)
    setAt(0)
    setIsHasty(false)
    setIsOpen(true)
    onType?.(text)
  }
  const close = () => {
    setIsOpen(false)
    setTyped(null)
    setIsHasty(false)
  }
  const take = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value)
    close()
  }
  useEffect(() => {
    if (isHasty && first) take(first)
  })
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) open('')
      else setAt(Math.max(0, Math.min(choices.length - 1, highlighted + (key === 'ArrowDown' ? 1 : -1))))
    } else if (isOpen && key === 'Enter') {
      event.preventDefault()
      if (choices.length === 0 && typed && !isFree) setIsHasty(true)
      else take(choices[highlighted])
    } else if (isOpen && key === 'Tab' && typed !== '') {
      take(choices[highlighted])
    } else if (isOpen && key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    onKeyDown?.(event)
  }
  return (
    <>
      <TextInput
        {...rest}
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && choices.length > 0 ? `${id}-${highlighted}` : undefined}
        value={typed ?? shown}
        onChange={({ currentTarget }) => {
          open(currentTarget.value)
          if (currentTarget.value === '' && value !== '') onChange('')
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => !isOpen && open('')}
        onKeyDown={onKey}
        onBlur={(event) => {
          close()
          onBlur?.(event)
        }}
      />
      <div
        ref={list}
        id={`${id}-list`}
        popover="manual"
        role="listbox"
        aria-label={String(rest['aria-label'] ?? rest.label ?? '')}
        className="pick"
      >
        {choices.map((choice, index) => (
          <div
            key={choice.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === highlighted}
            className="pick-choice"
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => take(choice)}
          >
            <span>{choice.label}</span>
            {choice.hint && <span className="soft">{choice.hint}</span>}
          </div>
        ))}
        {isOpen && choices.length === 0 && <p className="soft">{texts.noMatch}</p>}
      </div>
    </>
  )
}
