// Says that a form shows what was typed on an earlier visit.
import { useState } from 'react'
import { useWords } from '#words'
import { words } from './words.ts'

/** `isTyped`: whether the form holds what is not saved, which is so from the start where it was typed earlier. */
export const KeptNote = ({ isTyped, onForget }: { isTyped: boolean; onForget: () => void }) => {
  const texts = useWords(words)
  const [isOld, setIsOld] = useState(isTyped)
  if (isOld && !isTyped) setIsOld(false)
  if (!isOld) return null
  return (
    <p className="form-kept wide">
      {texts.kept}{' '}
      <button type="button" className="link-button" onClick={onForget}>
        {texts.forget}
      </button>
    </p>
  )
}
