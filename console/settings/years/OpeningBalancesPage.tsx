// The opening balances (ingående balanser) of a fiscal year: typed for the first year of the books, and for later ones
// shown with the year that they carry on from.
import { Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useRef, useState } from 'react'
import { isRefused, type Schema, useCompany, useDraft, useRefresh, useVersioned } from '#client'
import { useAccounts } from '#console/accounts'
import { CompanyLink, useFiscalYears } from '#console/figures'
import { sendTagged } from '#console/form'
import { MAX_REASON } from '#rule/limits'
import {
  ActionButton,
  amountText,
  DraftElsewhere,
  Empty,
  FailureMessage,
  focusFirstWrong,
  Heads,
  Money,
  Page,
  PageSkeleton,
  ResilientContent,
  useAnnounce,
  useUrl,
} from '#ui'
import { useLanguage, useWords } from '#words'
import { OpeningGrid } from './OpeningGrid.tsx'
import { type Balance, balancesOf, type Line, linesOf, sumOf } from './opening.ts'
import { openingWords } from './opening-words.ts'

export { OpeningBalancesPage as Page }

const ADDRESS = '/companies/{companyId}/fiscal-years/{fiscalYearId}/opening-balances'

type Opening = Schema<'OpeningBalances'>
type Year = { id: string; startDate: string; endDate: string; status: 'open' | 'closed' }

const spanOf = ({ startDate, endDate }: Year) => `${startDate} – ${endDate}`

const OpeningBalancesPage = () => {
  const texts = useWords(openingWords)
  const [{ year: chosen }, set] = useUrl()
  const { years, error } = useFiscalYears()
  const year = years?.find(({ id }) => id === chosen) ?? years?.at(-1)
  return (
    <Page title={texts.title} lead={texts.lead}>
      {error && <FailureMessage error={error} />}
      {!years && !error && <PageSkeleton />}
      {years?.length === 0 && (
        <Empty>
          {texts.noYears} <CompanyLink to="/settings/years">{texts.toYears}</CompanyLink>
        </Empty>
      )}
      {years && years.length > 1 && year && (
        <div className="filters">
          <NativeSelect
            label={texts.year}
            value={year.id}
            data={years.map((one) => ({ value: one.id, label: spanOf(one) }))}
            onChange={({ currentTarget: { value } }) => set({ year: value })}
          />
        </div>
      )}
      {years && year && <Opened key={year.id} year={year} years={years} />}
    </Page>
  )
}

const Opened = ({ year, years }: { year: Year; years: readonly Year[] }) => {
  const { id: companyId, may } = useCompany()
  const path = { companyId, fiscalYearId: year.id }
  const found = useVersioned<Opening>(ADDRESS, { path })
  const { etag } = found
  const isTyped = years.at(-1)?.id === year.id && year.status === 'open' && may('fiscal-years:write')
  return (
    <ResilientContent of={found}>
      {(data) => (
        <>
          <section className="card settings-card opening">
            {isTyped ? (
              <Typing opening={data} etag={etag} path={path} />
            ) : (
              <Carried opening={data} year={year} years={years} />
            )}
          </section>
          {data.earlier.length > 0 && <Earlier opening={data} />}
        </>
      )}
    </ResilientContent>
  )
}

/** What is typed, and the version that it changes. */
type Typed = { lines: readonly Line[]; reason: string; etag: string | null }

const isSame = (left: Typed, right: Typed): boolean =>
  JSON.stringify([left.lines, left.reason]) === JSON.stringify([right.lines, right.reason])

type Typing = { opening: Opening; etag: string | null; path: { companyId: string; fiscalYearId: string } }

