// The boxes of the VAT return; each opens into the general ledger of its accounts, and its name into what it is for.
import { useState } from 'react'
import type { Schema } from '#client'
import { Figure, Sheet, type Span } from '#console/figures'
import { ActionButton, Heads, oreOf } from '#ui'
import { useWords } from '#words'
import { explained } from './explained.ts'
import { words } from './words.ts'

/** What the report calls its boxes: two figures. */
const isBox = (key: string): boolean => /^\d\d$/.test(key)

export const Boxes = ({ rows, span }: { rows: Schema<'VatBoxes'>['rows']; span: Span }) => {
  const texts = useWords(words)
  const [isWhole, setIsWhole] = useState(false)
  const told = rows.filter((row) => row.kind !== 'difference' || !isEmpty(row))
  const boxes = told.filter(({ key }) => isBox(key))
  const empty = boxes.filter((row) => isEmpty(row) && row.key !== PAYABLE_BOX)
  const shown = isWhole ? told : withoutEmpty(told, new Set(empty))
  return (
    <>
      {empty.length > 0 && (
        <ActionButton
          className="vat-fold"
          variant="subtle"
          aria-expanded={isWhole}
          onClick={() => setIsWhole((was) => !was)}
        >
          {isWhole ? texts.hideEmpty : texts.showEmpty(empty.length)}
        </ActionButton>
      )}
      <Sheet label={texts.vat} isNarrow>
        <Heads texts={[texts.box, texts.name]} amounts={[texts.reported, texts.amount]} />
        <tbody>
          {shown.map(({ kind, key, name, accounts, values: [value] }) => (
            <tr key={`${kind}.${key}`} className={`row-${kind}${kind === 'difference' ? ' is-wrong' : ''}`}>
              {isBox(key) ? (
                <>
                  <th scope="row">{key}</th>
                  <td className="is-text">
                    <Named box={key} name={name} />
                  </td>
                </>
              ) : (
                <th scope="row" colSpan={2}>
                  {name}
                </th>
              )}
              <td className="is-right">
                {value && <Figure kronor={value.reported} opens={{ accounts, span }} decimals={0} />}
              </td>
              <td className="is-right">{value && <Figure kronor={value.amount} opens={{ accounts, span }} />}</td>
            </tr>
          ))}
        </tbody>
      </Sheet>
    </>
  )
}

type Row = Schema<'VatBoxes'>['rows'][number]

/** What the return comes to: it is shown also where it is nothing. */
const PAYABLE_BOX = '49'

const isEmpty = ({ values }: Row): boolean =>
  oreOf(values[0]?.amount ?? 0) === 0 && oreOf(values[0]?.reported ?? 0) === 0

/** The rows without these boxes, and without the headings that nothing is left of. */
const withoutEmpty = (rows: readonly Row[], empty: ReadonlySet<Row>): Row[] => {
  const left = rows.filter((row) => !empty.has(row))
  return left.filter((row, at) => {
    const next = left[at + 1] ?? row
    return row.kind !== 'heading' || (next.kind !== 'heading' && next.key !== PAYABLE_BOX)
  })
}

/** The name of a box, which opens into what the box is for. */
const Named = ({ box, name }: { box: string; name: string }) => {
  const all = useWords(explained)
  const [isOpen, setIsOpen] = useState(false)
  const explanation = all[box as keyof typeof all]
  if (!explanation) return name
  return (
    <>
      <button type="button" className="link-button" aria-expanded={isOpen} onClick={() => setIsOpen((was) => !was)}>
        {name}
      </button>
      {isOpen && <p className="soft">{explanation}</p>}
    </>
  )
}
