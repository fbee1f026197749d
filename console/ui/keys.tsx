// The keyboard. A binding stands on the element that it presses (`{...bound('n')}`), so what is bound now is what is
// seen now, and `?` lists it. Letters are plain keys outside of fields; two in a row (`g j`) go somewhere. Of equal keys
// the nearest to the focus counts, and what saves one form is never pressed from another one.
import { useEffect } from 'react'
import { enterList, isUsable, passBy, useFocusKept } from './focus.ts'
import { useHoldUnread } from './unread.ts'

type Bound = { 'data-keys': string; 'aria-keyshortcuts'?: string }

/** Presses the element when the keys are pressed: `n`, `g j`, `Mod+k` (Ctrl, or Cmd on a Mac), `Mod+Enter`, `?`. */
export const bound = (keys: string): Bound => ({
  'data-keys': keys,
  ...(hasLetters() || !needsLetter(keys) ? { [TOLD]: shortcutOf(keys) } : {}),
})

/** The attribute by which keys are read out. */
const TOLD = 'aria-keyshortcuts'

const shortcutOf = (keys: string): string => keys.replace('Mod+', isMac ? 'Meta+' : 'Control+')

/** What is drawn already tells of letters, or does so no longer; what is drawn from now on comes from {@link bound}. */
const tellLetters = (isOn: boolean): void => {
  for (const element of document.querySelectorAll<HTMLElement>('[data-keys]')) {
    const { keys = '' } = element.dataset
    if (!needsLetter(keys)) continue
    if (isOn) element.setAttribute(TOLD, shortcutOf(keys))
    else element.removeAttribute(TOLD)
  }
}

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as a reader knows them. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac ? '⌘' : 'Ctrl ')

/** How long the second key of two may take, in milliseconds. */
const SECOND_KEY_MS = 1200

type Binding = { keys: string; label: string; element: HTMLElement }

