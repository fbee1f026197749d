// A field that offers what fits while one types: Tab and Enter take what is highlighted, Escape closes. Of an empty
// text nothing is highlighted before an arrow is pressed: opening the list without choosing keeps the choice. Leaving
// it otherwise loses nothing: what names one choice is taken, and anything else stays and cannot be read. The list lies
// above everything, so no table cuts it off.
import { TextInput, type TextInputProps } from '@mantine/core'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useUnread } from '#console/ui/unread.ts'
import { words } from '#console/ui/words.ts'
import { useWords } from '#words'
import { useIsLocked } from './FieldLock.tsx'
import { pickWords } from './pick-words.ts'

export type Choice = { value: string; label: string; hint?: string }

type Given = Omit<TextInputProps, 'value' | 'onChange' | 'onSelect'> & {
  /** What has been chosen; empty while nothing has. */
  value: string
  /** The text of the field for the current choice. */
  shown: string
  /** What fits the text, best first; a few dozen at most. */
  choicesFor: (text: string) => readonly Choice[]
  onChange: (value: string) => void
  /** Called while the user types, for choices that come from the service. */
  onType?: (text: string) => void
  /** Whether typed text is itself a value if nothing is chosen. */
  isFree?: boolean
}

/** Pixels between the field and its list. */
const GAP = 2
/** The place of what is highlighted while nothing is. */
const NOWHERE = -1

export const Pick = ({ value, shown, choicesFor, onChange, onType, isFree, error, ...rest }: Given) => {
  const texts = useWords(words)
  const { choose } = useWords(pickWords)
  const isHeld = useIsLocked()
  const id = useId()
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [at, setAt] = useState(NOWHERE)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  // What stands in the field, before it is drawn: a key may take a choice and the hands away in one breath.
  const standing = useRef<string | null>(null)
  const fitting = typed === null ? [] : choicesFor(typed)
  const choices = isOpen ? fitting : []
  // Enter or Tab came before the choices did: the first of them is taken when they are there.
  const [isHasty, setIsHasty] = useState(false)
  const highlighted = Math.min(at, Math.max(0, choices.length - 1))
  const named = typed === null || isFree ? undefined : namedBy(typed, fitting)
  const isUnread = typed !== null && typed.trim() !== '' && typed !== shown && !isFree && !named
  const unread = useUnread(isUnread)
  usePlaced(isOpen, list, field)
  useEffect(() => {
    list.current?.querySelector(`[id="${id}-${highlighted}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [highlighted, id])

  const stand = (text: string | null) => {
    standing.current = text
    setTyped(text)
  }
  const open = (text: string, place = text === '' ? NOWHERE : 0) => {
    stand(text)
    setAt(place)
    setIsHasty(false)
    setIsOpen(true)
    onType?.(text)
  }
  const lookInto = (place?: number) => {
    if (!rest.readOnly && !isHeld) open(typed ?? '', place)
  }
  const close = () => {
    setIsOpen(false)
    stand(null)
    setIsHasty(false)
  }
  const take = (choice: Choice | undefined) => {
    if (choice) onChange(choice.value)
    close()
  }
  const takeNamed = () => take(named?.value === value ? undefined : named)
  const leave = () => {
    unread.onLeave()
    if (standing.current === null) return
    if (isUnread) setIsOpen(false)
    // Drawn at once: the key or the click that leaves it may save.
    else flushSync(takeNamed)
  }
  useEffect(() => {
    if (isHasty && fitting[0]) take(fitting[0])
    // The choices arrived after the field lost the focus.
    else if (!isOpen && named) takeNamed()
  })
  const onKey = (event: KeyboardEvent<HTMLInputElement>) => {
    const { key } = event
    const isEnter = key === 'Enter' && !event.ctrlKey && !event.metaKey
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) lookInto(0)
      else setAt(Math.max(0, Math.min(choices.length - 1, highlighted + (key === 'ArrowDown' ? 1 : -1))))
    } else if (isOpen && isEnter) {
      event.preventDefault()
      if (choices.length === 0 && typed && !isFree) setIsHasty(true)
      else take(choices[highlighted])
    } else if (isOpen && key === 'Tab' && typed !== '') {
      if (choices.length === 0 && !isFree) setIsHasty(true)
      else take(choices[highlighted])
    } else if (isOpen && key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    rest.onKeyDown?.(event)
  }
  return (
    <>
      <TextInput
        {...rest}
        {...unread.mark}
        ref={field}
        role="combobox"
        autoComplete="off"
        aria-expanded={isOpen}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={choices[highlighted] ? `${id}-${highlighted}` : undefined}
        value={typed ?? shown}
        error={error ?? (unread.isWrong && !isOpen ? choose : undefined)}
        onChange={({ currentTarget }) => {
          open(currentTarget.value)
          if (currentTarget.value === '' && value !== '') onChange('')
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onClick={() => !isOpen && lookInto()}
        onKeyDown={onKey}
        onBlur={(event) => {
          leave()
          rest.onBlur?.(event)
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
          <Option
            key={choice.value}
            id={`${id}-${index}`}
            choice={choice}
            isHighlighted={index === highlighted}
            onTake={take}
          />
        ))}
        {isOpen && choices.length === 0 && <p className="soft">{texts.noMatch}</p>}
      </div>
    </>
  )
}

type Offered = { id: string; choice: Choice; isHighlighted: boolean; onTake: (choice: Choice) => void }

const Option = ({ id, choice, isHighlighted, onTake }: Offered) => (
  <div
    id={id}
    role="option"
    aria-selected={isHighlighted}
    className="pick-choice"
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => onTake(choice)}
  >
    <span>{choice.label}</span>
    {choice.hint && <span className="soft">{choice.hint}</span>}
  </div>
)

/** The only choice that the text names in full: by its number, by its name, or by both. */
const namedBy = (text: string, choices: readonly Choice[]): Choice | undefined => {
  const sought = text.trim().toLowerCase()
  const named = choices.filter(({ value, label }) => {
    const whole = label.toLowerCase()
    return whole === sought || whole === `${value} ${sought}` || (value === sought && whole.startsWith(`${value} `))
  })
  return named.length === 1 ? named[0] : undefined
}

/** The list opens below its field, or above it if there is more room. */
const usePlaced = (
  isOpen: boolean,
  list: RefObject<HTMLDivElement | null>,
  field: RefObject<HTMLInputElement | null>,
): void =>
  useLayoutEffect(() => {
    const own = list.current
    const box = field.current
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
