// The sources of proposals for bank transactions: rules made by users, and habits learned of counterparties.
import { useState } from 'react'
import { queries, type Schema, useAllPages, useCompany, useIntent, useRefresh, useVersioned } from '#client'
import { type Tax, taxes, taxingOf, taxName, taxOf, taxWords, useAccounts, vatKindWords } from '#console/accounts'
import { ConfirmButton, type FieldRow, Form, send, useDo } from '#console/form'
import { vatKinds } from '#rule/vat-kind'
import {
  ActionButton,
  Allowed,
  amountText,
  Empty,
  FailureMessage,
  oreOf,
  Page,
  PageSkeleton,
  ResilientContent,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { matchingWords } from './matching-words.ts'

export { MatchingPage as Page }

type Rule = Schema<'MatchingRule'>
type Habit = Schema<'MatchingHabit'>

const RULES = '/companies/{companyId}/matching-rules'
const HABIT = '/companies/{companyId}/matching-habits/{matchingHabitId}'

const MatchingPage = () => {
  const texts = useWords(matchingWords)
  const { id: companyId, may } = useCompany()
  const [{ open, counterparty, direction, account }, set] = useUrl()
  const { rows, error, refetch, isLoading } = useAllPages<Rule>('/matching-rules', { companyId })
  const mayWrite = may('bank-statements:write')
  const close = () => set({ open: null, counterparty: null, direction: null, account: null })
  const begun: Filled = {
    ...(counterparty ? { name: counterparty, counterparty } : {}),
    ...(direction === 'in' || direction === 'out' ? { direction } : {}),
    ...(account ? { account: Number(account) } : {}),
  }
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        mayWrite &&
        open !== 'new' && (
          <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
            {texts.addRule}
          </ActionButton>
        )
      }
    >
      {open === 'new' && (
        <section className="card settings-card" aria-label={texts.addRule}>
          <h2>{texts.addRule}</h2>
          <Allowed scope="bank-statements:write">
            <RuleForm begun={begun} onDone={close} />
          </Allowed>
        </section>
      )}
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {isLoading && <PageSkeleton />}
      {!isLoading && !error && rows.length === 0 && open !== 'new' && (
        <Empty how={may('bank-statements:write') && texts.noRulesHow}>{texts.noRules}</Empty>
      )}
      {rows.map((rule) => (
        <RuleCard
          key={rule.id}
          rule={rule}
          isOpen={open === rule.id}
          onOpen={(isOpen) => (isOpen ? set({ open: rule.id }) : close())}
        />
      ))}
      <Habits
        onRule={(habit) =>
          set({
            open: 'new',
            counterparty: habit.counterparty,
            direction: habit.direction,
            account: String(habit.account),
          })
        }
      />
    </Page>
  )
}

/** The tags of the company, with their groups. */
const useTags = () => {
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/tag-groups',
    { params: { path: { companyId }, query: { pageSize: 100 } } },
    { enabled: may('tags:read') },
  )
  return (data?.items ?? []).flatMap(({ name: group, tags }) =>
    tags.map(({ id, name }) => ({ value: id, label: name, group })),
  )
}

const useFields = (): FieldRow[] => {
  const texts = useWords(matchingWords)
  const taxTexts = useWords(taxWords)
  const kinds = useWords(vatKindWords)
  const tags = useTags()
  return [
    { name: 'name', label: texts.name, isRequired: true },
    { name: 'counterparty', label: texts.counterparty, hint: texts.counterpartyHint },
    { name: 'textContains', label: texts.textContains, hint: texts.textHint },
    { name: 'reference', label: texts.reference },
    {
      name: 'direction',
      label: texts.direction,
      kind: 'choice',
      choices: (['', 'in', 'out'] as const).map((value) => ({ value, label: texts.directions[value || 'both'] })),
    },
    { name: 'fromAmount', label: texts.fromAmount, kind: 'amount' },
    { name: 'toAmount', label: texts.toAmount, kind: 'amount' },
    { name: 'account', label: texts.account, kind: 'account', isRequired: true },
    {
      name: 'tax',
      label: texts.tax,
      kind: 'choice',
      choices: ['exempt' as const, ...[...taxes.keys()].filter((tax) => tax !== 'exempt')].map((value) => ({
        value,
        label: taxName(value, taxTexts),
      })),
    },
    {
      name: 'vatKind',
      label: texts.vatKind,
      hint: texts.vatKindHint,
      kind: 'choice',
      choices: [{ value: '', label: texts.ownRate }, ...vatKinds.map((value) => ({ value, label: kinds[value] }))],
    },
    { name: 'title', label: texts.entryTitle, hint: texts.entryTitleHint },
    ...(tags.length > 0 ? [{ name: 'tagIds', label: texts.tags, kind: 'choices' as const, choices: tags }] : []),
  ]
}

