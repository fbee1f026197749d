// Payment terms of a customer.

/** Most days until an invoice is due. */
export const MAX_TERM_DAYS = 365

/** Days of terms such as `30` or `30 dagar netto`; null where the terms are other words. */
export const termDays = (terms: string | null | undefined): number | null => {
  const [, days] = /^(\d{1,3})(?:\s*(?:dagar|dag|days|day))?(?:\s+(?:netto|net))?$/i.exec(terms ?? '') ?? []
  return days !== undefined && Number(days) <= MAX_TERM_DAYS ? Number(days) : null
}
