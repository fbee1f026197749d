// Changes of VAT rates that the law is known to make, with what of the company follows them; and items that look like
// food at another rate, which people give the kind at once.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { queries, useCompany, useRefresh } from '#client'
import { Sure, send, useDo } from '#console/form'
import { useWords } from '#words'
import { vatChangeWords } from './vat-change-words.ts'
import { vatKindWords } from './vat-kind-words.ts'

export const VatChanges = () => {
  const texts = useWords(vatChangeWords)
  const kinds = useWords(vatKindWords)
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/vat-changes', { params: { path: { companyId } } })
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  if (!data) return null
  const changes = data.changes.filter(({ items, recurringInvoices }) => items + recurringInvoices > 0)
  if (changes.length + data.items.length + data.recurringInvoices.length === 0) return null
  const chosen = data.items.filter(({ id }) => !left.has(id))
  const toggle = (id: string) =>
    setLeft((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  const give = () =>
    run(async () => {
      const body = { items: chosen.map(({ id }) => ({ id, vatKind: 'food' })) }
      await send('POST', '/companies/{companyId}/vat-changes/items', { path: { companyId }, body })
      await refresh('items', 'vat-changes')
    }, texts.done)
  return (
    <details className="chart-corrections">
      <summary>{texts.title(changes.length, data.items.length + data.recurringInvoices.length)}</summary>
      <ul className="plain-list settings-list">
        {changes.map(({ vatKind, from, rateBefore, rate, items, recurringInvoices }) => (
          <li key={`${vatKind} ${from}`}>
            {texts.change({ kind: kinds[vatKind], from, rateBefore, rate, items, recurringInvoices })}
          </li>
        ))}
        {data.recurringInvoices.map(({ id, description, taxRate }) => (
          <li key={`${id} ${description}`}>{texts.line(description, taxRate)}</li>
        ))}
      </ul>
      {data.items.length > 0 && (
        <fieldset className="plain-list">
          <legend>{texts.likeFood}</legend>
          {data.items.map(({ id, description, taxRate }) => (
            <Checkbox
              key={id}
              label={texts.item(description, taxRate)}
              checked={!left.has(id)}
              disabled={!may('items:write')}
              onChange={() => toggle(id)}
            />
          ))}
        </fieldset>
      )}
      {data.items.length > 0 && may('items:write') && (
        <Sure label={texts.give} isBusy={isBusy} isDisabled={chosen.length === 0} onSure={give}>
          <p>{texts.sure(chosen.length)}</p>
          <p className="soft">{texts.sureLead}</p>
        </Sure>
      )}
    </details>
  )
}
