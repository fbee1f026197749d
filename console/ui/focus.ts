// Where the focus goes when a form was refused.

/** Frames in which the sentences are drawn at the latest. */
const FRAMES = 20

/** Enters the first field that is wrong, once it is drawn as that. */
export const focusFirstWrong = (left = FRAMES): void => {
  const wrong = [...document.querySelectorAll<HTMLElement>(':is(main, [role=dialog]) [aria-invalid=true]')]
  // What is folded away is shown: nobody sees a sentence in there.
  for (const one of wrong) one.closest('details')?.setAttribute('open', '')
  if (wrong[0]) wrong[0].focus()
  else if (left > 0) requestAnimationFrame(() => focusFirstWrong(left - 1))
}
