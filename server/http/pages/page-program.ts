// The optional script of some pages: buttons that copy a text or select all of many boxes. The script creates the
// buttons, so that browsers without scripts do not show dead ones; pages are fully usable without it.
import { createHash } from 'node:crypto'
import { type Dictionary, dictionary, type Language } from '#http/answers/language'
import { type Html, html } from './html.ts'

type Texts = Record<'copy' | 'copied' | 'all' | 'none' | 'failed' | 'missing' | 'scripts', string> & {
  label: (what: string) => string
}

const texts: Dictionary<Texts> = dictionary(
  {
    copy: 'Kopiera',
    copied: 'Kopierat',
    label: (what: string) => `Kopiera ${what}`,
    all: 'Välj alla',
    none: 'Välj inga',
    failed: 'Det blev inget. Försök igen.',
    missing: 'Din webbläsare kan inte använda passnycklar här. Försök med en annan, eller logga in med ditt lösenord.',
    scripts: 'Passnycklar kräver att JavaScript är påslaget.',
  },
  {
    copy: 'Copy',
    copied: 'Copied',
    label: (what: string) => `Copy ${what}`,
    all: 'Choose all',
    none: 'Choose none',
    failed: 'Nothing came of it. Try again.',
    missing: 'Your browser cannot use passkeys here. Try another one, or log in with your password.',
    scripts: 'Passkeys need JavaScript to be turned on.',
  },
)

/**
 * A text with a button that copies it; `what` is its name. With `shown: null` there is only the button, which says what
 * it copies.
 */
export const copiable = (
  language: Language,
  { what, text, shown = text }: { what: string; text: string; shown?: string | null },
): Html => {
  const { copy, copied, label } = texts[language]
  const word = shown === null ? label(what) : copy
  return html`<span class="copiable" data-text="${text}" data-copy="${word}" data-copied="${copied}"
            data-label="${label(what)}">${shown !== null && html`<code>${shown}</code>`}</span>`
}

/** The place of buttons that select all boxes of the surrounding fieldset, or none. */
export const chooser = (language: Language): Html =>
  html`<p class="buttons chooser" data-all="${texts[language].all}" data-none="${texts[language].none}"></p>`

/**
 * The place of a button that asks the browser for a passkey and submits the surrounding form with the result as
 * `answer`. `options` are the request to the browser, as JSON (WebAuthn §5.1.8 and §5.1.9).
 */
export const passkeyPlace = (
  language: Language,
  { kind, options, word }: { kind: 'create' | 'get'; options: string; word: string },
): Html => {
  const { failed, missing, scripts } = texts[language]
  return html`<input type="hidden" name="answer" value="">
        <p class="passkey" data-kind="${kind}" data-options="${options}" data-word="${word}" data-failed="${failed}"
          data-missing="${missing}"></p>
        <noscript><p>${scripts}</p></noscript>`
}

/**
 * Without a secure connection a browser offers no clipboard API: the text is selected, and copied with the old command.
 */
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
const bytesOf = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
const textOf = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
for (const place of document.querySelectorAll('.passkey')) {
  const { kind, options, word, failed, missing } = place.dataset
  const form = place.closest('form')
  const told = document.createElement('span')
  told.className = 'told'
  told.setAttribute('role', 'status')
  const button = document.createElement('button')
  button.type = 'button'
  button.textContent = word
  place.append(button, told)
  if (!window.PublicKeyCredential) {
    button.disabled = true
    told.textContent = missing
  }
  const publicKey = JSON.parse(options)
  publicKey.challenge = bytesOf(publicKey.challenge)
  if (publicKey.user) publicKey.user.id = bytesOf(publicKey.user.id)
  for (const known of [...(publicKey.excludeCredentials ?? []), ...(publicKey.allowCredentials ?? [])])
    known.id = bytesOf(known.id)
  form.addEventListener('submit', (event) => {
    if (form.elements.answer.value !== '') return
    event.preventDefault()
    button.click()
  })
  button.addEventListener('click', async () => {
    told.textContent = ''
    try {
      const made = await navigator.credentials[kind]({ publicKey })
      const { response } = made
      const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']
      const bytes = parts.filter((part) => response[part]).map((part) => [part, textOf(response[part])])
      form.elements.answer.value = JSON.stringify({
        id: made.id,
        rawId: textOf(made.rawId),
        type: made.type,
        clientExtensionResults: made.getClientExtensionResults(),
        response: { ...Object.fromEntries(bytes), transports: response.getTransports?.() },
      })
      form.requestSubmit()
    } catch {
      told.textContent = failed
    }
  })
}
`

export const pageProgramPath = `/pages-${createHash('sha256').update(pageProgram).digest('hex').slice(0, 16)}.js`
