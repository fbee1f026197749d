// Moments as the API writes and reads them.
import { Temporal } from 'temporal-polyfill'

/** A moment as ISO 8601 in UTC, `2026-11-22T01:50:04Z`: the second that it is in, without its fraction. */
export const momentText = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z')

/**
 * The moment that a query says, RFC 3339; a `+` that was not percent-encoded arrives as a blank. Throws RangeError when
 * it is none.
 */
export const instantFrom = (text: string): Temporal.Instant => Temporal.Instant.from(text.replace(' ', '+'))
