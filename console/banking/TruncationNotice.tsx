// Says that only the latest transactions have been read: what is shown, and what is counted, is not all.
import { numberText } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

/** `read`: how many; null where that is all of them. */
export const TruncationNotice = ({ read }: { read: number | null }) => {
  const texts = useWords(words)
  const language = useLanguage()
  if (read === null) return null
  return (
    <p className="soft" role="status">
      {texts.older(numberText(read, language))}
    </p>
  )
}
