// What a proposal would do, in kronor: its entries, the boxes of the VAT return, what is left unpaid, and mails.
import { Sheet, spanText } from '#console/figures'
import { Facts, Money } from '#ui'
import { useLanguage, useWords } from '#words'
import type { Proposal } from './proposal.ts'
import { words } from './words.ts'

/** Most entries that are shown; the rest is counted. */
const SHOWN = 20

export const EffectsShown = ({ proposal }: { proposal: Proposal }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { effects, body, method, path, vatPeriods } = proposal
  if (effects === null) return <p className="soft">{texts.erased}</p>
  const { entries, vatBoxes, openItems, mails, more } = effects
  const left = Math.max(0, entries.length - SHOWN) + more.entries
  const operations = operationsOf(proposal)
  return (
    <>
      {operations !== null && (
        <>
          <h3>{texts.operations(operations.length)}</h3>
          <ol className="bullets">
            {operations.map(({ method: how, path: where }, at) => (
              // Operations are never reordered.
              <li key={`${at} ${where}`}>
                {how} {where}
              </li>
            ))}
          </ol>
          <p className="soft">{texts.wholeOrNot}</p>
        </>
      )}
      <h3>{texts.books}</h3>
      {entries.length === 0 && <p className="soft">{texts.nothingBooked}</p>}
      {entries.slice(0, SHOWN).map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
      {left > 0 && <p className="soft">{texts.more(left)}</p>}
      {vatBoxes.length > 0 && (
        <>
          <h3>{texts.vat}</h3>
          <Facts
            facts={vatBoxes.map(({ box, change }) => [texts.box(box), <Money key={box} kronor={change} />] as const)}
          />
          {vatPeriods.map(
            ({ startDate, endDate, dueDate }) =>
              dueDate !== null && (
                <p key={startDate} className="soft">
                  {texts.due(spanText({ from: startDate, to: endDate }, language), dueDate)}
                </p>
              ),
          )}
        </>
      )}
      {openItems.length > 0 && (
        <>
          <h3>{texts.openItems}</h3>
          <Facts
            facts={openItems.map(
              ({ id, type, number, before, after }) =>
                [
                  `${texts.types[type]} ${number ?? ''}`,
                  <span key={id}>
                    <Money kronor={before} /> → <Money kronor={after} />
                  </span>,
                ] as const,
            )}
          />
        </>
      )}
      {mails.length > 0 && (
        <>
          <h3>{texts.mails}</h3>
          <ul className="bullets">
            {mails.map(({ to, subject }) => (
              <li key={`${to} ${subject}`}>
                {to}: {subject}
              </li>
            ))}
          </ul>
        </>
      )}
      <details open={entries.length === 0}>
        <summary>{texts.request}</summary>
        <p className="soft">
          {method} {path}
        </p>
        {body !== null && operations === null && <Request value={body} />}
        {operations?.map(({ body: own }, at) => (
          // Operations are never reordered.
          <div key={`${at}`}>
            <p className="soft">{at + 1}.</p>
            {own !== undefined && <Request value={own} />}
          </div>
        ))}
      </details>
    </>
  )
}

type Operation = { method: string; path: string; body?: Record<string, unknown> }

/** The operations of a bulk, in their order; null for a proposal of one write. */
const operationsOf = ({ operation, body }: Proposal): readonly Operation[] | null => {
  const { operations } = Object(body) as { operations?: readonly Operation[] }
  return operation === 'doInBulk' && Array.isArray(operations) ? operations : null
}

const Entry = ({ entry: { title, date, items } }: { entry: NonNullable<Proposal['effects']>['entries'][number] }) => {
  const texts = useWords(words)
  return (
    <Sheet label={`${date} ${title}`}>
      <caption>
        {date} {title}
      </caption>
      <thead>
        <tr>
          <th scope="col">{texts.account}</th>
          <th scope="col" className="is-right">
            {texts.debit}
          </th>
          <th scope="col" className="is-right">
            {texts.credit}
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ account, debit, credit }, at) => (
          // An account may stand twice in an entry.
          <tr key={`${at} ${account}`}>
            <th scope="row">{account}</th>
            <td className="is-right">
              <Money kronor={debit} dash />
            </td>
            <td className="is-right">
              <Money kronor={credit} dash />
            </td>
          </tr>
        ))}
      </tbody>
    </Sheet>
  )
}

/** The body of the request as it would be sent. */
const Request = ({ value }: { value: object }) => <pre className="soft">{JSON.stringify(value, null, 2)}</pre>
