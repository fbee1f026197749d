// Templates of the agency and their rollouts, as the pages have them.
import { useQueryClient } from '@tanstack/react-query'
import type { Schema } from '#client'
import { amountText, oreOf } from '#ui'
import type { templateWords } from './template-words.ts'

export type Template = Schema<'AgencyTemplate'>
export type Kind = Template['content']['kind']
export type Rollout = Schema<'TemplateRollout'>
export type Step = Schema<'TemplateRolloutStep'>
export type Outcome = NonNullable<Step['outcome']>

export const kinds = ['account', 'entryTemplate', 'matchingRule', 'texts'] as const
export const outcomes = ['add', 'change', 'same', 'own', 'removed', 'blocked'] as const
export const results = ['applied', 'unchanged', 'stale', 'failed'] as const

export const TEMPLATES = '/agencies/{agencyId}/templates'
export const TEMPLATE = '/agencies/{agencyId}/templates/{templateId}'
export const USES = '/agencies/{agencyId}/template-uses'
export const ROLLOUTS = '/agencies/{agencyId}/template-rollouts'
export const ROLLOUT = '/agencies/{agencyId}/template-rollouts/{rolloutId}'
export const STEPS = '/agencies/{agencyId}/template-rollouts/{rolloutId}/steps'

/** What a template is called in lists: an account with its number. */
export const titleOf = ({ content }: Pick<Template, 'content'>): string =>
  content.kind === 'account' ? `${content.account} ${content.name}` : content.name

/** Has what these addresses told read again. */
export const useRefreshAt = () => {
  const client = useQueryClient()
  return async (...addresses: readonly string[]): Promise<void> => {
    for (const address of addresses) await client.invalidateQueries({ queryKey: ['get', address] })
  }
}

type Texts = (typeof templateWords)['sv']
type Item = {
  kind: string
  account: number
  side?: string
  amount?: number
  percent?: number
  vatRate?: number
  vatKind?: string
}

/** What a client has, or is to have, one line for each value that either says. */
export const valuesOf = ({ before, after }: Pick<Step, 'before' | 'after'>, texts: Texts, language: 'sv' | 'en') => {
  const order = Object.keys(texts.names)
  const names = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].toSorted(
    (one, other) => order.indexOf(one) - order.indexOf(other),
  )
  const text = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–'
    if (typeof value === 'boolean') return value ? texts.yes : texts.no
    if (!Array.isArray(value)) return texts.values[String(value)] ?? String(value)
    return value.map((one: Item | string) => (typeof one === 'string' ? one : itemText(one))).join('\n') || '–'
  }
  const itemText = ({ kind, account, side, amount, percent, vatRate, vatKind }: Item): string =>
    [
      account,
      side === undefined ? '' : texts.sides[side as 'debit' | 'credit'],
      texts.itemKinds[kind as 'rest'],
      amount === undefined ? '' : amountText(oreOf(amount), language),
      percent === undefined ? '' : `${percent} %`,
      vatRate === undefined ? '' : `${vatRate} %`,
      vatKind === undefined ? '' : (texts.values[vatKind] ?? vatKind),
    ]
      .filter((part) => part !== '')
      .join(' ')
  return names
    .map((name) => ({
      name,
      label: texts.names[name] ?? name,
      before: text(before?.[name]),
      after: text(after?.[name]),
    }))
    .filter((row) => row.before !== '–' || row.after !== '–')
}

/** Whether it has come to clients, or goes on to. */
export const wasApplied = ({ state, counts }: Rollout): boolean =>
  state === 'applying' || state === 'applied' || (state === 'stopped' && results.some((name) => counts[name] > 0))
