// What this year's BAS plan adds, renames and retires: people tick what they want, and the rest of the chart stays.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { ConfirmButton, send, useDo } from '#console/form'
import { useWords } from '#words'
import { updateWords } from './chart-update-words.ts'

type Update = Schema<'ChartUpdate'>
type Kind = 'add' | 'rename' | 'retire'
type Change = { account: number; said: string }

const kinds = ['add', 'rename', 'retire'] as const

export const ChartUpdate = () => {
  const texts = useWords(updateWords)
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/chart-of-accounts/update', {
    params: { path: { companyId } },
  })
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  if (!data) return null
  const changes = changesOf(data, texts)
  if (kinds.every((kind) => changes[kind].length === 0)) return null
  const keyOf = (kind: Kind, account: number) => `${kind} ${account}`
  const chosen = (kind: Kind) =>
    changes[kind].map(({ account }) => account).filter((account) => ticked.has(keyOf(kind, account)))
  const count = kinds.reduce((sum, kind) => sum + chosen(kind).length, 0)
  const toggle = (key: string) =>
    setTicked((before) => new Set(before.has(key) ? without(before, key) : [...before, key]))
  const apply = () =>
    run(async () => {
      const body = { add: chosen('add'), rename: chosen('rename'), retire: chosen('retire') }
      await send('POST', '/companies/{companyId}/chart-of-accounts/update', { path: { companyId }, body })
      setTicked(new Set())
      await refresh('chart-of-accounts', 'chart-corrections', 'fiscal-years', 'reports')
    }, texts.done)
  return (
    <details className="chart-corrections">
      <summary>{texts.title(data.year)}</summary>
      <p className="soft">{texts.lead}</p>
      {kinds.map(
        (kind) =>
          changes[kind].length > 0 && (
            <fieldset key={kind} className="plain-list">
              <legend>{texts[kind]}</legend>
              {changes[kind].map(({ account, said }) => (
                <Checkbox
                  key={account}
                  label={said}
                  checked={ticked.has(keyOf(kind, account))}
                  disabled={!may('chart-of-accounts:manage')}
                  onChange={() => toggle(keyOf(kind, account))}
                />
              ))}
            </fieldset>
          ),
      )}
      {may('chart-of-accounts:manage') && (
        <ConfirmButton label={texts.apply} isBusy={isBusy} isDisabled={count === 0} onSure={apply}>
          <p>{texts.sure(count)}</p>
          <p className="soft">{texts.sureLead}</p>
        </ConfirmButton>
      )}
    </details>
  )
}

const without = (keys: ReadonlySet<string>, key: string): string[] => [...keys].filter((one) => one !== key)

type Texts = (typeof updateWords)['sv']

/** Accounts that new companies do not begin with are added one by one, as before. */
const changesOf = ({ adds, renames, retires }: Update, texts: Texts): Record<Kind, Change[]> => ({
  add: adds
    .filter(({ isUsual }) => isUsual)
    .map(({ account, name }) => ({ account, said: texts.added({ account, name }) })),
  rename: renames.map(({ account, name, own, sruCodes, isOwnName }) => ({
    account,
    said: texts.renamed({
      account,
      name,
      own: own.name,
      isOwnName,
      codes: own.sruCodes.length > 0 && own.sruCodes.join() !== sruCodes.join() ? sruCodes.join(', ') : null,
    }),
  })),
  retire: retires.map(({ account, name, instead }) => ({ account, said: texts.retired({ account, name, instead }) })),
})
