// The name of this service is reserved: people might take an integration with that name for the service itself.

const OWN_NAME = 'grundbok'

/** Lookalikes of the letters of the name, from other scripts and among digits. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ ɡ: 'g', ց: 'g', '9': 'g', г: 'r', ʀ: 'r', υ: 'u', ц: 'u', ս: 'u', п: 'n', ո: 'n', ԁ: 'd', đ: 'd' },
  ...{ ь: 'b', в: 'b', β: 'b', '8': 'b', '6': 'b', о: 'o', ο: 'o', օ: 'o', '0': 'o', ø: 'o' },
  ...{ к: 'k', κ: 'k', ĸ: 'k' },
}

/** Whether a name contains that of this service, ignoring case, accents, blanks and lookalikes. */
export const holdsOwnName = (name: string): boolean => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const letters = [...plain].map((letter) => LIKE[letter] ?? letter).join('')
  return letters.replace(/[^\p{L}\p{N}]/gu, '').includes(OWN_NAME)
}
