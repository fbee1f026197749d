// What goes with a transaction that is booked on an account: its VAT, a template of its lines, tags and the receipt.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { answered, api, type Schema, useAllPages, useCompany } from '#client'
import { type Tax, taxes, taxName, taxWords, usualTaxOf } from '#console/accounts'
import { usualVatOf } from '#rule/usual-vat'
import { FailureMessage, type Ore, oreOf } from '#ui'
import { useWords } from '#words'
import type { Line } from './proposals.ts'
import { words } from './words.ts'

/**
 * The VAT that is proposed for an account: as a rule of the company has it, as the account is of purchases with
 * reversed tax, or as purchases on it usually are on the day. Null while it is not known; money in has none proposed.
 */
export const useUsualTax = ({ proposals, amount, date }: Line, account: number | null): Tax | null => {
  const { isVatRegistered } = useCompany()
  const [found, setFound] = useState<Tax | null>(null)
  const ofRule = proposals.find((one) => one.account === account && one.vatTreatment !== undefined)
  const told = ofRule && `${ofRule.vatTreatment}${ofRule.taxRate ?? 0}`
  useEffect(() => {
    let isOld = false
    const known = account === null ? null : usualTaxOf(account)
    const vat = account === null || amount > 0 || !isVatRegistered ? null : usualVatOf(account)
    setFound(told && taxes.has(told as Tax) ? (told as Tax) : (known ?? 'exempt'))
    if (told || known || vat === null || vat === 'exempt') return
    // The law's table is read only for this.
    void import('#rule/vat-kinds').then(({ rateOfKind }) => {
      const tax = `domestic${rateOfKind(vat, date) ?? 0}` as Tax
      if (!isOld && taxes.has(tax)) setFound(tax)
    })
    return () => {
      isOld = true
    }
  }, [told, account, amount, date, isVatRegistered])
  return found
}

export const TaxPick = ({
  value,
  usual,
  onChange,
}: {
  value: Tax | null
  usual: Tax | null
  onChange: (tax: Tax | null) => void
}) => {
  const texts = useWords(words)
  const names = useWords(taxWords)
  return (
    <NativeSelect
      label={texts.vat}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? null : (currentTarget.value as Tax))}
      data={[
        { value: '', label: texts.vatProposed(taxName(usual ?? 'exempt', names)) },
        ...[...taxes.keys()].map((tax) => ({ value: tax, label: taxName(tax, names) })),
      ]}
    />
  )
}

/** A tag of each group that has some. */
export const TagPicks = ({
  value,
  onChange,
}: {
  value: Readonly<Record<string, string>>
  onChange: (tags: Readonly<Record<string, string>>) => void
}) => {
  const { id: companyId, may } = useCompany()
  const { rows } = useAllPages<Schema<'TagGroup'>>('/tag-groups', { companyId, enabled: may('tags:read') })
  return rows
    .filter(({ tags }) => tags.length > 0)
    .map(({ id, name, tags }) => (
      <NativeSelect
        key={id}
        label={name}
        value={value[id] ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, [id]: currentTarget.value })}
        data={[{ value: '', label: '–' }, ...tags.map((tag) => ({ value: tag.id, label: tag.name }))]}
      />
    ))
}

type Filled = { title: string; parts: { account: number; amount: Ore }[] }

/** Fills the lines from a template: what it makes of the amount, but for the line of the bank. */
export const TemplatePick = ({
  line,
  bankAccount,
  onFill,
}: {
  line: Line
  bankAccount: number | null
  onFill: (filled: Filled) => void
}) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [wrong, setWrong] = useState<unknown>(null)
  const { rows } = useAllPages<Schema<'EntryTemplate'>>('/entry-templates', {
    companyId,
    enabled: may('journal-entries:read'),
  })
  if (rows.length === 0 || bankAccount === null) return null
  const fill = async (entryTemplateId: string, takesAmount: boolean) => {
    setWrong(null)
    try {
      const amount = takesAmount ? { amount: String(Math.abs(line.amount)) } : {}
      const { title, items } = answered(
        await api.GET('/companies/{companyId}/entry-templates/{entryTemplateId}/entry', {
          params: { path: { companyId, entryTemplateId }, query: { ...amount, date: line.date } as never },
        }),
      )
      const sign = line.amount > 0 ? -1 : 1
      const parts = items
        .filter(({ account }) => account !== bankAccount)
        .map(({ account, debit = 0, credit = 0 }) => ({ account, amount: sign * (oreOf(debit) - oreOf(credit)) }))
      onFill({ title, parts })
    } catch (cause) {
      setWrong(cause)
    }
  }
  return (
    <>
      <NativeSelect
        label={texts.template}
        value=""
        onChange={({ currentTarget }) => {
          const chosen = rows.find(({ id }) => id === currentTarget.value)
          if (chosen) void fill(chosen.id, chosen.takesAmount)
        }}
        data={[{ value: '', label: texts.templateNone }, ...rows.map(({ id, name }) => ({ value: id, label: name }))]}
      />
      {wrong !== null && <FailureMessage error={wrong} />}
    </>
  )
}
