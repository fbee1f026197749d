// A button for what cannot be undone: it says what will happen, and asks.
import { type ReactNode, useState } from 'react'
import { ActionButton, Dialog } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const ConfirmButton = ({
  label,
  keys,
  children,
  onSure,
  variant = 'default',
  isBusy = false,
  isDisabled = false,
}: {
  label: string
  keys?: string
  /** What will happen. */
  children: ReactNode
  onSure: () => Promise<unknown>
  variant?: 'default' | 'filled'
  isBusy?: boolean
  /** Something has to be done first, which the page says. */
  isDisabled?: boolean
}) => {
  const texts = useWords(words)
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <ActionButton variant={variant} {...(keys ? { keys } : {})} disabled={isDisabled} onClick={() => setIsOpen(true)}>
        {label}
      </ActionButton>
      <Dialog title={label} isOpen={isOpen} onClose={() => setIsOpen(false)}>
        <div className="form">
          {children}
          <div className="page-actions">
            <ActionButton
              data-autofocus
              keys="Mod+Enter"
              loading={isBusy}
              onClick={() => void onSure().then((done) => done !== false && setIsOpen(false))}
            >
              {label}
            </ActionButton>
            <ActionButton variant="default" onClick={() => setIsOpen(false)}>
              {texts.cancel}
            </ActionButton>
          </div>
        </div>
      </Dialog>
    </>
  )
}
