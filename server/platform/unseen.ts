// Characters in names that nobody sees: control characters, and those that turn the direction of writing, by which a
// name can look like another one. The database has the same rule as platform.is_seen.

// Line and paragraph separators break lines as control characters do; U+061C is the Arabic letter mark.
const UNSEEN = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u
const EVERY_UNSEEN = new RegExp(UNSEEN, 'gu')
/** What has words apart although nobody sees it: tabs, and breaks of lines and pages. */
const EVERY_BREAK = /(?:\r\n|[\t\n\v\f\r\u0085\u2028\u2029])/g

/** Whether a name or title, which others see, has characters that are not seen. */
export const hasUnseen = (text: string): boolean => UNSEEN.test(text)

/** A text without the characters that nobody sees; a tab or a break becomes a blank. */
export const withoutUnseen = (text: string): string => text.replace(EVERY_BREAK, ' ').replace(EVERY_UNSEEN, '')

/** What is wrong with such a name, as its caller reads it. */
export const UNSEEN_SENTENCE = 'must not have control characters, or characters that turn the direction of writing'
