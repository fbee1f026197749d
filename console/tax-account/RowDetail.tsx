// A row of the tax account: the return that it settles, what is booked for it, and how it may be booked otherwise.
import { CloseButton } from '@mantine/core'
import { useState } from 'react'
import { useCompany, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { CompanyLink, Sheet, spanText } from '#console/figures'
import { send, useDo } from '#console/form'
import { ActionButton, bound, Facts, Money } from '#ui'
import { useLanguage, useWords } from '#words'
import type { TaxRow } from './row.ts'
import { words } from './words.ts'

const MATCH = '/companies/{companyId}/tax-account/transactions/{taxAccountTransactionId}/match'

export const RowDetail = ({ row, onClose }: { row: TaxRow; onClose: () => void }) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const { status, proposal, journalEntryRef } = row
  const path = { companyId, taxAccountTransactionId: row.id }
  const after = () => refresh('tax-account', 'journal-entries', 'reports')
  const match = (body: { account?: number }, said: string) =>
    run(async () => {
      await send('POST', MATCH, { path, body })
      await after()
    }, said)
  const unmatch = () =>
    run(async () => {
      await send('DELETE', MATCH, { path })
      await after()
    }, texts.unmatched)
  const mayWrite = may('bank-statements:write')
  return (
    <>
      <div className="detail-head">
        <h2>{row.text}</h2>
        <CloseButton aria-label={texts.close} {...bound('Escape')} onClick={onClose} />
      </div>
      <Facts
        facts={[
          [texts.date, row.date],
          [texts.amount, <Money key="amount" kronor={row.amount} />],
          [texts.kind, texts.kinds[row.kind]],
          [texts.status, texts.statuses[status]],
          [
            texts.entry,
            journalEntryRef && (
              <CompanyLink to="/journal" search={{ open: journalEntryRef.id }}>
                {journalEntryRef.number}
              </CompanyLink>
            ),
          ],
        ]}
      />
      {row.kind === 'vat' && <Declaration of={row.declaration} />}
      {status === 'open' && proposal && <Proposal of={proposal} />}
      {status === 'open' && proposal && mayWrite && (
        <div className="form-actions">
          <ActionButton
            keys="Mod+Enter"
            loading={isBusy}
            onClick={() => void match({}, proposal.journalEntryRef ? texts.matched : texts.booked)}
          >
            {proposal.journalEntryRef ? texts.match : texts.take}
          </ActionButton>
        </div>
      )}
      {status === 'open' && mayWrite && (
        <Otherwise isBusy={isBusy} onAccount={(account) => void match({ account }, texts.booked)} />
      )}
      {status === 'matched' && mayWrite && (
        <div className="form-actions">
          <ActionButton variant="default" loading={isBusy} onClick={() => void unmatch()}>
            {texts.unmatch}
          </ActionButton>
        </div>
      )}
    </>
  )
}

const Declaration = ({ of }: { of: TaxRow['declaration'] }) => {
  const texts = useWords(words)
  const language = useLanguage()
  if (!of) return <p className="soft">{texts.noDeclaration}</p>
  const { startDate, endDate, expectedAmount, difference } = of
  return (
    <>
      <Facts
        facts={[
          [
            texts.declaration,
            <CompanyLink key="return" to="/vat" search={{ open: startDate }}>
              {spanText({ from: startDate, to: endDate }, language)}
            </CompanyLink>,
          ],
          expectedAmount !== null && [texts.declared, <Money key="expected" kronor={expectedAmount} />],
          difference !== null && [texts.difference, <Money key="difference" kronor={difference} />],
        ]}
      />
      {expectedAmount === null && <p className="soft">{texts.elsewhere}</p>}
    </>
  )
}

const Proposal = ({ of: { journalEntryRef, entry } }: { of: NonNullable<TaxRow['proposal']> }) => {
  const texts = useWords(words)
  if (journalEntryRef)
    return (
      <p>
        <CompanyLink to="/journal" search={{ open: journalEntryRef.id }}>
          {texts.isEntry(journalEntryRef.number, journalEntryRef.title)}
        </CompanyLink>{' '}
        {journalEntryRef.date}
      </p>
    )
  return (
    <Sheet label={texts.toBook}>
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
        {entry.map(({ account, debit, credit }) => (
          <tr key={account}>
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

const Otherwise = ({ isBusy, onAccount }: { isBusy: boolean; onAccount: (account: number) => void }) => {
  const texts = useWords(words)
  const [account, setAccount] = useState('')
  return (
    <form
      className="form inner-form"
      aria-label={texts.other}
      onSubmit={(event) => {
        event.preventDefault()
        if (account !== '') onAccount(Number(account))
      }}
    >
      <h3>{texts.other}</h3>
      <AccountInput label={texts.account} value={account} onChange={setAccount} />
      {account !== '' && (
        <div className="form-actions">
          <ActionButton type="submit" variant="default" loading={isBusy}>
            {texts.bookOn}
          </ActionButton>
        </div>
      )}
    </form>
  )
}
