// HTML as tagged templates. What is put into a template is escaped, unless it is HTML that another template made.

/** A piece of HTML that is safe to send. Only {@link html} and {@link trustedHtml} make one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** What a template takes. Lists stand one after the other; null, undefined and false are nothing. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[]

/** HTML with its values escaped, as text and as values of attributes in double quotes. */
export const html = (texts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(texts.map((text, index) => (index === 0 ? '' : textOf(values[index - 1])) + text).join(''))

/** HTML that a package made, such as a picture. Never for what came from outside. */
export const trustedHtml = (text: string): Html => new Html(text)

const textOf = (value: HtmlValue): string => {
  if (value === null || value === undefined || value === false) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(textOf).join('')
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Attributes of an element: true stands alone, undefined and false are left out. */
export const attributes = (values: Readonly<Record<string, string | number | boolean | undefined>>): Html =>
  new Html(
    Object.entries(values)
      .flatMap(([name, value]) => (value === undefined || value === false ? [] : [` ${name}${quoted(value)}`]))
      .join(''),
  )

const quoted = (value: string | number | true): string => (value === true ? '' : `="${textOf(String(value))}"`)
