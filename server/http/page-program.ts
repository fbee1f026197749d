// What our own program adds to some pages: a button that copies a text, and one that chooses all of many. The program
// makes the buttons, so that who runs no programs sees none that does nothing; pages do all they are for without it.
import { createHash } from 'node:crypto'
import { type Html, html } from './html.ts'
import { type Dictionary, dictionary, type Language } from './language.ts'

type Texts = Record<'copy' | 'copied' | 'all' | 'none', string> & { label: (what: string) => string }

const texts: Dictionary<Texts> = dictionary(
  {
    ...{ copy: 'Kopiera', copied: 'Kopierat', label: (what: string) => `Kopiera ${what}` },
    ...{ all: 'Välj alla', none: 'Välj inga' },
  },
  {
    ...{ copy: 'Copy', copied: 'Copied', label: (what: string) => `Copy ${what}` },
    ...{ all: 'Choose all', none: 'Choose none' },
  },
)

/** A text with a button that copies it; `what` is its name. With `shown: null` there is only the button. */
export const copiable = (
  language: Language,
  { what, text, shown = text }: { what: string; text: string; shown?: string | null },
): Html => {
  const { copy, copied, label } = texts[language]
  return html`<span class="copiable" data-text="${text}" data-copy="${copy}" data-copied="${copied}"
            data-label="${label(what)}">${shown !== null && html`<code>${shown}</code>`}</span>`
}

/** Where buttons stand that choose all boxes of the fieldset around them, or none. */
export const chooser = (language: Language): Html =>
  html`<p class="buttons chooser" data-all="${texts[language].all}" data-none="${texts[language].none}"></p>`

/** Without a safe connection a browser has no clipboard for programs: the text is marked, and copied as by hand. */
export const pageProgram = `
for (const place of document.querySelectorAll('.chooser')) {
  for (const [word, checked] of [[place.dataset.all, true], [place.dataset.none, false]]) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'second'
    button.textContent = word
    button.addEventListener('click', () => {
      const group = place.closest('fieldset')
      for (const box of group.querySelectorAll('[type=checkbox]')) box.checked = checked
      for (const part of group.querySelectorAll('details')) part.open = checked
    })
    place.append(button)
  }
}
for (const place of document.querySelectorAll('.copiable')) {
  const { text, copy, copied, label } = place.dataset
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'second copy'
  button.textContent = copy
  button.setAttribute('aria-label', label)
  const told = document.createElement('span')
  told.className = 'told'
  told.setAttribute('role', 'status')
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text)
    } catch {
      const field = document.createElement('textarea')
      field.value = text
      place.append(field)
      field.select()
      document.execCommand('copy')
      field.remove()
      button.focus()
    }
    told.textContent = copied
  })
  place.append(button, told)
}
`

/** Where the program is served. */
export const pageProgramPath = `/pages-${createHash('sha256').update(pageProgram).digest('hex').slice(0, 16)}.js`
