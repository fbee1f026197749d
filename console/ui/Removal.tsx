// Removing a company or an agency: a button, and in a dialog what is in the way, or what goes, and a word to type.
import { type ReactNode, useState } from 'react'
import { Hindrances, TypedConfirmation } from '#console/ui/inputs/TypedConfirmation.tsx'
import { ActionButton } from './ActionButton.tsx'
import { Dialog } from './Dialog.tsx'
import { FailureMessage, PageSkeleton } from './states.tsx'

type Texts = {
  remove: string
  title: (name: string) => string
  hindered: string
  goes: string
  stays: string
  word: string
  type: (word: string) => string
  removeNow: string
  cancel: string
}

type Asking = { texts: Texts; name: string; children: (onClose: () => void) => ReactNode }

/** The button; what is in its dialog is looked for once that is open. */
export const Removal = ({ texts, name, children }: Asking) => {
  const [isAsked, setAsked] = useState(false)
  const onClose = () => setAsked(false)
  return (
    <>
      <div className="form-actions">
        <ActionButton variant="default" onClick={() => setAsked(true)}>
          {texts.remove}
        </ActionButton>
      </div>
      <Dialog title={texts.title(name)} isOpen={isAsked} onClose={onClose} size="lg">
        {children(onClose)}
      </Dialog>
    </>
  )
}

type Given = {
  texts: Texts
  /** Whether it may be removed; undefined until that is known, or `unread` says why it is not. */
  looked: { canRemove: boolean; hindrances: readonly { reason: string; law?: string }[] } | undefined
  unread: unknown
  isBusy: boolean
  error: unknown
  onRemove: () => void
  onClose: () => void
}

export const RemovalForm = ({ texts, looked, unread, isBusy, error, onRemove, onClose }: Given) => {
  if (!looked) return unread ? <FailureMessage error={unread} /> : <PageSkeleton />
  return (
    <div className="form">
      <Hindrances title={texts.hindered} those={looked.hindrances} />
      {looked.canRemove && (
        <>
          <p>{texts.goes}</p>
          <p className="soft">{texts.stays}</p>
        </>
      )}
      <TypedConfirmation
        word={texts.word}
        label={texts.type(texts.word)}
        does={texts.removeNow}
        cancel={texts.cancel}
        isAllowed={looked.canRemove}
        isBusy={isBusy}
        error={error}
        onDo={onRemove}
        onCancel={onClose}
      />
    </div>
  )
}
