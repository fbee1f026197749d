// What a field of a request is called where no page shows it: "Rad 2, à-pris".

/** `unitPrice` as one says it: "unit price". */
const spoken = (name: string): string => name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Of a path such as `lineItems.1.unitPrice`; names that are not in `words` are said as the API writes them. */
export const fieldName = (path: string, words: Readonly<Record<string, string>> = {}): string => {
  const parts: string[] = []
  const all = path.split('.').filter(Boolean)
  for (const [place, part] of all.entries()) {
    const isPlace = /^\d+$/.test(part) && parts.length > 0
    if (isPlace) parts.push(`${parts.pop()} ${Number(part) + 1}`)
    else parts.push((place === all.length - 1 ? words[`${part}[]`] : undefined) ?? words[part] ?? spoken(part))
  }
  const whole = parts.filter((part) => part !== 'id').join(', ')
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
