// The keyboard. A binding stands on the element that it presses (`{...bound('n')}`), so what is bound now is what is
// seen now, and `?` lists it. Letters are plain keys outside of fields; two in a row (`g j`) go somewhere.
import { useEffect } from 'react'
import { useHoldUnread } from './unread.ts'

/** Presses the element when the keys are pressed: `n`, `g j`, `Mod+k` (Ctrl, or Cmd on a Mac), `Mod+Enter`, `?`. */
export const bound = (keys: string): { 'data-keys': string; 'aria-keyshortcuts': string } => ({
  'data-keys': keys,
  'aria-keyshortcuts': keys.replace('Mod+', isMac ? 'Meta+' : 'Control+'),
})

const isMac = /Mac|iPhone|iPad/.test(navigator.platform)

/** Keys as a reader knows them. */
export const keysText = (keys: string): string => keys.replace('Mod+', isMac ? '⌘' : 'Ctrl ')

/** How long the second key of two may take, in milliseconds. */
const SECOND_KEY_MS = 1200

export type Binding = { keys: string; label: string; element: HTMLElement }

const isSeen = (element: HTMLElement) => element.checkVisibility({ visibilityProperty: true })

/** Within the dialog on top, if there is one. */
const stage = (): ParentNode => [...document.querySelectorAll('[aria-modal=true]')].at(-1) ?? document

/** What is bound now, in the order of the page; of equal keys the last. */
export const bindings = (): Binding[] => {
  const found = new Map<string, Binding>()
  for (const element of stage().querySelectorAll<HTMLElement>('[data-keys]')) {
    const { keys = '', keysLabel } = element.dataset
    if (!isSeen(element) || element.matches(':disabled, [aria-disabled=true]')) continue
    const label = keysLabel ?? element.getAttribute('aria-label') ?? element.textContent ?? ''
    found.delete(keys)
    found.set(keys, { keys, label: label.trim(), element })
  }
  return [...found.values()]
}

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'))

const keyOf = ({ key, ctrlKey, metaKey }: KeyboardEvent): string =>
  `${ctrlKey || metaKey ? 'Mod+' : ''}${key.length === 1 && (ctrlKey || metaKey) ? key.toLowerCase() : key}`

/** A field, a list or a table is entered, everything else pressed; `data-stays` leaves the hands where they are. */
const press = (element: HTMLElement): void => {
  if (!('stays' in element.dataset)) element.focus()
  if (!element.matches('input, textarea, select, [role=grid], [data-enter]')) element.click()
}

/** Listens for the whole console. */
export const Keys = () => {
  useHoldUnread()
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || event.isComposing) return
      const key = keyOf(event)
      if (isField(event.target) && !key.startsWith('Mod+') && key !== 'Escape') return
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
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  return null
}
