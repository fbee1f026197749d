// The form of mail addresses. Pure.

/** The longest address that mail can be sent to (RFC 5321 §4.5.3.1.3, without the brackets). */
export const MAX_EMAIL = 254

/** Whether a text has the form of a mail address: something, `@`, and a domain or host name. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL && /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[\p{L}\p{N}.-]+$/u.test(text)
