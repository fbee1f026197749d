// Out of a form: Escape closes it and leaves what was typed for the next time, the button throws that away.
import type { ReactNode } from 'react'
import { useWords } from '#words'
import { ActionButton } from './ActionButton.tsx'
import { isByKey } from './keys.tsx'
import { words } from './words.ts'

type Given = {
  /** Forgets what was typed. */
  onDrop: () => void
  onClose: () => void
  children: ReactNode
}

/** The key is listed under `?` and not on the button, since the two are not the same. */
export const Cancel = ({ onDrop, onClose, children }: Given) => {
  const texts = useWords(words)
  return (
    <ActionButton
      variant="default"
      data-keys="Escape"
      data-keys-label={texts.closeKept}
      onClick={() => {
        if (!isByKey()) onDrop()
        onClose()
      }}
    >
      {children}
    </ActionButton>
  )
}
