// Moments as the API writes them.

/** A moment as ISO 8601 in UTC, `2026-11-22T01:50:04Z`: the second that it is in, without its fraction. */
export const momentText = (moment: Date): string => moment.toISOString().replace(/\.\d{3}Z$/, 'Z')
