// One bank transaction: what the bank says of it, every proposal with its reason, another invoice, or accounts.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useCompany } from '#client'
import { ActionButton, amountText, bound, Facts, Money, oreOf } from '#ui'
import { useLanguage, useWords } from '#words'
import { AccountForm } from './AccountForm.tsx'
import { Correction } from './Correction.tsx'
import { EntryForm } from './EntryForm.tsx'
import { InvoiceForm } from './InvoiceForm.tsx'
import { type Line, type Proposal, reasonOf, saidOf } from './proposals.ts'
import { words } from './words.ts'

export const TransactionDetail = ({
  line,
  isChanged,
  onTake,
  onClose,
  onOpened,
}: {
  line: Line
  /** Opened to be booked otherwise than is proposed, not only to be looked at. */
  isChanged: boolean
  onTake: (proposal: Proposal) => void
  onClose: () => void
  /** Told when its match is undone. */
  onOpened: () => void
}) => {
  const texts = useWords(words)
  const { may } = useCompany()
  return (
    <>
      <div className="detail-head">
        <h2>
          {saidOf(line) || line.date} · <Money kronor={line.amount} />
        </h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.date, line.date],
          [texts.counterparty, line.counterparty],
          [texts.counterpartyAccount, line.counterpartyAccount],
          [texts.references, line.references.join(', ')],
          [texts.message, line.message],
          [texts.bankReference, line.bankReference],
          [texts.status, texts.states[line.status]],
          line.status === 'booked' && [texts.bookedAs, <Booked key="booked" line={line} />],
        ]}
      />
      {line.status === 'booked' && <Correction line={line} onOpened={onOpened} />}
      {line.status === 'open' && may('bank-statements:write') && (
        <>
          {line.proposals.length > 0 && <Proposals line={line} onTake={onTake} />}
          <p>
            <RuleLink line={line} />
          </p>
          <InvoiceForm line={line} onDone={onClose} />
          <AccountForm
            line={line}
            // Nothing is proposed: an account is what it most likely takes.
            isEntered={isChanged && line.proposals.length === 0}
            onDone={onClose}
          />
          <EntryForm lines={[line]} bankAccountId={line.bankAccountId} onDone={onClose} />
        </>
      )}
    </>
  )
}

/** Leads to the rule that is proposed, or to a new one for this counterparty. */
const RuleLink = ({ line: { proposals, counterparty, counterpartyAccount, amount } }: { line: Line }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const rule = proposals.find(({ matchingRuleRef }) => matchingRuleRef)?.matchingRuleRef
  const known = counterparty ?? counterpartyAccount
  const direction = amount > 0 ? 'in' : 'out'
  const search = rule ? { open: rule.id } : { open: 'new', ...(known ? { counterparty: known } : {}), direction }
  return (
    <Link to={`/companies/${companyId}/bank/rules` as never} search={search as never}>
      {rule ? texts.openRule : texts.makeRule}
    </Link>
  )
}

/** What a booked transaction became, as links; of one for several things each with its amount. */
const Booked = ({ line: { matchedWith, journalEntryRef } }: { line: Line }) => {
  const language = useLanguage()
  const { parts, ...only } = matchedWith ?? {}
  if (!parts) return <BookedAs matched={only} entryId={journalEntryRef?.id ?? only.journalEntryId} />
  return (
    <ul className="booked-parts">
      {parts.map((part) => (
        <li key={part.journalEntryRef.id}>
          {amountText(oreOf(part.amount), language)} <BookedAs matched={part} entryId={part.journalEntryRef.id} />
        </li>
      ))}
    </ul>
  )
}

type Matched = NonNullable<Line['matchedWith']>

const BookedAs = ({ matched, entryId }: { matched: Omit<Matched, 'parts'>; entryId: string | undefined }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { invoiceId, supplierInvoiceId, account } = matched
  const links: (readonly [string, string, string | undefined])[] = [
    ['/invoices', texts.invoice, invoiceId],
    ['/supplier-invoices', texts.supplierInvoice, supplierInvoiceId],
    ['/journal', texts.entry, entryId],
  ]
  return (
    <>
      {account !== undefined && `${texts.account} ${account} `}
      {links.map(
        ([path, text, id]) =>
          id && (
            <span key={path}>
              <Link to={`/companies/${companyId}${path}` as never} search={{ open: id } as never}>
                {text}
              </Link>{' '}
            </span>
          ),
      )}
    </>
  )
}

const Proposals = ({ line, onTake }: { line: Line; onTake: (proposal: Proposal) => void }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const money = (kronor: number) => amountText(oreOf(kronor), language)
  return (
    <section>
      <h3>{texts.proposals}</h3>
      {line.proposals.map((proposal, place) => (
        <div className="proposal" key={`${proposal.kind}${proposal.id ?? proposal.account ?? place}`}>
          <span>
            {reasonOf(line, proposal, { texts: texts.reasons, money })}
            {proposal.name && proposal.reason !== 'entry' && proposal.kind !== 'account' && (
              <span className="soft"> {proposal.name}</span>
            )}
          </span>
          <ActionButton
            size="xs"
            variant={place === 0 ? 'filled' : 'default'}
            {...(place === 0 ? { keys: 't' } : {})}
            onClick={() => onTake(proposal)}
          >
            {texts.take}
          </ActionButton>
        </div>
      ))}
    </section>
  )
}
