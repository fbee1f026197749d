// HTML as tagged templates. Values in a template are escaped, unless they are HTML made by another template.

/** A piece of HTML that is safe to send. Only {@link html} and {@link trustedHtml} make one. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Values in a template. The items of a list are concatenated; null, undefined and false are empty. */
export type HtmlValue = string | number | Html | null | undefined | false | readonly HtmlValue[]

/** HTML with its values escaped, both for text and for attributes in double quotes. */
export const html = (texts: TemplateStringsArray, ...values: HtmlValue[]): Html =>
  new Html(texts.map((text, index) => (index === 0 ? '' : textOf(values[index - 1])) + text).join(''))

/** HTML made by a package, such as a picture. Never for input from outside. */
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

/** Attributes of an element: true has no value, undefined and false are left out. */
export const attributes = (values: Readonly<Record<string, string | number | boolean | undefined>>): Html =>
  new Html(
    Object.entries(values)
      .flatMap(([name, value]) => (value === undefined || value === false ? [] : [` ${name}${quoted(value)}`]))
      .join(''),
  )

const quoted = (value: string | number | true): string => (value === true ? '' : `="${textOf(String(value))}"`)
