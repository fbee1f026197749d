// What an address for mail looks like. Pure.

/** The longest address that mail can be sent to (RFC 5321 §4.5.3.1.3, without the brackets). */
export const MAX_EMAIL = 254

/** Whether mail may be sent to a text: something, `@`, and a domain with a dot or a machine of one's own. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[\p{L}\p{N}.-]+$/u.test(text)
