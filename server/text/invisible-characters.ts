// Invisible characters in names: control characters, and those that change the writing direction, with which one name
// can look like another. The database has the same rule as platform.is_seen.

// Line and paragraph separators break lines, as control characters do; U+061C is the Arabic letter mark.
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
/** Characters that separate words: tabs, and breaks of lines and pages. */
const EVERY_BREAK = /(?:\r\n|[\t\n\v\f\r\u0085\u2028\u2029])/g

/** Whether a name or title, which others see, has invisible characters. */
export const hasInvisibleCharacters = (text: string): boolean => UNSEEN.test(text)

/** A text without invisible characters; a tab or a break becomes a blank. */
export const withoutInvisibleCharacters = (text: string): string =>
  text.replace(EVERY_BREAK, ' ').replace(EVERY_UNSEEN, '')
