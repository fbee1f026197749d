// VAT rates that the law changes, with what of the company follows them; and what looks like food and has a rate of its
// own, which people give the kind at once.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { queries, type Schema, useCompany, useRefresh } from '#client'
import { vatKindWords } from '#console/accounts'
import { ConfirmButton, send, useDo } from '#console/form'
import { rateOfKind } from '#rule/vat-kinds'
import { FailureMessage, Page, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { vatChangeWords } from './vat-change-words.ts'
import { carriers, type PinnedOne, pinnedIn, scopeOf, writtenKinds } from './vat-changes.ts'

export { VatChangesPage as Page }

type VatChanges = Schema<'VatChanges'>

const VatChangesPage = () => {
  const texts = useWords(vatChangeWords)
  const { id: companyId } = useCompany()
  const path = { companyId }
  const { data, error, refetch } = queries.useQuery('get', '/companies/{companyId}/vat-changes', { params: { path } })
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && (
        <>
          <Known changes={data.changes} />
          <Pinned found={data} />
        </>
      )}
    </Page>
  )
}

const Known = ({ changes }: Pick<VatChanges, 'changes'>) => {
  const texts = useWords(vatChangeWords)
  const kinds = useWords(vatKindWords)
  return (
    <section className="card form" aria-label={texts.known}>
      <h2>{texts.known}</h2>
      <table className="plain-table is-folding">
        <thead>
          <tr>
            {[texts.kind, texts.from, texts.rate, texts.follows].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {changes.map(({ vatKind, from, rateBefore, rate, ...counts }) => (
            <tr key={`${vatKind} ${from}`}>
              <th scope="row">{kinds[vatKind]}</th>
              <td>{from}</td>
              <td>{texts.becomes(rateBefore, rate)}</td>
              <td>{texts.followers(carriers.map((name) => [texts.carriers[name], counts[name]]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {changes.length === 0 && <p className="soft">{texts.noChange}</p>}
    </section>
  )
}

const Pinned = ({ found }: { found: VatChanges }) => {
  const texts = useWords(vatChangeWords)
  const { id: companyId, may } = useCompany()
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const refresh = useRefresh()
  const { isBusy, run } = useDo()
  const all = pinnedIn(found)
  const mine = all.filter(({ carrier }) => may(scopeOf[carrier]))
  const chosen = mine.filter(({ key }) => !left.has(key))
  const toggle = (key: string) =>
    setLeft((before) => new Set(before.has(key) ? [...before].filter((one) => one !== key) : [...before, key]))
  const give = () =>
    run(async () => {
      const body = writtenKinds(chosen, 'food')
      await send('POST', '/companies/{companyId}/vat-changes/kinds', { path: { companyId }, body })
      await refresh('items', 'recurring-invoices', 'entry-templates', 'matching-rules', 'vat-changes')
    }, texts.done)
  const labelOf = ({ description, taxRate, isDue }: PinnedOne) => {
    const rate = rateOfKind('food', found.today)
    return isDue && rate !== null ? texts.willBe(description, taxRate, rate) : texts.isRight(description, taxRate)
  }
  return (
    <section className="card form" aria-label={texts.likeFood}>
      <h2>{texts.likeFood}</h2>
      <p className="soft">{all.length === 0 ? texts.none : texts.likeFoodLead}</p>
      {carriers.map((name) => {
        const own = all.filter(({ carrier }) => carrier === name)
        if (own.length === 0) return null
        return (
          <fieldset key={name} className="bare form">
            <legend>{texts.carriers[name]}</legend>
            {own.map((one) => (
              <Checkbox
                size="md"
                key={one.key}
                label={labelOf(one)}
                checked={mine.includes(one) && !left.has(one.key)}
                disabled={!mine.includes(one)}
                onChange={() => toggle(one.key)}
              />
            ))}
          </fieldset>
        )
      })}
      {mine.length > 0 && (
        <ConfirmButton label={texts.give} isBusy={isBusy} isDisabled={chosen.length === 0} onSure={give}>
          <p>{texts.sure(chosen.length)}</p>
          <p className="soft">{texts.sureLead}</p>
        </ConfirmButton>
      )}
    </section>
  )
}
