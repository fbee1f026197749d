// What a field of a request is called where no page shows it: "Rad 2, à-pris".

/** `unitPrice` as one says it: "unit price". */
const spoken = (name: string): string => name.replace(/(?<=[a-z\d])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Of a path such as `lineItems.1.unitPrice`; names that are not in `words` are said as the API writes them. */
export const fieldName = (path: string, words: Readonly<Record<string, string>> = {}): string => {
  const parts: string[] = []
  for (const part of path.split('.').filter(Boolean)) {
    const isPlace = /^\d+$/.test(part) && parts.length > 0
    if (isPlace) parts.push(`${parts.pop()} ${Number(part) + 1}`)
    else parts.push(words[part] ?? spoken(part))
  }
  const whole = parts.filter((part) => part !== 'id').join(', ')
  return whole.charAt(0).toUpperCase() + whole.slice(1)
}
