// What a person means by the text in the search of a list, as a filter of the list.
import { quoted } from './quoted.ts'

/** The fields of a list in which a text is looked for, by what they hold. */
type Searched = {
  /** A part of one: names, texts and numbers that are written as texts. */
  texts?: readonly string[]
  /** Whole numbers that a text is exactly: of invoices, of accounts. */
  numbers?: readonly string[]
  /** Amounts in kronor, whichever sign they have. */
  amounts?: readonly string[]
}

const AMOUNT = /^-?(\d{1,3}(?:[.\s\u00a0]\d{3})+|\d{1,12})(?:[.,](\d{1,2}))?(?:\s*kr)?$/i

/** `1 250,50`, `1250.5` and `1.250,50 kr` as `1250.50`; null of what is no amount. */
const amountIn = (text: string): string | null => {
  const [, whole, part = ''] = AMOUNT.exec(text.trim()) ?? []
  if (whole === undefined) return null
  return `${BigInt(whole.replace(/\D/g, ''))}${part && `.${part.padEnd(2, '0')}`}`
}

/**
 * A filter for what has the text; undefined of a text without anything in it.
 * @example soughtIn('1 250,50', { texts: ['customerRef'], amounts: ['totalAmount'] })
 */
export const soughtIn = (text: string, { texts = [], numbers = [], amounts = [] }: Searched): string | undefined => {
  const plain = text.trim()
  if (plain === '') return undefined
  const digits = plain.replace(/[\s\u00a0]/g, '')
  const amount = amountIn(plain)
  const isNumber = /^\d{1,15}$/.test(digits)
  const parts = [
    ...texts.map((field) => `${field}=~${quoted(plain)}`),
    ...(isNumber ? numbers.map((field) => `${field}==${digits}`) : []),
    ...(amount === null ? [] : amounts.flatMap((field) => [`${field}==${amount}`, `${field}==-${amount}`])),
  ]
  return parts.length === 0 ? undefined : `(${parts.join('||')})`
}
