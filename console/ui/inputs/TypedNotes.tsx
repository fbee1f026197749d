// Notices above a form: a draft from another device, and that another user has saved while this one typed.
import { Button } from '@mantine/core'
import type { Typed } from '#client'
import { DraftElsewhere } from '#console/ui/DraftElsewhere.tsx'
import { words } from '#console/ui/words.ts'
import { useWords } from '#words'

type Given<Form extends object> = {
  typed: Pick<Typed<Form>, 'elsewhere' | 'lost' | 'startOver'>
  /** What the fields are called whose values can be told, by their places: `{ city: 'Ort' }`. */
  names?: Readonly<Record<string, string>>
  /** Formats a value; by default it is shown unchanged. */
  text?: (at: string, value: unknown) => string
}

export const TypedNotes = <Form extends object>({ typed, names = {}, text = asItStands }: Given<Form>) => {
  const texts = useWords(words)
  const { elsewhere, lost, startOver } = typed
  const told = (lost ?? []).flatMap(({ at, value }) => (names[at] ? [`${names[at]}: ${text(at, value) || '–'}`] : []))
  return (
    <>
      <DraftElsewhere {...elsewhere} />
      {lost !== null && (
        <div role="alert" className="notice wide">
          <p>{texts.overtaken}</p>
          {lost.length > 0 && <p>{texts.bothChanged}</p>}
          {told.length > 0 && <p>{`${texts.othersWrote}: ${told.join(' · ')}`}</p>}
          <Button size="xs" variant="default" onClick={startOver}>
            {texts.takeTheirs}
          </Button>
        </div>
      )}
    </>
  )
}

const asItStands = (_: string, value: unknown): string => String(value)
