// What cannot be read in a field is never left out: what saves waits until it has been mended.
import { useEffect, useState } from 'react'

/** Marks a button that saves the fields around it. */
export const saves = { 'data-saves': '' }

/**
 * Of a field whose text cannot be read: while that is so nothing is saved. It is called wrong once the hands have left
 * it, for a half-written day is no mistake.
 */
export const useUnread = (isUnread: boolean) => {
  const [isLeft, setIsLeft] = useState(false)
  return {
    isWrong: isUnread && isLeft,
    mark: isUnread ? { 'data-unread': '' } : {},
    onLeave: () => setIsLeft(true),
  }
}

/** Within what the button saves: its form or dialog, or the page. */
const around = (element: Element): Element => element.closest('form, [role=dialog], main') ?? document.body

const firstUnread = (within: Element): HTMLElement | undefined =>
  [...within.querySelectorAll<HTMLElement>('[data-unread]')].find((field) => field.checkVisibility())

/** Holds back, for the whole console, what would be saved without a field that cannot be read. */
export const useHoldUnread = () =>
  useEffect(() => {
    const hold = (event: Event) => {
      const target = event.target as Element
      const saving = event.type === 'submit' ? target : target.closest('[data-saves]')
      const field = saving && firstUnread(around(saving))
      if (!field) return
      event.preventDefault()
      event.stopImmediatePropagation()
      // Twice: a field is called wrong when it is left.
      field.focus()
      field.blur()
      field.focus()
    }
    addEventListener('click', hold, { capture: true })
    addEventListener('submit', hold, { capture: true })
    return () => {
      removeEventListener('click', hold, { capture: true })
      removeEventListener('submit', hold, { capture: true })
    }
  }, [])
