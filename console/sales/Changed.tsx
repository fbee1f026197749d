// Changes that another user saved in the draft while it was edited here: side by side, and nothing of either is lost.
import { Act } from '#ui'
import { useWords } from '#words'
import { editorWords } from './editor-words.ts'
import type { Difference } from './merge.ts'

export const Changed = ({
  theirs: { differences },
  onTake,
  onDone,
}: {
  theirs: { differences: readonly Difference[] }
  onTake: (key: Difference['key']) => void
  onDone: () => void
}) => {
  const texts = useWords(editorWords)
  return (
    <section className="card stack changed" role="alert" aria-label={texts.changed}>
      <h2>{texts.changed}</h2>
      <p>{texts.changedLead}</p>
      <div className="wide-table">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">{texts.what}</th>
              <th scope="col">{texts.mine}</th>
              <th scope="col">{texts.theirs}</th>
              <th scope="col" aria-label={texts.takeTheirs} />
            </tr>
          </thead>
          <tbody>
            {differences.map(({ key, isBoth, mine, theirs }) => (
              <tr key={key}>
                <td>{key.startsWith('line ') ? texts.lines : texts.fields[key as keyof typeof texts.fields]}</td>
                <td>{mine || texts.nothing}</td>
                <td>{theirs || texts.nothing}</td>
                <td>
                  {isBoth ? (
                    <Act size="compact-sm" variant="default" onClick={() => onTake(key)}>
                      {texts.takeTheirs}
                    </Act>
                  ) : (
                    <span className="soft">{texts.taken}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div>
        <Act variant="default" onClick={onDone}>
          {texts.keepMine}
        </Act>
      </div>
    </section>
  )
}