type Filled = Partial<Omit<Rule, 'tags' | 'vatKind'>> & { tax?: Tax; vatKind?: string | null; tagIds?: string[] }

/** A rule as its form has it: the tax is one choice, and tags are their ids. */
const filledOf = ({ tags = [], ...rule }: Rule): Filled => ({
  ...rule,
  tax: taxOf(rule),
  tagIds: tags.map(({ tagId }) => tagId),
})

/** Tags that stay keep the share that they stood for in `tags`. */
const bodyOf = (
  { tax = 'exempt', vatKind, tagIds = [], id: _, modifiedDateTime: __, ...rule }: Filled,
  tags: Rule['tags'] = [],
) => ({
  ...rule,
  ...taxingOf(tax),
  ...(vatKind ? { vatKind } : {}),
  tags: tagIds.map((tagId) => tags.find((one) => one.tagId === tagId) ?? { tagId }),
})

const RuleForm = ({
  begun,
  rule,
  etag,
  onDone,
}: {
  /** What a new one begins with. */
  begun?: Filled
  rule?: Rule
  etag?: string | null
  onDone: () => void
}) => {
  const texts = useWords(matchingWords)
  const { id: companyId } = useCompany()
  const fields = useFields()
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const read = rule ? filledOf(rule) : (begun ?? {})
  return (
    <Form
      key={JSON.stringify(read)}
      name={`bank/rule/${rule?.id ?? 'new'}`}
      fields={fields}
      read={read}
      {...(rule ? {} : { action: texts.addRule })}
      onCancel={onDone}
      onSend={async (changes) => {
        const body = bodyOf({ ...read, ...(changes as Filled) }, rule?.tags)
        if (rule) {
          const headers: Record<string, string> = etag ? { 'If-Match': etag } : {}
          await send('PUT', `${RULES}/{matchingRuleId}`, {
            path: { companyId, matchingRuleId: rule.id },
            body,
            headers,
          })
        } else await send('POST', RULES, { path: { companyId }, body, headers: intent.headers(body) })
        say(texts.saved)
        onDone()
        await refresh('matching-rules', 'bank-transactions', 'bank-statements')
      }}
    />
  )
}

/** What must hold, as one line. */
const useConditions = () => {
  const texts = useWords(matchingWords)
  const language = useLanguage()
  const money = (kronor: number) => amountText(oreOf(kronor), language)
  return ({ direction, counterparty, textContains, reference, fromAmount, toAmount }: Rule): string =>
    [
      direction && texts.directions[direction],
      counterparty && texts.isWith(counterparty),
      textContains && texts.says(textContains),
      reference && texts.refers(reference),
      fromAmount && texts.atLeast(money(fromAmount)),
      toAmount && texts.atMost(money(toAmount)),
    ]
      .filter(Boolean)
      .join(' · ')
}

