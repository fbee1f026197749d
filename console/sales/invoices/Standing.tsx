// How far what is typed has come: saved, waiting for something to be whole, refused, or without a draft to save to.
import { isRefused, sentencesOf } from '#client'
import { editorWords } from '#console/sales/editor/editor-words.ts'
import type { Editor } from '#console/sales/editor/use-editor.ts'
import { waitingLines } from '#console/sales/sending/sendable.ts'
import { ActionButton, Tag } from '#ui'
import { useWords } from '#words'

export const StandingTag = ({ editor: { isDirty, saved } }: { editor: Editor }) => {
  const texts = useWords(editorWords)
  if (isDirty) return <Tag tone="waiting">{texts.unsaved}</Tag>
  return saved ? <Tag tone="good">{texts.isSaved}</Tag> : null
}

export const Standing = ({ editor, onRenew }: { editor: Editor; onRenew: () => void }) => {
  const texts = useWords(editorWords)
  const { gone, refused, doing, isDirty, draft } = editor
  if (gone)
    return (
      <section className="card stack changed" role="alert">
        <p>{gone === 'removed' ? texts.goneRemoved : texts.gonePublished}</p>
        <div>
          <ActionButton variant="default" onClick={onRenew}>
            {texts.renew}
          </ActionButton>
        </div>
      </section>
    )
  if (!isDirty || doing.error) return null
  const lines = waitingLines(draft)
  const why = isRefused(refused) ? sentencesOf(refused).join(' · ') : ''
  if (why) return <p className="soft">{texts.waitsFor(why)}</p>
  return lines.length > 0 ? <p className="soft">{texts.waitsForLines(lines)}</p> : null
}
