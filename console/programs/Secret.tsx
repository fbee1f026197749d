// A secret that is shown once, to be copied.
import { ActionButton, useAnnounce } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Secret = ({ lead, secret }: { lead: string; secret: string }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  return (
    <div className="secret" role="group" aria-label={lead}>
      <p>
        <strong>{lead}</strong>
      </p>
      <code>{secret}</code>
      <ActionButton
        variant="default"
        keys="c"
        onClick={() => void navigator.clipboard?.writeText(secret).then(() => say(texts.copied))}
      >
        {texts.copy}
      </ActionButton>
    </div>
  )
}
