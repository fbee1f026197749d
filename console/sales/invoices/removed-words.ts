// What is said when a draft that was removed is had back.
import { dictionary } from '#words'

export const removedWords = dictionary(
  {
    withoutFiles: (names: readonly string[]) =>
      names.length === 1
        ? `Utkastet är tillbaka, men inte bilagan ${names[0]}. Bifoga den igen.`
        : `Utkastet är tillbaka, men inte bilagorna: ${names.join(', ')}. Bifoga dem igen.`,
  },
  {
    withoutFiles: (names: readonly string[]) =>
      names.length === 1
        ? `The draft is back, but not its attachment ${names[0]}. Attach it again.`
        : `The draft is back, but not its attachments: ${names.join(', ')}. Attach them again.`,
  },
)
