// What an invoice or credit note may say: its types, the units of its lines, the limits of its metadata.

/** Types of invoices: ordinary, paid at once (kontantfaktura), and advance (förskottsfaktura). */
export const invoiceTypes = ['invoice', 'cashInvoice', 'advanceInvoice'] as const
export type InvoiceKind = (typeof invoiceTypes)[number]

export const unitTypes = [
  'unspecified',
  'piece',
  'hour',
  'day',
  'month',
  'kilogram',
  'gram',
  'liter',
  'meter',
  'centimeter',
  'millimeter',
  'meterSquared',
  'meterCubic',
  'mile',
  'kilometer',
  'gigabyte',
  'hectar',
  'words',
  'year',
  'week',
  'minute',
  'megabyte',
  'ton',
] as const
export type UnitType = (typeof unitTypes)[number]

/** Maximum number of keys in a document's metadata, and of characters in a key and in a value. */
export const MAX_METADATA_KEYS = 10
export const MAX_METADATA_KEY_LENGTH = 25
export const MAX_METADATA_VALUE_LENGTH = 500
