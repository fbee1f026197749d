// What programs may do at once, without a person who approves it: nothing until the company says so.
import { isRefused, type Schema, useCompany, useRefresh, useVersioned } from '#client'
import { type FieldRow, Form, send } from '#console/form'
import { Facts, Page, ResilientContent, useAnnounce } from '#ui'
import { useWords } from '#words'
import { limitWords } from './limit-words.ts'

export { LimitsPage as Page }

const ADDRESS = '/companies/{companyId}/proposal-limits'

type Limits = Schema<'ProposalLimits'>

const LimitsPage = () => {
  const texts = useWords(limitWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId, may } = useCompany()
  const path = { companyId }
  const found = useVersioned<Limits>(ADDRESS, { path })
  const { etag } = found
  const fields: readonly FieldRow[] = [
    { name: 'drafts', label: texts.drafts, hint: texts.draftsHint, kind: 'switch' },
    { name: 'entryAmount', label: texts.entry, hint: texts.entryHint, kind: 'amount' },
    { name: 'dayAmount', label: texts.day, hint: texts.dayHint, kind: 'amount' },
    { name: 'accounts', label: texts.accounts, hint: texts.accountsHint },
  ]
  const save = async (limits: Limits, changes: object) => {
    const { accounts, ...rest } = { ...limits, accounts: limits.accounts.join(' '), ...changes }
    const body = { ...rest, accounts: accountsIn(accounts) }
    try {
      await send('PUT', ADDRESS, { path, body, headers: etag ? { 'If-Match': etag } : {} })
    } catch (thrown) {
      if (isRefused(thrown) && thrown.isChanged) await refresh('proposal-limits')
      throw thrown
    }
    say(texts.saved)
    await refresh('proposal-limits')
  }
  return (
    <Page title={texts.title}>
      <p className="soft">{texts.lead}</p>
      <ResilientContent of={found}>
        {(limits) =>
          may('proposal-limits:write') ? (
            <Form
              name="settings/proposal-limits"
              fields={fields}
              read={{ ...limits, accounts: limits.accounts.join(' ') }}
              onSend={(changes) => save(limits, changes)}
            />
          ) : (
            <ReadOnly limits={limits} />
          )
        }
      </ResilientContent>
    </Page>
  )
}

/** The accounts in a text; what is no number is sent as it is, and refused by the service. */
const accountsIn = (text: string | null): (number | string)[] =>
  (text ?? '')
    .split(/[\s,;]+/)
    .filter(Boolean)
    .map((one) => (/^\d+$/.test(one) ? Number(one) : one))

const ReadOnly = ({ limits: { drafts, entryAmount, dayAmount, accounts } }: { limits: Limits }) => {
  const texts = useWords(limitWords)
  return (
    <Facts
      facts={[
        [texts.drafts, drafts ? '✓' : '–'],
        [texts.entry, entryAmount ?? '–'],
        [texts.day, dayAmount ?? '–'],
        [texts.accounts, accounts.join(', ') || '–'],
      ]}
    />
  )
}
