// Requests and answers as sent, latest first, with secrets hidden until the user asks to see them.
import { useState } from 'react'
import { ActionButton, Tag } from '#ui'
import { useWords } from '#words'
import type { Exchange } from './exchange.ts'
import { flowWords } from './flow-words.ts'
import { masked } from './mask.rules.ts'

export const Exchanges = ({ all }: { all: readonly Exchange[] }) => {
  const texts = useWords(flowWords)
  const [isOpen, setIsOpen] = useState(false)
  if (all.length === 0) return null
  const shown = isOpen ? (text: string) => text : masked
  return (
    <section className="card settings-card" aria-label={texts.exchanges}>
      <div className="page-head">
        <h2>{texts.exchanges}</h2>
        <ActionButton variant="default" keys="h" aria-pressed={isOpen} onClick={() => setIsOpen((was) => !was)}>
          {isOpen ? texts.hideSecrets : texts.showSecrets}
        </ActionButton>
      </div>
      <ol className="exchanges" reversed>
        {all.toReversed().map((one) => (
          <li key={one.key}>
            <One one={one} shown={shown} />
          </li>
        ))}
      </ol>
    </section>
  )
}

const One = ({ one, shown }: { one: Exchange; shown: (text: string) => string }) => {
  const texts = useWords(flowWords)
  const { what, method, url, headers, body, answer, failure } = one
  const isGood = answer !== null && answer.status < 400
  return (
    <>
      <h3>
        {what} {answer && <Tag tone={isGood ? 'good' : 'wrong'}>{texts.answered(answer.status, answer.ms)}</Tag>}
        {failure !== null && <Tag tone="wrong">{texts.noAnswer}</Tag>}
      </h3>
      <figure aria-label={texts.requestOf(what)}>
        <pre>{shown([`${method} ${url}`, ...linesOf(headers), ...(body === null ? [] : ['', body])].join('\n'))}</pre>
      </figure>
      {failure !== null && <p className="is-wrong">{failure}</p>}
      {answer && (
        <figure aria-label={texts.answerOf(what)}>
          <pre>{shown([String(answer.status), ...linesOf(answer.headers), '', readable(answer.body)].join('\n'))}</pre>
        </figure>
      )}
    </>
  )
}

const linesOf = (headers: Exchange['headers']): string[] => headers.map(([name, value]) => `${name}: ${value}`)

/** JSON on several lines; anything else as it is. */
const readable = (body: string): string => {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
