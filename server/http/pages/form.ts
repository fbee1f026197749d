// The components of forms. Each field has a label, and its error is shown next to it and in the summary at the top,
// which links to it.
import { dictionary, type Language } from '#http/answers/language'
import { attributes, type Html, type HtmlValue, html } from './html.ts'

type Field = {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'url'
  /** The current value; never shown in a password field. */
  value?: string | undefined
  hint?: HtmlValue
  /** The error in the given value. */
  error?: string | undefined
  autocomplete?: string
  inputmode?: 'numeric'
  required?: boolean
  maxlength?: number
  autofocus?: boolean
  /** Without spell checking, for codes and the like. */
  plain?: boolean
}

/** The errors of a form, by field name; `''` is the form as a whole. */
export type FormErrors = Readonly<Record<string, string | undefined>>

/** Most characters of a field by default. */
const MAX_LENGTH = 200

/** The hidden field with the CSRF token. */
export const csrfField = ({ csrf }: { csrf: string }): Html => html`<input type="hidden" name="csrf" value="${csrf}">`

/** A field with its label. */
export const field = (given: Field): Html => {
  const { name, label, type = 'text', value, hint, error, required = true, maxlength = MAX_LENGTH } = given
  const { autocomplete, inputmode, autofocus } = given
  const isProse = type === 'text' && inputmode === undefined && !given.plain
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ')
  const control = attributes({
    id: name,
    name,
    type,
    maxlength,
    autocomplete,
    inputmode,
    required,
    autofocus,
    spellcheck: isProse ? undefined : 'false',
    autocapitalize: isProse ? undefined : 'none',
    'aria-describedby': described || undefined,
    'aria-invalid': error ? 'true' : undefined,
    value: type === 'password' ? undefined : value,
  })
  return html`<div class="field">
        <label for="${name}">${label}</label>
        ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
        ${error && html`<p class="wrong" id="${name}-error">${error}</p>`}
        <input${control}>
      </div>`
}

const texts = dictionary({ summary: 'Något behöver rättas' }, { summary: 'Something needs to be corrected' })

/** All errors of a form, to be shown above it, with links to the fields; null if there are none. */
export const errorSummary = (language: Language, errors: FormErrors): Html | null => {
  const wrong = Object.entries(errors).filter(([, message]) => message !== undefined)
  if (wrong.length === 0) return null
  const lines = wrong.map(([name, message]) =>
    name === '' ? html`<li>${message}</li>` : html`<li><a href="#${name}">${message}</a></li>`,
  )
  return html`<div class="summary" role="alert" tabindex="-1" aria-labelledby="summary-title">
        <h2 id="summary-title">${texts[language].summary}</h2>
        <ul>${lines}</ul>
      </div>`
}

export const isWrong = (errors: FormErrors): boolean => Object.values(errors).some((message) => message !== undefined)
