// An irreversible action: what prevents it, and the word that the user types before it is done.
import { Alert, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '#console/ui/ActionButton.tsx'
import { FailureMessage } from '#console/ui/states.tsx'

/** Why it may not be done, each with the law that says so; nothing where it may. */
export const Hindrances = ({ title, those }: { title: string; those: readonly { reason: string; law?: string }[] }) =>
  those.length === 0 ? null : (
    <Alert color="yellow" title={title}>
      <ul className="bullets">
        {those.map(({ reason, law }) => (
          <li key={reason}>
            {reason} <span className="soft">{law}</span>
          </li>
        ))}
      </ul>
    </Alert>
  )

type Given = {
  /** In capitals, as it is compared. */
  word: string
  label: string
  does: string
  cancel: string
  /** Without it there is only the way back. */
  isAllowed: boolean
  isBusy: boolean
  error: unknown
  onDo: () => void
  onCancel: () => void
}

export const TypedConfirmation = ({ word, label, does, cancel, isAllowed, isBusy, error, onDo, onCancel }: Given) => {
  const [typed, setTyped] = useState('')
  const isConfirmed = typed.trim().toUpperCase() === word && !isBusy
  return (
    <>
      {isAllowed && (
        <TextInput
          label={label}
          autoComplete="off"
          value={typed}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && isConfirmed) onDo()
          }}
        />
      )}
      {isAllowed && error ? <FailureMessage error={error} /> : null}
      <div className="form-actions">
        {isAllowed && (
          <ActionButton color="red" disabled={!isConfirmed} loading={isBusy} onClick={onDo}>
            {does}
          </ActionButton>
        )}
        <ActionButton variant="default" onClick={onCancel}>
          {cancel}
        </ActionButton>
      </div>
    </>
  )
}
