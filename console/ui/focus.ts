// Where the focus goes: to what is wrong when a form was refused, into a form that opens, and back to where it came
// from when what had it is gone.
import { useEffect } from 'react'

/** Frames in which the sentences are drawn at the latest. */
const FRAMES = 20

/** Enters the first field that is wrong, once it is drawn as that. */
export const focusFirstWrong = (left = FRAMES): void => {
  const wrong = [...document.querySelectorAll<HTMLElement>(':is(main, [role=dialog]) [aria-invalid=true]')]
  // Unfolds what is folded, since a sentence in there cannot be seen.
  for (const one of wrong) one.closest('details')?.setAttribute('open', '')
  if (wrong[0]) wrong[0].focus()
  else if (left > 0) requestAnimationFrame(() => focusFirstWrong(left - 1))
}

const FIELDS = 'input:not([type=hidden]), textarea, select'

/**
 * Of a form that opens: the focus goes to its first field, unless one has it. `<form ref={entered}>`; what is not what
 * it was opened for stands in `<div data-beside>`.
 */
export const entered = (form: HTMLElement | null): void => {
  if (!form || form.contains(document.activeElement)) return
  const field = [...form.querySelectorAll<HTMLElement>(FIELDS)].find(
    (one) => isUsable(one) && !one.closest('[data-beside]'),
  )
  // A dialog puts the focus somewhere once it is drawn.
  field?.setAttribute('data-autofocus', '')
  field?.focus()
}

/** Into a list: to the row that had the focus last. */
export const enterList = (list: HTMLElement | null): void =>
  (list?.querySelector<HTMLElement>('[data-index][tabindex="0"]') ?? list)?.focus()

/**
 * Into the list of the page: at once, or as soon as it is drawn, unless the hands have gone elsewhere or pressed
 * another key by then.
 */
export const enterListOfPage = (): void => {
  const from = document.activeElement
  const enter = (): boolean => {
    const list = document.querySelector<HTMLElement>('[role=grid]')
    enterList(list)
    return list !== null
  }
  if (enter()) return
  const watch = new MutationObserver(() => {
    if (document.activeElement !== from || enter()) stop()
  })
  const stop = () => {
    watch.disconnect()
    removeEventListener('keydown', stop, { capture: true })
  }
  watch.observe(document.body, { childList: true, subtree: true })
  addEventListener('keydown', stop, { capture: true })
}

/** To the heading of the page, which is read out. */
export const enterHeading = (): void => {
  const heading = document.querySelector<HTMLElement>('main h1') ?? document.querySelector<HTMLElement>('main')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus({ preventScroll: true })
}

/** Where nothing is left that had the focus before: into the list of the page, or to its heading. */
const enterPage = (): void => {
  const list = document.querySelector<HTMLElement>('main [role=grid]')
  if (list) enterList(list)
  else enterHeading()
}

/** Seen, and not switched off. */
export const isUsable = (element: HTMLElement): boolean =>
  element.isConnected &&
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled, [aria-disabled=true]')

/** How many places are remembered. */
const REMEMBERED = 20

/** What was pressed by a key: the hands were never there. */
let passed: HTMLElement | null = null
export const passBy = (element: HTMLElement): void => {
  passed = element
}

/** The focus is never lost: when what had it is taken away, it goes back to where it was last. */
export const useFocusKept = (): void =>
  useEffect(() => {
    let trail: HTMLElement[] = []
    let holder: HTMLElement | null = null
    let isAsked = false
    const onIn = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return
      holder = target
      if (target === passed) return
      passed = null
      trail = [...trail.filter((one) => one !== target && one.isConnected), target].slice(-REMEMBERED)
    }
    // A click outside is a departure; removal counts the same, just before it happens.
    const onOut = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null) return
      queueMicrotask(() => {
        if (holder === target && isUsable(holder as HTMLElement)) holder = null
      })
    }
    const isLost = () => document.activeElement === document.body && holder !== null && !isUsable(holder)
    const back = () => {
      isAsked = false
      if (!isLost()) return
      const above = [...document.querySelectorAll('[aria-modal=true]')].at(-1)
      const last = trail.findLast((one) => isUsable(one) && (!above || above.contains(one)))
      if (last) last.focus({ preventScroll: true })
      else if (!above) enterPage()
    }
    // Pages, forms and lists that know better come first: two frames.
    const watch = new MutationObserver(() => {
      if (isAsked || !isLost()) return
      isAsked = true
      requestAnimationFrame(() => requestAnimationFrame(back))
    })
    addEventListener('focusin', onIn)
    addEventListener('focusout', onOut)
    watch.observe(document.body, { childList: true, subtree: true })
    return () => {
      removeEventListener('focusin', onIn)
      removeEventListener('focusout', onOut)
      watch.disconnect()
    }
  }, [])
