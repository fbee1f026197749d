// The accounts of the union scheme: which country, rate and kind of supply an income account has, from a day on.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { queries, type Schema, useAction, useCompany, useRefresh } from '#client'
import { AccountInput } from '#console/accounts'
import { send } from '#console/form'
import { isUnionCountry, standardRateOn, unionCountries } from '#rule/union-vat'
import {
  ActionButton,
  DayInput,
  DecimalInput,
  FailureMessage,
  numberText,
  ResilientContent,
  today,
  useAnnounce,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { ossWords } from './oss-words.ts'

const ADDRESS = '/companies/{companyId}/oss-accounts'

type Account = Schema<'OssAccounts'>['accounts'][number]

/** A row while it is typed; `key` names it on the page. */
type Typed = { key: number; account: string; from: string; country: string; rate: string; supply: Account['supply'] }

const typedOf = ({ account, from, country, taxRate, supply }: Account, key: number): Typed => ({
  key,
  account: String(account),
  from,
  country,
  rate: String(taxRate),
  supply,
})

export const OssAccounts = () => {
  const texts = useWords(ossWords)
  const { id: companyId, may } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { run, isBusy, error, fields } = useAction()
  const found = queries.useQuery('get', ADDRESS, { params: { path: { companyId } } })
  const [rows, setRows] = useState<Typed[] | null>(null)
  const stored = found.data?.accounts
  useEffect(() => {
    if (stored) setRows((before) => before ?? stored.map(typedOf))
  }, [stored])
  const all = rows ?? []
  const change = (key: number, some: Partial<Typed>) =>
    setRows(all.map((one) => (one.key === key ? { ...one, ...some } : one)))
  const next = 1 + Math.max(0, ...all.map(({ key }) => key))
  const added: Typed = {
    key: next,
    account: '',
    from: `${today().slice(0, 4)}-01-01`,
    country: '',
    rate: '',
    supply: 'goods',
  }
  const save = async () => {
    const accounts = all.map(({ account, from, country, rate, supply }) => ({
      account: Number(account),
      from,
      country,
      taxRate: Number(rate),
      supply,
    }))
    const isDone = await run(async () => {
      await send('PUT', ADDRESS, { path: { companyId }, body: { accounts } })
      await refresh('oss-accounts')
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
            isFixed={!may('vat-setting:write')}
            errorOf={(name) => fields[`accounts.${index}.${name}`]}
            onChange={(some) => change(row.key, some)}
            onRemove={() => setRows(all.filter(({ key }) => key !== row.key))}
          />
        ))}
      </ResilientContent>
      {may('vat-setting:write') && (
        <div className="page-actions">
          <ActionButton variant="default" onClick={() => setRows([...all, added])}>
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
  const texts = useWords(ossWords)
  const language = useLanguage()
  const label = (name: string) => `${name}, ${texts.row(number)}`
  const standard = isUnionCountry(row.country) ? standardRateOn(row.country, row.from) : null
  const countries = Object.entries(unionCountries)
    .map(([value, words]) => ({ value, label: words[language] }))
    .sort((one, other) => one.label.localeCompare(other.label, language))
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
        label={texts.country}
        value={row.country}
        error={errorOf('country')}
        onChange={({ currentTarget: { value } }) => {
          const usual = isUnionCountry(value) ? standardRateOn(value, row.from) : null
          onChange({ country: value, ...(row.rate === '' && usual !== null ? { rate: String(usual) } : {}) })
        }}
        data={[{ value: '', label: texts.choose }, ...countries]}
      />
      <DecimalInput
        label={texts.rate}
        {...(standard === null ? {} : { description: texts.standard(numberText(standard, language)) })}
        value={row.rate}
        error={errorOf('taxRate')}
        onChange={(rate) => onChange({ rate })}
      />
      <NativeSelect
        label={texts.supply}
        value={row.supply}
        onChange={({ currentTarget: { value } }) => onChange({ supply: value === 'services' ? value : 'goods' })}
        data={(['goods', 'services'] as const).map((value) => ({ value, label: texts.supplies[value] }))}
      />
      <button type="button" className="icon-button" aria-label={label(texts.remove)} onClick={onRemove}>
        ×
      </button>
    </fieldset>
  )
}
