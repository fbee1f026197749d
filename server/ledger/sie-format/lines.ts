// A line to its label and fields (SIE 4B §2): separators, quotes, the escaped quote, and object lists in braces.
import { hasInvisibleCharacters, withoutInvisibleCharacters } from '#text/invisible-characters'

/** A field is a text, or the texts inside braces. */
export type SieField = string | readonly string[]

/** A parsed line; `label` is without its `#`. */
type ParsedLine = {
  readonly label: string
  readonly fields: readonly SieField[]
  readonly unclosedQuote: boolean
  /** Whether a quote ends a text in the middle of a word: it was meant as a part of it. */
  readonly quoteInside: boolean
  readonly unclosedList: boolean
}

/** Parses a line that starts with `#`. Never fails: unclosed quotes and braces end with the line and are reported. */
export const parseLine = (text: string): ParsedLine => {
  const scanner = new Scanner(text)
  const label = scanner.bare(false)
  const fields: SieField[] = []
  while (scanner.skipSpace()) fields.push(scanner.field())
  return {
    label,
    fields,
    unclosedQuote: scanner.unclosedQuote,
    quoteInside: scanner.quoteInside,
    unclosedList: scanner.unclosedList,
  }
}

/** The fields without invisible characters; the same array if there are none. */
export const seenFields = (fields: readonly SieField[]): readonly SieField[] =>
  fields.some((field) =>
    typeof field === 'string' ? hasInvisibleCharacters(field) : field.some(hasInvisibleCharacters),
  )
    ? fields.map((field) =>
        typeof field === 'string' ? withoutInvisibleCharacters(field) : field.map(withoutInvisibleCharacters),
      )
    : fields

/** The text of a field, or an empty one when it is absent or a list. */
export const textAt = (fields: readonly SieField[], at: number): string => {
  const field = fields[at]
  return typeof field === 'string' ? field : ''
}

/** Space, tab, and characters that end a line or a file in old systems. */
export const isSpace = (code: number): boolean => code === 32 || code === 9 || code === 13 || code === 26

const QUOTE = '"'
const OPEN = '{'
const CLOSE = '}'

class Scanner {
  unclosedQuote = false
  quoteInside = false
  unclosedList = false
  readonly #text: string
  #at = 1

  constructor(text: string) {
    this.#text = text
  }

  /** Moves to the next field; false at the end of the line. */
  skipSpace(): boolean {
    while (this.#at < this.#text.length && isSpace(this.#text.charCodeAt(this.#at))) this.#at += 1
    return this.#at < this.#text.length
  }

  field(): SieField {
    if (this.#text[this.#at] === OPEN) return this.#list()
    return this.#value(false)
  }

  /** A field without quotes ends at the next space, or in a list at its end. */
  bare(inList: boolean): string {
    const from = this.#at
    while (this.#at < this.#text.length && !isSpace(this.#text.charCodeAt(this.#at))) {
      if (inList && this.#text[this.#at] === CLOSE) break
      this.#at += 1
    }
    const field = this.#text.slice(from, this.#at)
    return field.includes('\\"') ? field.replaceAll('\\"', QUOTE) : field
  }

  #list(): readonly string[] {
    const values: string[] = []
    this.#at += 1
    while (this.skipSpace()) {
      if (this.#text[this.#at] === CLOSE) {
        this.#at += 1
        return values
      }
      values.push(this.#value(true))
    }
    this.unclosedList = true
    return values
  }

  #value(inList: boolean): string {
    return this.#text[this.#at] === QUOTE ? this.#quoted() : this.bare(inList)
  }

  /** Whether a field ends here: behind it comes another one, the end of a list, or nothing. */
  #isEnd(at: number): boolean {
    const next = this.#text[at]
    return next === undefined || next === OPEN || next === CLOSE || isSpace(next.charCodeAt(0))
  }

  /** A backslash means something only before a quote; there is no escape for the backslash itself. */
  #quoted(): string {
    let from = this.#at + 1
    let field = ''
    for (;;) {
      const end = this.#text.indexOf(QUOTE, from)
      if (end < 0) break
      if (end === from || this.#text[end - 1] !== '\\') {
        this.#at = end + 1
        if (!this.#isEnd(this.#at)) this.quoteInside = true
        return field + this.#text.slice(from, end)
      }
      field += this.#text.slice(from, end - 1) + QUOTE
      from = end + 1
    }
    this.#at = this.#text.length
    // A path that ends in a backslash looks like an escaped quote with nothing after it.
    if (field.endsWith(QUOTE) && from === this.#text.length) return `${field.slice(0, -1)}\\`
    this.unclosedQuote = true
    return field + this.#text.slice(from)
  }
}
