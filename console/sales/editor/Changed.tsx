// Changes that another user saved in the draft while it was edited here: side by side, and nothing of either is lost.
import { ActionButton } from '#ui'
import { useWords } from '#words'
import { editorWords } from './editor-words.ts'
import type { Difference } from './merge.ts'
import type { Editor } from './use-editor.ts'

export const Changed = ({ editor }: { editor: Editor }) => {
  const texts = useWords(editorWords)
  const { draft, theirs, takeTheirs, settleTheirs } = editor
  if (!theirs) return null
  const { differences } = theirs
  const asked = differences.filter(({ isBoth }) => isBoth).map(({ key }) => key)
  const nameOf = (key: Difference['key']): string => {
    if (!key.startsWith('line ')) return texts.fields[key as keyof typeof texts.fields]
    const place = draft.lines.findIndex(({ id, key: name }) => `line ${id}` === key || name === key.replace(' ', ''))
    return place < 0 ? texts.removedLine : texts.line(place + 1)
  }
  return (
    <section className="card stack changed two-drafts" role="alert" aria-label={texts.changed}>
      <h2>{texts.changed}</h2>
      <p>{asked.length > 0 ? texts.changedAsk : texts.changedLead}</p>
      <table className="plain-table">
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.mine}</th>
            <th scope="col">{texts.theirs}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ key, isBoth, mine, theirs: other }) => (
            <tr key={key}>
              <td>{nameOf(key)}</td>
              <td>{mine || texts.nothing}</td>
              <td>
                {other || texts.nothing}{' '}
                {isBoth ? (
                  <ActionButton
                    size="compact-sm"
                    variant="default"
                    aria-label={`${nameOf(key)}: ${texts.takeTheirs}`}
                    onClick={() => takeTheirs([key], texts.takenFrom(nameOf(key)))}
                  >
                    {texts.takeTheirs}
                  </ActionButton>
                ) : (
                  <span className="soft">{texts.taken}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <div className="page-actions">
        <ActionButton variant="default" onClick={settleTheirs}>
          {asked.length > 0 ? texts.keepMine : texts.seen}
        </ActionButton>
        {asked.length > 1 && (
          <ActionButton variant="default" onClick={() => takeTheirs(asked, texts.takenAll)}>
            {texts.takeAll}
          </ActionButton>
        )}
      </div>
    </section>
  )
}
