// What can be pressed right now: opened with `?`, read from the page itself.
import { type ReactNode, useState } from 'react'
import { useWords } from '#words'
import { Dialog } from './Dialog.tsx'
import { Heads } from './Heads.tsx'
import { bound, keysText, pressable } from './keys.tsx'
import { words } from './words.ts'

/** `children`: what can be chosen of the keys, above the list. */
export const KeyHelp = ({ children }: { children?: ReactNode }) => {
  const texts = useWords(words)
  const [shown, setShown] = useState<ReturnType<typeof pressable> | null>(null)
  return (
    <>
      <button
        type="button"
        className="icon-button keys-help"
        {...bound('?')}
        aria-label={texts.keys}
        onClick={() => setShown(pressable())}
      >
        ?
      </button>
      <Dialog title={texts.keys} isOpen={shown !== null} onClose={() => setShown(null)}>
        <div data-beside="">{children}</div>
        <p>{texts.keysLead}</p>
        <table className="plain-table">
          <Heads texts={[texts.key, texts.does]} />
          <tbody>
            {shown?.map(({ keys, label }) => (
              <tr key={keys}>
                <td>
                  <kbd>{keysText(keys)}</kbd>
                </td>
                <td>{label}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Dialog>
    </>
  )
}
