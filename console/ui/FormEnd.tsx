// The end of a form: the press that sends it, and the way out.
import { ActionButton } from './ActionButton.tsx'
import { Cancel } from './Cancel.tsx'

type Given = {
  /** What the presses say. */
  press: string
  cancel: string
  isBusy: boolean
  onClose: () => void
  /** Where what was typed is kept: forgets it. */
  onDrop?: () => void
}

export const FormEnd = ({ press, cancel, isBusy, onClose, onDrop }: Given) => (
  <div className="page-actions">
    <ActionButton type="submit" keys="Mod+Enter" loading={isBusy}>
      {press}
    </ActionButton>
    {onDrop ? (
      <Cancel onDrop={onDrop} onClose={onClose}>
        {cancel}
      </Cancel>
    ) : (
      <ActionButton variant="default" keys="Escape" onClick={onClose}>
        {cancel}
      </ActionButton>
    )}
  </div>
)
