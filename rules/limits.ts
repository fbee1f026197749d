// Limits that the service enforces and the console keeps to before it sends a request.

/** Most operations in one bulk request. */
export const MAX_OPERATIONS = 1000

/** Most characters of the text of a journal entry, and of the name of an entry template. */
export const MAX_ENTRY_TITLE = 1000
export const MAX_TEMPLATE_NAME = 200

/** Most characters of the text of an entry that a match with an account books. */
export const MAX_MATCH_TITLE = 200

/** Most digits of an account number, and most characters of its name. */
export const MAX_ACCOUNT_DIGITS = 8
export const MAX_ACCOUNT_NAME = 200

/** Most characters of why people cancel, hold back, correct or open something again. */
export const MAX_REASON = 500

/** Most characters of the message of a bank payment (140 in pain.001). */
export const MAX_PAYMENT_MESSAGE = 140

/** Most templates in one rollout, and most steps that may be named when it is applied. */
export const MAX_ROLLOUT_TEMPLATES = 20
export const MAX_NAMED_STEPS = 2000

/** Most secrets that an integration has at a time. */
export const MAX_SECRETS = 2

/**
 * How many days back the rate of a currency may be taken from if the day itself has none. No weekend with adjoining
 * holidays is longer; an older rate would mean that rates are no longer loaded.
 */
export const MAX_RATE_AGE_DAYS = 7
