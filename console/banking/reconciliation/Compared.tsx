// The balance of the bank against that of the ledger on a day, and the lines that the difference is made of.
import type { Schema } from '#client'
import { CompanyLink, Figure } from '#console/figures'
import { Money } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Comparison = Schema<'BankComparison'>
type Line = Comparison['lines'][number]

export const Compared = ({ of }: { of: Comparison }) => {
  const texts = useWords(words)
  const { date, since, lines, lineCount } = of
  return (
    <>
      <dl className="facts">
        <Row name={texts.bankOn(date)}>
          <Money kronor={of.bankBalance} />
        </Row>
        <Row name={texts.ledgerOn(date)}>
          <Figure kronor={of.ledgerBalance} opens={{ accounts: String(of.account), span: { from: since, to: date } }} />
        </Row>
        <Row name={texts.difference}>
          <Money kronor={of.difference} />
        </Row>
        {of.before !== 0 && (
          <Row name={texts.before(since)}>
            <Money kronor={of.before} />
          </Row>
        )}
        {of.unexplained !== 0 && (
          <Row name={texts.unexplained}>
            <Money kronor={of.unexplained} />
          </Row>
        )}
        {of.leftOutAmount !== 0 && (
          <Row name={texts.leftOut(lineCount - lines.length)}>
            <Money kronor={of.leftOutAmount} />
          </Row>
        )}
      </dl>
      {of.difference === 0 && <p className="soft">{texts.agrees}</p>}
      {lines.length > 0 && (
        <section>
          <h3>{texts.lines}</h3>
          <ul className="difference-lines">
            {lines.map((line) => (
              <li key={[...line.transactions, ...line.journalEntries].map(({ id }) => id).join()}>
                <span className="difference-head">
                  <strong>{texts.kinds[line.kind]}</strong> <Money kronor={line.amount} />
                </span>
                <Sides line={line} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const Sides = ({ line: { transactions, journalEntries, twinRef, kind } }: { line: Line }) => {
  const texts = useWords(words)
  // Of one side alone the amount is that of the line.
  const isPair = transactions.length + journalEntries.length > 1
  return (
    <>
      {transactions.map(({ id, date, amount, text, bankStatementRef }) => (
        <span className="difference-side" key={id}>
          <CompanyLink to="/bank" search={{ open: id, statement: bankStatementRef.id }}>
            {[texts.bank, date, text].filter(Boolean).join(' · ')}
          </CompanyLink>{' '}
          {isPair && <Money kronor={amount} />}
        </span>
      ))}
      {journalEntries.map(({ id, number, date, amount, title }) => (
        <span className="difference-side" key={id}>
          <CompanyLink to="/journal" search={{ open: id }}>
            {[number, date, title].filter(Boolean).join(' · ')}
          </CompanyLink>{' '}
          {isPair && <Money kronor={amount} />}
        </span>
      ))}
      {twinRef && kind === 'doubleInLedger' && (
        <span className="difference-side soft">
          <CompanyLink to="/journal" search={{ open: twinRef.id }}>
            {texts.twin} …
          </CompanyLink>
        </span>
      )}
    </>
  )
}

const Row = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)
