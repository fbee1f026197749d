// Where the focus goes when a form was refused.

/** Frames in which the sentences are drawn at the latest. */
const FRAMES = 20

/** Enters the first field that is wrong, once it is drawn as that. */
export const focusFirstWrong = (left = FRAMES): void => {
  const wrong = document.querySelector<HTMLElement>('main [aria-invalid=true], [role=dialog] [aria-invalid=true]')
  if (wrong) wrong.focus()
  else if (left > 0) requestAnimationFrame(() => focusFirstWrong(left - 1))
}
