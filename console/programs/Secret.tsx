// A secret that is shown once, to be copied.
import { Act, useSay } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

export const Secret = ({ lead, secret }: { lead: string; secret: string }) => {
  const texts = useWords(words)
  const say = useSay()
  return (
    <div className="secret" role="group" aria-label={lead}>
      <p>
        <strong>{lead}</strong>
      </p>
      <code>{secret}</code>
      <Act
        variant="default"
        keys="c"
        onClick={() => void navigator.clipboard?.writeText(secret).then(() => say(texts.copied))}
      >
        {texts.copy}
      </Act>
    </div>
  )
}