const RuleCard = ({ rule, isOpen, onOpen }: { rule: Rule; isOpen: boolean; onOpen: (isOpen: boolean) => void }) => {
  const texts = useWords(matchingWords)
  const kinds = useWords(vatKindWords)
  const taxTexts = useWords(taxWords)
  const { id: companyId, may } = useCompany()
  const { nameOf } = useAccounts()
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const conditionsOf = useConditions()
  const path = { companyId, matchingRuleId: rule.id }
  const one = `${RULES}/{matchingRuleId}`
  const { isActive = true } = rule
  const change = (what: () => Promise<unknown>, said: string) =>
    run(async () => {
      await what()
      await refresh('matching-rules', 'bank-transactions', 'bank-statements')
    }, said)
  const turn = () => {
    const body = { ...bodyOf(filledOf(rule), rule.tags), isActive: !isActive }
    return change(() => send('PUT', one, { path, body, headers: {} }), texts.saved)
  }
  return (
    <section className="card settings-card" aria-label={rule.name}>
      <h2>
        {rule.name} {!isActive && <Tag>{texts.off}</Tag>}
      </h2>
      {isOpen ? (
        <OpenRule path={path} onDone={() => onOpen(false)} />
      ) : (
        <>
          <p>{conditionsOf(rule)}</p>
          <p>
            {texts.becomes} {rule.account} {nameOf(rule.account)}, {taxName(taxOf(rule), taxTexts)}
            {rule.vatKind && ` (${kinds[rule.vatKind]})`}
            {rule.title && `, ”${rule.title}”`}
          </p>
        </>
      )}
      {may('bank-statements:write') && !isOpen && (
        <div className="page-actions">
          <ActionButton variant="default" onClick={() => onOpen(true)}>
            {texts.edit}
          </ActionButton>
          <ActionButton variant="default" loading={isBusy} onClick={() => void turn()}>
            {isActive ? texts.switchOff : texts.switchOn}
          </ActionButton>
          <ConfirmButton
            label={texts.remove}
            isBusy={isBusy}
            onSure={() => change(() => send('DELETE', one, { path }), texts.removed)}
          >
            <p>{texts.removeLead}</p>
          </ConfirmButton>
        </div>
      )}
    </section>
  )
}

const OpenRule = ({ path, onDone }: { path: { companyId: string; matchingRuleId: string }; onDone: () => void }) => {
  const found = useVersioned<Rule>(`${RULES}/{matchingRuleId}`, { path })
  return (
    <ResilientContent of={found}>
      {(rule) => <RuleForm rule={rule} etag={found.etag} onDone={onDone} />}
    </ResilientContent>
  )
}

/** What was learned, the latest first. */
const Habits = ({ onRule }: { onRule: (habit: Habit) => void }) => {
  const texts = useWords(matchingWords)
  const { id: companyId, may } = useCompany()
  const { nameOf } = useAccounts()
  const { data, error } = queries.useQuery('get', '/companies/{companyId}/matching-habits', {
    params: { path: { companyId } },
  })
  const rows = data?.items ?? []
  const refresh = useRefresh()
  const { run } = useDo()
  const [busy, setBusy] = useState('')
  const turn = async ({ id, isUsed }: Habit) => {
    setBusy(id)
    await run(async () => {
      const path = { companyId, matchingHabitId: id }
      await send('PUT', HABIT, { path, body: { isUsed: !isUsed }, headers: {} })
      await refresh('matching-habits', 'bank-transactions', 'bank-statements')
    }, texts.saved)
    setBusy('')
  }
  return (
    <section className="card" aria-label={texts.learned}>
      <h2>{texts.learned}</h2>
      <p className="soft">{texts.learnedLead}</p>
      {error && <FailureMessage error={error} />}
      {data && rows.length === 0 && <p>{texts.nothingLearned}</p>}
      <ul className="plain-list settings-list">
        {rows.map((habit) => (
          <li key={habit.id}>
            <span>
              <strong>{habit.counterparty}</strong> {texts.directions[habit.direction]}: {habit.account}{' '}
              {nameOf(habit.account)}
              <span className="soft">
                {' '}
                {texts.times(habit.times, habit.lastDate)} {!habit.isUsed && <Tag>{texts.off}</Tag>}
              </span>
            </span>
            {may('bank-statements:write') && (
              <span className="button-row">
                <ActionButton variant="default" size="xs" onClick={() => onRule(habit)}>
                  {texts.makeRule}
                </ActionButton>
                <ActionButton variant="default" size="xs" loading={busy === habit.id} onClick={() => void turn(habit)}>
                  {habit.isUsed ? texts.forget : texts.useAgain}
                </ActionButton>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
