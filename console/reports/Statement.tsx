// A report of rows and columns as a printed table: headings, lines, accounts, sums.
import { CompanyLink, Figure, Sheet, type Span, spanText } from '#console/figures'
import { Money, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

type ColumnOf = Span & {
  kind: string
  tag?: { id: string; name: string } | undefined
  untaggedGroupId?: string | undefined
}
type Values = Readonly<Record<string, number | null>>
type RowOf = { kind: string; key: string; name: string; accounts: string | null; values: readonly Values[] }

type Part = { name: string; title: string; decimals?: 0 | 2 }

export const Statement = ({
  label,
  columns,
  rows,
  parts,
  knownAt,
  tagId,
}: {
  label: string
  columns: readonly ColumnOf[]
  rows: readonly RowOf[]
  /** The values of a column, in their order. */
  parts: readonly Part[]
  knownAt?: string | undefined
  tagId?: string | undefined
}) => {
  const texts = useWords(words)
  const language = useLanguage()
  const titles: Readonly<Record<string, string>> = {
    untagged: texts.untagged,
    budget: texts.budget,
    deviation: texts.deviation,
  }
  const nameOf = (column: ColumnOf): string => column.tag?.name ?? titles[column.kind] ?? spanText(column, language)
  const opensOf = (accounts: string | null, { from, to, tag, untaggedGroupId }: ColumnOf) => ({
    accounts,
    span: { from, to },
    ...(tag || tagId ? { tagId: tag?.id ?? tagId ?? '' } : {}),
    ...(untaggedGroupId ? { untaggedGroupId } : {}),
    ...(knownAt ? { knownAt } : {}),
  })
  const [whole] = columns.toSorted((left, right) => (left.kind === 'period' ? -1 : right.kind === 'period' ? 1 : 0))
  return (
    <Sheet label={label} isNarrow={columns.length * parts.length <= MOST_BELOW}>
      <thead>
        <tr>
          <th scope="col" rowSpan={parts.length > 1 ? 2 : 1}>
            {label}
          </th>
          {columns.map((column) => (
            <th
              key={keyOf(column)}
              scope="colgroup"
              colSpan={parts.length}
              className={parts.length > 1 ? 'is-group' : 'is-right'}
            >
              {nameOf(column)}
            </th>
          ))}
        </tr>
        {parts.length > 1 && (
          <tr>
            {columns.flatMap((column) =>
              parts.map(({ name, title }) => (
                <th key={`${keyOf(column)}.${name}`} scope="col" className="is-right">
                  {title}
                </th>
              )),
            )}
          </tr>
        )}
      </thead>
      <tbody>
        {rows.map(({ kind, key, name, accounts, values }) => (
          <tr key={`${kind}.${key}`} className={rowClass(kind, values)}>
            <th scope="row">
              {kind === 'account' && accounts && whole ? (
                <CompanyLink to="/reports/general-ledger" search={searchOf(opensOf(accounts, whole))}>
                  {`${key} ${name}`}
                </CompanyLink>
              ) : (
                name
              )}
            </th>
            {columns.flatMap((column, place) =>
              parts.map(({ name: part, decimals = 2 }) => (
                <td key={`${keyOf(column)}.${part}`} className="is-right">
                  {values[place] && (
                    <Figure
                      kronor={values[place][part] ?? null}
                      opens={accounts ? opensOf(accounts, column) : null}
                      decimals={decimals}
                    />
                  )}
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </Sheet>
  )
}

/** Columns of figures that fit below a name on a phone. */
const MOST_BELOW = 3

const searchOf = ({ span, ...more }: { span: Span; accounts: string | null }) => ({ ...span, ...more })

const keyOf = ({ kind, from, to, tag, untaggedGroupId }: ColumnOf): string =>
  [kind, from, to, tag?.id, untaggedGroupId].join('.')

/** A zero difference needs no attention. */
const rowClass = (kind: string, values: readonly Values[]): string => {
  const isNothing = values.every((one) => Object.values(one).every((amount) => oreOf(amount ?? 0) === 0))
  return `row-${kind}${kind === 'difference' && !isNothing ? ' is-wrong' : ''}`
}

/** An amount in a cell of its own. */
export const Amount = ({ kronor }: { kronor: number }) => (
  <td className="is-right">
    <Money kronor={kronor} dash />
  </td>
)
