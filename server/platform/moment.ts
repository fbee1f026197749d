// Moments as the API formats and parses them.
import { Temporal } from 'temporal-polyfill'

/** A moment as ISO 8601 in UTC, `2026-11-22T01:50:04Z`, truncated to the second. */
export const momentText = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z')

/**
 * Parses a moment from a query string, RFC 3339; a `+` that was not percent-encoded arrives as a blank. Throws
 * RangeError if it is invalid.
 */
export const instantFrom = (text: string): Temporal.Instant => Temporal.Instant.from(text.replace(' ', '+'))
