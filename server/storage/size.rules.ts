// Sizes in words, as people read them: in the units of storage media, of which each is a thousand of the smaller.
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const
const THOUSAND = 1000
/** From how many of a unit on tenths are left out. */
const MANY = 100

/** `20.9 MB`, `10 GB`, `512 bytes`. */
export const sizeText = (bytes: number): string => {
  let amount = bytes
  let unit = 0
  while (amount >= THOUSAND && unit < UNITS.length - 1) {
    amount /= THOUSAND
    unit += 1
  }
  const rounded = unit === 0 || amount >= MANY ? Math.round(amount) : Math.round(amount * 10) / 10
  return `${rounded} ${UNITS[unit]}`
}
