// Preferences of a request (RFC 7240).

/** The value of a preference in lower case; undefined without it. If it is repeated, the first counts (§2). */
export const preferenceIn = (
  header: string | string[] | undefined,
  name: 'handling' | 'return' | 'fault',
): string | undefined => {
  if (header === undefined) return undefined
  const [first] = [header]
    .flat()
    .join(',')
    .toLowerCase()
    .matchAll(new RegExp(`(?:^|,)\\s*${name}\\s*=\\s*"?(\\w+)"?\\s*(?=[,;]|$)`, 'g'))
  return first?.[1]
}