/** Within the dialog on top, if there is one. */
const stage = (): ParentNode => [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document

/** How many ancestors an element shares with the focus: the more, the nearer. */
const nearness = (element: HTMLElement, trail: ReadonlySet<Element>): number => {
  let shared = 0
  for (let at = element.parentElement; at; at = at.parentElement) if (trail.has(at)) shared += 1
  return shared
}

/** The element with the focus, and everything around it. */
const trailOf = (holder: Element | null): ReadonlySet<Element> => {
  const trail = new Set<Element>()
  for (let at = holder; at; at = at.parentElement) trail.add(at)
  return trail
}

/** The form that has the focus, where it has a key of its own that saves it. */
const savedForm = (holder: Element | null): HTMLFormElement | null => {
  const form = holder?.closest('form') ?? null
  const saving = [...(form?.querySelectorAll<HTMLElement>('[data-keys][data-saves]') ?? [])]
  return saving.some((element) => element.closest('form') === form) ? form : null
}

/** What is bound now, in the order of the page; of equal keys the nearest to the focus, and among those the last. */
export const bindings = (): Binding[] => {
  const { activeElement: holder } = document
  const trail = trailOf(holder)
  const form = savedForm(holder)
  const found = new Map<string, Binding & { near: number }>()
  for (const element of stage().querySelectorAll<HTMLElement>('[data-keys]')) {
    const { keys = '', keysLabel, saves } = element.dataset
    if (!isUsable(element)) continue
    if (form && saves !== undefined && !form.contains(element)) continue
    const near = nearness(element, trail)
    if (near < (found.get(keys)?.near ?? 0)) continue
    const label = keysLabel ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    found.delete(keys)
    found.set(keys, { keys, label: label.trim(), element, near })
  }
  return [...found.values()]
}

/** Keys that a part of the page takes itself, for `?`: `{...listens([['x', 'Select']])}`. */
export const listens = (keys: readonly (readonly [keys: string, label: string])[]): { 'data-listens': string } => ({
  'data-listens': JSON.stringify(keys),
})

/** What can be pressed now and what it does: what is bound, and what lists take themselves. */
export const pressable = (): { keys: string; label: string }[] => {
  const found = new Map(bindings().map(({ keys, label }) => [keys, { keys, label }]))
  for (const element of stage().querySelectorAll<HTMLElement>('[data-listens]')) {
    if (!isUsable(element)) continue
    for (const [keys, label] of JSON.parse(element.dataset.listens ?? '[]') as [string, string][])
      if (!found.has(keys)) found.set(keys, { keys, label })
  }
  return [...found.values()].filter(({ keys }) => hasLetters() || !needsLetter(keys))
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'))

const keyOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${key.length === 1 && (ctrlKey || metaKey) ? key.toLowerCase() : key}`

/** What is entered, where everything else is pressed. */
const ENTERED = 'input, textarea, select, [role=grid], [data-enter]'

/**
 * A field, list or table gets the focus, everything else is clicked; `data-stays` keeps the focus where it is. A field
 * that a form is saved from has the focus again after that: what is typed next is typed there.
 */
const press = (element: HTMLElement): void => {
  const isEntered = element.matches(ENTERED)
  const { activeElement: from } = document
  if (!isEntered) passBy(element)
  if (element.matches('[role=grid]')) enterList(element)
  else if (!('stays' in element.dataset)) element.focus()
  if (isEntered) return
  pressed = element
  try {
    element.click()
  } finally {
    pressed = null
  }
  if (isField(from) && 'saves' in element.dataset && document.activeElement === element) (from as HTMLElement).focus()
}

/** What a key presses at this moment. */
let pressed: HTMLElement | null = null

/** Within a click: whether a key pressed what is clicked, and no finger. */
export const isByKey = (): boolean => pressed !== null

/** A letter or a sign by itself: who dictates says these without meaning a key (WCAG 2.1.4). */
const isLetterKey = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey

/** Whether keys of a binding need a letter or a sign by itself. */
const needsLetter = (keys: string): boolean => keys.split(' ').some((one) => one.length === 1)

const hasLetters = (): boolean => document.documentElement.dataset.letterKeys !== 'off'

/** Listens for the whole console. `letters`: whether letters and signs are keys outside of fields. */
export const Keys = ({ letters }: { letters: boolean }) => {
  useEffect(() => {
    if (letters) return
    const { dataset } = document.documentElement
    dataset.letterKeys = 'off'
    tellLetters(false)
    const onLetter = (event: KeyboardEvent) => {
      if (isLetterKey(event) && !isField(event.target)) event.stopImmediatePropagation()
    }
    addEventListener('keydown', onLetter, { capture: true })
    return () => {
      delete dataset.letterKeys
      tellLetters(true)
      removeEventListener('keydown', onLetter, { capture: true })
    }
  }, [letters])
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    let isInMenu = false
    // A menu closes itself before its key comes here: what lies below it is not closed too.
    const onBefore = () => {
      isInMenu = document.querySelector('[role=menu]')?.checkVisibility() ?? false
    }
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const key = keyOf(event)
      if (key === 'Escape' && isInMenu) return
      if (isField(event.target) && !key.startsWith('Mod+') && key !== 'Escape') return
      // A form is being saved: what is typed now is meant for what comes after it.
      if (isLetterKey(event) && stage().querySelector('[data-saves][data-loading]')) return
      const now = bindings()
      const two = first && event.timeStamp - first.at < SECOND_KEY_MS ? `${first.key} ${key}` : null
      const found = now.find(({ keys }) => keys === two) ?? now.find(({ keys }) => keys === key)
      const begins = now.some(({ keys }) => keys.startsWith(`${key} `))
      first = !found && begins ? { key, at: event.timeStamp } : null
      if (found) {
        event.preventDefault()
        press(found.element)
      }
    }
    addEventListener('keydown', onBefore, { capture: true })
    addEventListener('keydown', onKey)
    return () => {
      removeEventListener('keydown', onBefore, { capture: true })
      removeEventListener('keydown', onKey)
    }
  }, [])
  useFocusKept()
  useHoldUnread()
  return null
}
