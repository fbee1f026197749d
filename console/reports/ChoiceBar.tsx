// What can be chosen for a report: columns, comparison, depth, tag, and the state of the books that it stands on.
import { NativeSelect, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { queries, useCompany } from '#client'
import { CompanyLink } from '#console/figures'
import { bound, DayInput, useUrl } from '#ui'
import { useWords } from '#words'
import type { ChoiceName } from './use-choices.ts'
import { words } from './words.ts'

const MOST_GROUPS = 100

const keys = { compare: 'v j', by: 'v k', level: 'v v' } as const

/**
 * On a phone they are folded, so that the report is what is seen. `hasBudget`: the report can stand beside what was
 * planned.
 */
export const ChoiceBar = ({
  taken,
  hasBudget = false,
  children,
}: {
  taken: readonly ChoiceName[]
  hasBudget?: boolean
  children?: ReactNode
}) => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const [isOpen, setIsOpen] = useState(false)
  const chosen = taken.filter((name) => url[name]).length
  const selects = {
    compare: [
      { value: '', label: texts.none },
      { value: 'previousPeriod', label: texts.previousPeriod },
      { value: 'previousYear', label: texts.previousYear },
      ...(hasBudget ? [{ value: 'budget', label: texts.budget }] : []),
    ],
    by: [
      { value: '', label: texts.whole },
      { value: 'month', label: texts.month },
      { value: 'quarter', label: texts.quarter },
      { value: 'year', label: texts.year },
    ],
    level: [
      { value: '', label: texts.levels.account },
      { value: 'group', label: texts.levels.group },
      { value: 'line', label: texts.levels.line },
    ],
  }
  const titles = { compare: texts.compare, by: texts.by, level: texts.level }
  const shown = (['compare', 'by', 'level'] as const).filter((name) => taken.includes(name))
  return (
    <>
      <button
        type="button"
        className="link-button choices-fold"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
      >
        {texts.moreChoices(chosen)}
      </button>
      <div className={isOpen ? 'filters choices is-open' : 'filters choices'}>
        {shown.map((name) => (
          <NativeSelect
            key={name}
            label={titles[name]}
            data={selects[name]}
            value={url[name] ?? ''}
            onChange={({ currentTarget: { value } }) => set({ [name]: value })}
            data-keys-label={titles[name]}
            {...bound(keys[name])}
          />
        ))}
        {taken.includes('tagId') && <TagChoice hasGroups={taken.includes('tagGroupId')} />}
        {taken.includes('accounts') && <AccountsChoice key={url.accounts ?? ''} />}
        {taken.includes('knownAt') && (
          <DayInput
            label={texts.knownAt}
            title={texts.knownAtHint}
            value={url.knownAt ?? ''}
            onChange={(knownAt) => set({ knownAt })}
            data-keys-label={texts.knownAt}
            {...bound('v b')}
          />
        )}
        {children}
      </div>
      {hasBudget && url.compare === 'budget' && (
        <p>
          <CompanyLink to="/reports/budget">{texts.editBudget}</CompanyLink>
        </p>
      )}
    </>
  )
}

const AccountsChoice = () => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const [typed, setTyped] = useState(url.accounts ?? '')
  const take = () => set({ accounts: typed.replace(/\s/g, '').replaceAll('–', '-') })
  return (
    <TextInput
      label={texts.accounts}
      placeholder={texts.accountsHint}
      autoComplete="off"
      value={typed}
      onChange={({ currentTarget: { value } }) => setTyped(value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
      data-keys-label={texts.accounts}
      {...bound('v o')}
    />
  )
}

/** One tag, or a column for each tag of a group. */
const TagChoice = ({ hasGroups }: { hasGroups: boolean }) => {
  const texts = useWords(words)
  const [url, set] = useUrl()
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/tag-groups',
    { params: { path: { companyId }, query: { pageSize: MOST_GROUPS } } },
    { enabled: may('tags:read') },
  )
  const groups = data?.items ?? []
  if (groups.length === 0) return null
  const value = url.tagId ? `tag:${url.tagId}` : url.tagGroupId ? `group:${url.tagGroupId}` : ''
  return (
    <NativeSelect
      label={texts.tag}
      value={value}
      data={[
        { value: '', label: texts.allTags },
        ...groups.map(({ id, name, tags }) => ({
          group: name,
          items: [
            ...(hasGroups ? [{ value: `group:${id}`, label: texts.eachOf(name) }] : []),
            ...tags.map((tag) => ({ value: `tag:${tag.id}`, label: tag.name })),
          ],
        })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) => {
        const [kind, id = ''] = chosen.split(':')
        set({ tagId: kind === 'tag' ? id : null, tagGroupId: kind === 'group' ? id : null, untaggedGroupId: null })
      }}
      data-keys-label={texts.tag}
      {...bound('v t')}
    />
  )
}
