// The same invoice was typed on two devices: what differs, side by side, to be taken one by one.
import { Act, Heads, useSay } from '#ui'
import { useWords } from '#words'
import { takenFrom, type Unlike, unlike } from './beside.ts'
import { besideWords } from './beside-words.ts'
import { editorWords } from './editor-words.ts'
import type { Editor } from './use-editor.ts'

export const Beside = ({ editor: { draft, kept, put, now } }: { editor: Editor }) => {
  const texts = useWords(besideWords)
  const { fields } = useWords(editorWords)
  const say = useSay()
  const { other } = kept
  if (!other) return null
  const rows = unlike(draft, other.value.mine)
  if (rows.length === 0) return null
  const nameOf = (key: Unlike['key']): string =>
    key.startsWith('line ') ? `${texts.line} ${Number(key.slice(5)) + 1}` : fields[key as keyof typeof fields]
  const take = (key: Unlike['key']) => {
    const was = now.current
    put({ ...was, mine: takenFrom(was.mine, other.value.mine, key) })
    say(texts.taken(nameOf(key)), { undo: { label: texts.undo, run: () => put(was) } })
  }
  return (
    <section className="card stack changed two-drafts" aria-label={texts.title}>
      <h2>{texts.title}</h2>
      <div className="wide-table">
        <table className="plain-table">
          <Heads texts={[texts.what, texts.here, texts.there]} />
          <tbody>
            {rows.map(({ key, here, there }) => (
              <tr key={key}>
                <td>{nameOf(key)}</td>
                <td>{here || texts.nothing}</td>
                <td>
                  {there || texts.nothing}{' '}
                  <Act
                    size="compact-sm"
                    variant="default"
                    aria-label={texts.takeOf(nameOf(key))}
                    onClick={() => take(key)}
                  >
                    {texts.take}
                  </Act>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
