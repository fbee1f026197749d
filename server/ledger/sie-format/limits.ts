// Limits on the contents of a file, so that reading takes a bounded amount of memory.

/** The longest line, in bytes without its line end. */
export const LINE_MAX_BYTES = 65_536

/** How many lines are decoded before any of them is read. */
export const BATCH_MAX_LINES = 1_000

/** The most rows in one voucher. One voucher at a time is held in memory. */
export const VOUCHER_MAX_ROWS = 10_000

/** The longest series, in characters. */
export const SERIES_MAX_CHARACTERS = 20

/** The most digits of a voucher number; any such number is exact as a JavaScript number. */
export const VOUCHER_NUMBER_MAX_DIGITS = 15

/** The highest account number, and its digits. */
export const ACCOUNT_HIGHEST = 99_999_999
export const ACCOUNT_MAX_DIGITS = 8

/** Maximum number of invalid accounts reported individually, and of accounts mapped by the caller. */
export const ODD_ACCOUNTS_MAX = 1_000
export const MAPPED_MAX_ACCOUNTS = 1_000

/** The longest code of an object, in characters. */
export const OBJECT_CODE_MAX_CHARACTERS = 200

/** The most digits before the decimal sign of an amount; öre then fit 64 bits with room for sums. */
export const AMOUNT_MAX_DIGITS = 15

/** The most digits of a dimension number. */
export const DIMENSION_MAX_DIGITS = 6

/** The most accounts declared or used in one file: charts of four digits have 9,000 at most. */
export const FILE_MAX_ACCOUNTS = 10_000

/** The most dimensions in one file. */
export const FILE_MAX_DIMENSIONS = 10_000

/** The most objects declared or used in one file. */
export const FILE_MAX_OBJECTS = 200_000

/** The most voucher series in one file. */
export const FILE_MAX_SERIES = 10_000

/** The most labels counted by name in one file. */
export const FILE_MAX_LABELS = 1_000

/** Maximum number of lines before the first item; a file with more is not a SIE file. */
export const PREAMBLE_MAX_LINES = 20

/** The findings of one kind that are kept with their text; all are counted. */
export const KEPT_OF_A_KIND = 200

/** The longest message of a finding, in characters. */
export const MESSAGE_MAX_CHARACTERS = 300

/** Maximum number of accounts named in a finding; the rest are counted. */
export const NAMED_MAX_ACCOUNTS = 20

/** The longest text the writer puts in one field, in characters after transliteration. */
export const TEXT_MAX_CHARACTERS = 4_000

/** The approximate size of the writer's chunks, in bytes. */
export const WRITE_CHUNK_BYTES = 65_536
