// The accounts under the margin scheme: what each has, by which method and rate, from a day on; and what was carried
// in.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { queries, type Schema, useAction, useCompany, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { send } from '#console/form'
import { vatRates } from '#rule/vat-rates'
import { ActionButton, DayInput, DecimalInput, FailureMessage, ResilientContent, today, useAnnounce } from '#ui'
import { useWords } from '#words'
import { marginWords } from './margin-words.ts'

const ADDRESS = '/companies/{companyId}/margin-accounts'

type Setting = Schema<'MarginAccounts'>
type Account = Setting['accounts'][number]

/** A row while it is typed; `key` names it on the page. */
type Typed = Omit<Account, 'account'> & { key: number; account: string }

const kinds = ['sales', 'salesAtLoss', 'purchases'] as const
const methods = ['perPeriod', 'perItem'] as const

/** One of a list of choices: the first where a text is none of them. */
const chosen = <Of extends string | number>(all: readonly [Of, ...Of[]], text: string): Of =>
  all.find((one) => String(one) === text) ?? all[0]

/** The amounts carried in, as typed, by rate. */
type Carried = Readonly<Record<number, string>>

export const MarginAccounts = () => {
  const texts = useWords(marginWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { run, isBusy, error, fields } = useAction()
  const found = queries.useQuery('get', ADDRESS, { params: { path: { companyId } } })
  const [rows, setRows] = useState<Typed[] | null>(null)
  const [carried, setCarried] = useState<Carried>({})
  const stored = found.data
  useEffect(() => {
    if (!stored || rows !== null) return
    setRows(stored.accounts.map((one, key) => ({ ...one, key, account: String(one.account) })))
    setCarried(Object.fromEntries(stored.carriedIn.map(({ taxRate, amount }) => [taxRate, String(amount)])))
  }, [stored, rows])
  const all = rows ?? []
  const isFixed = !may('vat-setting:write')
  const change = (key: number, some: Partial<Typed>) =>
    setRows(all.map((one) => (one.key === key ? { ...one, ...some } : one)))
  const save = async () => {
    const isDone = await run(async () => {
      await send('PUT', ADDRESS, { path: { companyId }, body: bodyOf(all, carried) })
      await refresh('margin-accounts', 'margin-preview')
    })
    if (isDone) say(texts.saved)
  }
  return (
    <section className="card stack" aria-label={texts.accounts}>
      <h2>{texts.accounts}</h2>
      <p className="soft">{texts.accountsLead}</p>
      <ResilientContent of={found}>
        {all.map((row, index) => (
          <AccountRow
            key={row.key}
            row={row}
            number={index + 1}
            isFixed={isFixed}
            errorOf={(name) => fields[`accounts.${index}.${name}`]}
            onChange={(some) => change(row.key, some)}
            onRemove={() => setRows(all.filter(({ key }) => key !== row.key))}
          />
        ))}
        {all.some(({ method }) => method === 'perPeriod') && (
          <fieldset className="form-grid" disabled={isFixed} aria-label={texts.carried}>
            {vatRates
              .filter((rate) => all.some(({ taxRate }) => taxRate === rate))
              .map((rate) => (
                <DecimalInput
                  key={rate}
                  label={`${texts.carried}. ${texts.carriedOf(rate)}`}
                  description={texts.carriedLead}
                  value={carried[rate] ?? ''}
                  onChange={(amount) => setCarried({ ...carried, [rate]: amount })}
                />
              ))}
          </fieldset>
        )}
      </ResilientContent>
      {!isFixed && (
        <div className="page-actions">
          <ActionButton variant="default" onClick={() => setRows([...all, addedTo(all)])}>
            {texts.add}
          </ActionButton>
          <ActionButton keys="Mod+s" loading={isBusy} onClick={() => void save()}>
            {texts.save}
          </ActionButton>
        </div>
      )}
      {error ? <FailureMessage error={error} /> : null}
    </section>
  )
}

const bodyOf = (all: readonly Typed[], carried: Carried): Setting => ({
  accounts: all.map(({ account, from, kind, method, taxRate }) => ({
    account: Number(account),
    from,
    kind,
    method,
    taxRate,
  })),
  carriedIn: vatRates.flatMap((taxRate) =>
    Number(carried[taxRate] ?? 0) > 0 ? [{ taxRate, amount: Number(carried[taxRate]) }] : [],
  ),
})

/** The next row: like the last one, and of purchases after sales. */
const addedTo = (all: readonly Typed[]): Typed => {
  const last = all.at(-1)
  return {
    key: 1 + Math.max(0, ...all.map(({ key }) => key)),
    account: '',
    from: last?.from ?? `${today().slice(0, 4)}-01-01`,
    kind: last?.kind === 'sales' ? 'purchases' : 'sales',
    method: last?.method ?? methods[0],
    taxRate: last?.taxRate ?? vatRates[0],
  }
}

const AccountRow = ({
  row,
  number,
  isFixed,
  errorOf,
  onChange,
  onRemove,
}: {
  row: Typed
  number: number
  isFixed: boolean
  errorOf: (name: string) => string | undefined
  onChange: (some: Partial<Typed>) => void
  onRemove: () => void
}) => {
  const texts = useWords(marginWords)
  const label = (name: string) => `${name}, ${texts.row(number)}`
  return (
    <fieldset className="form-grid" disabled={isFixed} aria-label={texts.row(number)}>
      <AccountInput
        label={texts.account}
        aria-label={label(texts.account)}
        value={row.account}
        error={errorOf('account')}
        onChange={(account) => onChange({ account })}
      />
      <DayInput label={texts.from} value={row.from} error={errorOf('from')} onChange={(from) => onChange({ from })} />
      <NativeSelect
        label={texts.kind}
        value={row.kind}
        onChange={({ currentTarget: { value } }) => onChange({ kind: chosen(kinds, value) })}
        data={kinds.map((value) => ({ value, label: texts.kinds[value] }))}
      />
      <NativeSelect
        label={texts.method}
        value={row.method}
        error={errorOf('method')}
        onChange={({ currentTarget: { value } }) => onChange({ method: chosen(methods, value) })}
        data={methods.map((value) => ({ value, label: texts.methods[value] }))}
      />
      <NativeSelect
        label={texts.rate}
        value={String(row.taxRate)}
        onChange={({ currentTarget: { value } }) => onChange({ taxRate: chosen(vatRates, value) })}
        data={vatRates.map((rate) => ({ value: String(rate), label: String(rate) }))}
      />
      <button type="button" className="icon-button" aria-label={label(texts.remove)} onClick={onRemove}>
        ×
      </button>
    </fieldset>
  )
}
