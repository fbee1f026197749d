// The general ledger: each account with its entries in the period, each of which opens.
import type { Schema } from '#client'
import { CompanyLink, More, Sheet, type Span, useReportPages } from '#console/figures'
import { Empty, Heads, PageSkeleton, ResilientContent } from '#ui'
import { useWords } from '#words'
import { ReportFrame, useTitle } from './ReportFrame.tsx'
import { Amount } from './Statement.tsx'
import type { ChoiceName, Choices } from './use-choices.ts'
import { words } from './words.ts'

export { GeneralLedgerPage as Page }

type Ledger = Schema<'GeneralLedger'>
type Account = Ledger['accounts'][number]

const taken: readonly ChoiceName[] = ['accounts', 'tagId', 'untaggedGroupId', 'knownAt']

const GeneralLedgerPage = () => (
  <ReportFrame name="general-ledger" taken={taken}>
    {(asked) => <Body {...asked} />}
  </ReportFrame>
)

/** An account that goes on in the next page stands there once more. */
const joined = (accounts: readonly Account[]): Account[] => {
  const found: Account[] = []
  for (const account of accounts) {
    const last = found.at(-1)
    if (last?.account === account.account)
      found[found.length - 1] = { ...last, closing: account.closing, lines: [...last.lines, ...account.lines] }
    else found.push(account)
  }
  return found
}

const Body = (asked: Span & Choices) => {
  const texts = useWords(words)
  const label = useTitle('general-ledger')
  const pages = useReportPages<Ledger>('general-ledger', asked)
  return (
    <ResilientContent of={pages} bones={<PageSkeleton lines={12} />}>
      {(data) => {
        const accounts = joined(data.pages.flatMap((page) => page.accounts))
        if (accounts.length === 0) return <Empty>{texts.nothing}</Empty>
        return (
          <>
            <Sheet label={label}>
              <Heads
                texts={[texts.entry, texts.date, texts.text]}
                amounts={[texts.debit, texts.credit, texts.balance]}
              />
              {accounts.map((account) => (
                <AccountRows key={account.account} {...account} />
              ))}
            </Sheet>
            <More pages={pages} />
          </>
        )
      }}
    </ResilientContent>
  )
}

const AccountRows = ({ account, name, opening, debit, credit, closing, lines }: Account) => {
  const texts = useWords(words)
  return (
    <tbody>
      <tr className="row-heading">
        <th scope="rowgroup" colSpan={5}>{`${account} ${name}`}</th>
        <td />
      </tr>
      <tr className="row-soft">
        <th scope="row" colSpan={3}>
          {texts.opening}
        </th>
        <td />
        <td />
        <Amount kronor={opening} />
      </tr>
      {lines.map((line, place) => (
        <tr key={`${line.registration}.${place}`}>
          <th scope="row">
            <CompanyLink to="/journal" search={{ open: line.journalEntryId }}>
              {line.journalEntryNumber}
            </CompanyLink>
          </th>
          <td>{line.date}</td>
          <td className="is-text">{line.text ? `${line.title} · ${line.text}` : line.title}</td>
          <Amount kronor={line.debit} />
          <Amount kronor={line.credit} />
          <Amount kronor={line.balance} />
        </tr>
      ))}
      <tr className="row-total">
        <th scope="row" colSpan={3}>
          {texts.closing}
        </th>
        <Amount kronor={debit} />
        <Amount kronor={credit} />
        <Amount kronor={closing} />
      </tr>
    </tbody>
  )
}