const Typing = ({ opening, etag, path }: Typing) => {
  const texts = useWords(openingWords)
  const say = useAnnounce()
  const refresh = useRefresh()
  const draft = useDraft<Typed>(`opening-balances:${path.fiscalYearId}`)
  const asRead = (): Typed => ({ lines: linesOf(opening.balances), reason: '', etag })
  const [typed, setTyped] = useState<Typed>(() => draft.kept() ?? asRead())
  const [isTouched, setIsTouched] = useState(() => draft.kept() !== null)
  const [isForced, setIsForced] = useState(false)
  const tick = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<unknown>(null)
  const [isBusy, setIsBusy] = useState(false)
  const latest = useRef(typed)
  latest.current = typed
  /** The version that was changed here last, and the one that came of it, which is read a moment later. */
  const answer = useRef<{ from: string | null; to: string | null } | null>(null)
  // Untouched fields are shown with their current values.
  if (!isTouched && typed.etag !== etag) setTyped(asRead())
  const change = (changes: Partial<Typed>) => {
    const before = latest.current
    const saved = answer.current
    const etag = saved && saved.from === before.etag ? saved.to : before.etag
    const after = { ...before, etag, ...changes }
    latest.current = after
    setTyped(after)
    setIsTouched(true)
    draft.keep(after)
  }
  const startOver = () => {
    draft.drop()
    setTyped(asRead())
    setIsTouched(false)
    setError(null)
  }
  const { places, balances } = balancesOf(typed.lines)
  const isUneven = sumOf(typed.lines) !== 0
  const save = async (version = typed.etag) => {
    const sent = typed
    const reason = typed.reason.trim()
    const body = { balances, ...(reason && { reason }) }
    const query = isUneven && isForced ? { force: true } : {}
    setError(null)
    setIsBusy(true)
    try {
      const headers = version ? { 'If-Match': version } : {}
      const { etag: to } = await sendTagged('PUT', ADDRESS, { path, query, body, headers })
      answer.current = { from: version, to }
      say(texts.saved)
      // What is typed from now on is no longer what has been saved.
      setIsForced(false)
      // Nor is what was typed meanwhile: it changes what was saved.
      if (!isSame(latest.current, sent)) change({ etag: to })
      else {
        draft.drop()
        setIsTouched(false)
      }
      await refresh('fiscal-years')
    } catch (thrown) {
      setError(thrown)
      if (isRefused(thrown) && thrown.isChanged) await refresh('fiscal-years')
      else if (isRefused(thrown) && thrown.fields.balances) tick.current?.focus()
      else focusFirstWrong()
    } finally {
      setIsBusy(false)
    }
  }
  const wrong = placedIn(error, places)
  const isOvertaken = isRefused(error) && error.isChanged
  // The sums stand below the list: what is asked is said where it is answered.
  const isAsked = isRefused(error) && error.fields.balances !== undefined
  return (
    <form className="stack" onSubmit={(event) => event.preventDefault()}>
      <DraftElsewhere
        elsewhere={isTouched ? null : draft.elsewhere}
        onTake={(theirs) => [setTyped(theirs), setIsTouched(true)]}
      />
      {isOvertaken && (
        <div role="alert" className="form-kept">
          <p>{texts.changed}</p>
          <div className="button-row">
            <ActionButton variant="default" onClick={startOver}>
              {texts.takeTheirs}
            </ActionButton>
            <ActionButton variant="default" onClick={() => void save(etag)}>
              {texts.saveOver}
            </ActionButton>
          </div>
        </div>
      )}
      {error !== null && !isOvertaken && !isAsked && Object.keys(wrong).length === 0 && (
        <FailureMessage error={error} />
      )}
      <OpeningGrid lines={typed.lines} wrong={wrong} onChange={(lines) => change({ lines })} />
      <p className="soft">{texts.keys}</p>
      {opening.revision > 0 && (
        <TextInput
          label={texts.reason}
          description={texts.reasonHint}
          maxLength={MAX_REASON}
          value={typed.reason}
          onChange={({ currentTarget: { value } }) => change({ reason: value })}
        />
      )}
      {isUneven && (
        <Checkbox
          label={texts.force}
          checked={isForced}
          ref={tick}
          error={isAsked && !isForced && texts.uneven}
          onChange={({ currentTarget: { checked } }) => setIsForced(checked)}
        />
      )}
      <div className="page-actions">
        <ActionButton keys="Mod+Enter" loading={isBusy} onClick={() => void save()}>
          {texts.save}
        </ActionButton>
        <ActionButton variant="default" disabled={!isTouched} onClick={startOver}>
          {texts.startOver}
        </ActionButton>
      </div>
    </form>
  )
}

/** Sentences about lines, by where each was typed: `2.account`. */
const placedIn = (thrown: unknown, places: readonly number[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(isRefused(thrown) ? thrown.fields : {}).flatMap(([field, sentence]) => {
      const [, item, name = 'account'] = /^balances\.(\d+)(?:\.(\w+))?$/.exec(field) ?? []
      const place = item === undefined ? undefined : places[Number(item)]
      return place === undefined ? [] : [[`${place}.${name}`, sentence]]
    }),
  )

/** The opening balances of a year that are not typed, and their source. */
const Carried = ({ opening, year, years }: { opening: Opening; year: Year; years: readonly Year[] }) => {
  const texts = useWords(openingWords)
  const language = useLanguage()
  const first = years.at(-1) ?? year
  const before = years[years.findIndex(({ id }) => id === year.id) + 1]
  const sum = sumOf(linesOf(opening.balances))
  return (
    <div className="opening-carried">
      {before ? (
        <>
          <p>{opening.origin === 'carried' ? texts.carriedFrom(spanOf(before)) : texts.storedLater(spanOf(first))}</p>
          <div className="button-row">
            <CompanyLink to="/reports/trial-balance" search={{ from: before.startDate, to: before.endDate }}>
              {texts.toBefore}
            </CompanyLink>
            <CompanyLink to="/settings/opening-balances" search={{ year: first.id }}>
              {texts.toFirst(spanOf(first))}
            </CompanyLink>
          </div>
          {sum !== 0 && <p className="form-kept">{texts.notBalanced(amountText(Math.abs(sum), language))}</p>}
        </>
      ) : (
        year.status === 'closed' && (
          <p>
            {texts.closed}{' '}
            <CompanyLink to="/year-end" search={{ year: year.id }}>
              {texts.toYearEnd}
            </CompanyLink>
          </p>
        )
      )}
      {opening.balances.length === 0 ? <Empty>{texts.none}</Empty> : <Balances balances={opening.balances} />}
    </div>
  )
}

const Balances = ({ balances }: { balances: readonly Balance[] }) => {
  const texts = useWords(openingWords)
  const { nameOf } = useAccounts()
  return (
    <table className="plain-table">
      <Heads texts={[texts.account]} amounts={[texts.amount]} />
      <tbody>
        {balances.map(({ account, amount }) => (
          <tr key={account}>
            <td>
              {account} {nameOf(account)}
            </td>
            <td className="is-right">
              <Money kronor={amount} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{texts.sums}</th>
          <td className="is-right">
            <Money ore={sumOf(linesOf(balances))} />
          </td>
        </tr>
      </tbody>
    </table>
  )
}

const Earlier = ({ opening: { earlier } }: { opening: Opening }) => {
  const texts = useWords(openingWords)
  return (
    <details className="settings-card">
      <summary>{texts.earlier}</summary>
      {earlier.map(({ revision, balances }) => (
        <section key={revision} className="opening-carried" aria-label={texts.revision(revision)}>
          <h2>{texts.revision(revision)}</h2>
          <Balances balances={balances} />
        </section>
      ))}
    </details>
  )
}
