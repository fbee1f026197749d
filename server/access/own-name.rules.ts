// The name of this service belongs to it: an integration that bears it would be let in as if it were the service.

const OWN_NAME = 'grundbok'

/** Characters that look like letters of the name, in other scripts and as digits. */
const LIKE: Readonly<Record<string, string>> = {
  ...{ ɡ: 'g', ց: 'g', '9': 'g', г: 'r', ʀ: 'r', υ: 'u', ц: 'u', ս: 'u', п: 'n', ո: 'n', ԁ: 'd', đ: 'd' },
  ...{ ь: 'b', в: 'b', β: 'b', '8': 'b', '6': 'b', о: 'o', ο: 'o', օ: 'o', '0': 'o', ø: 'o' },
  ...{ к: 'k', κ: 'k', ĸ: 'k' },
}

/** Whether a name holds that of this service, however it is spelled: case, accents, blanks and lookalikes aside. */
export const holdsOwnName = (name: string): boolean => {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const letters = [...plain].map((letter) => LIKE[letter] ?? letter).join('')
  return letters.replace(/[^\p{L}\p{N}]/gu, '').includes(OWN_NAME)
}
