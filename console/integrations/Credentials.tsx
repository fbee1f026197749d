// What an integration shows who it is with: its id, and a secret that is shown once.
import { Secret } from '#console/programs'
import { ActionButton, Tag, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Credentials = ({ clientId, secret }: { clientId: string; secret: string }) => {
  const texts = useWords(words)
  return (
    <>
      <Copied name="client_id" value={clientId} />
      <Secret lead={texts.secretOnce} secret={secret} />
    </>
  )
}

/** Something that is no secret, to be copied. */
export const Copied = ({ name, value }: { name: string; value: string }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  return (
    <div className="copied" role="group" aria-label={name}>
      <span className="soft">{name}</span> <code>{value}</code>{' '}
      <ActionButton
        variant="default"
        size="xs"
        aria-label={texts.copyOf(name)}
        onClick={() => void navigator.clipboard?.writeText(value).then(() => say(texts.copied))}
      >
        {texts.copy}
      </ActionButton>
    </div>
  )
}

/** Whether it is tried or in production, and whether it waits to be approved. */
export const StateTags = ({ mode, isWaiting }: { mode: 'test' | 'production'; isWaiting: boolean }) => {
  const texts = useWords(words)
  return (
    <>
      <Tag tone={mode === 'test' ? 'plain' : 'good'}>{texts.modes[mode]}</Tag>{' '}
      {isWaiting && <Tag tone="waiting">{texts.waits}</Tag>}
    </>
  )
}
