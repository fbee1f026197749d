// The fiscal years, a new one, and the day up to which the books are locked.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { type Schema, useCompany, useIntent, useRefresh, useVersioned } from '#client'
import { CompanyLink, useFiscalYears } from '#console/figures'
import { type FieldRow, Form, send } from '#console/form'
import { words } from '#console/settings/words.ts'
import { ActionButton, Allowed, Facts, FailureMessage, Page, PageSkeleton, Tag, today, useAnnounce, useUrl } from '#ui'
import { useWords } from '#words'
import { RemoveYear } from './RemoveYear.tsx'

export { YearsPage as Page }

const YearsPage = () => {
  const texts = useWords(words)
  const { may } = useCompany()
  const [{ open }, set] = useUrl()
  const { years, error } = useFiscalYears()
  const actions = may('fiscal-years:manage') && open !== 'new' && (
    <ActionButton keys="n" onClick={() => set({ open: 'new' })}>
      {texts.addYear}
    </ActionButton>
  )
  return (
    <Page title={texts.years} actions={actions}>
      {error && <FailureMessage error={error} />}
      {!years && !error && <PageSkeleton />}
      {open === 'new' && (
        <Allowed scope="fiscal-years:manage">
          <NewYear onDone={() => set({ open: null })} />
        </Allowed>
      )}
      {years && (
        <ul className="plain-list">
          {years.map(({ id, startDate, endDate, status, accountingMethod, keptUntil }) => (
            <li key={id}>
              <CompanyLink to="/year-end" search={{ year: id }}>
                {startDate} – {endDate} <Tag tone={status === 'open' ? 'good' : 'plain'}>{texts[status]}</Tag>{' '}
                <span className="soft">{accountingMethod === 'cash' ? texts.cash : texts.accrual}</span>
              </CompanyLink>{' '}
              <span className="soft">{texts.keptUntil(keptUntil)}</span>{' '}
              <CompanyLink to="/settings/opening-balances" search={{ year: id }}>
                {texts.openingBalances}
              </CompanyLink>
            </li>
          ))}
        </ul>
      )}
      {years && <RemoveYear year={mayGo(years.at(-1))} />}
      {may('lock-date:read') && <LockDate />}
    </Page>
  )
}

/** The oldest year, where the law does not want it kept any more. */
const mayGo = (year: Schema<'FiscalYear'> | undefined) => (year && year.keptUntil < today() ? year : null)

const NewYear = ({ onDone }: { onDone: () => void }) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const intent = useIntent()
  const { id: companyId } = useCompany()
  const fields: readonly FieldRow[] = [
    { name: 'startDate', label: texts.yearFrom, kind: 'day', isRequired: true },
    { name: 'endDate', label: texts.yearTo, kind: 'day', isRequired: true },
    {
      name: 'accountingMethod',
      label: texts.method,
      kind: 'choice',
      choices: [
        { value: 'accrual', label: texts.accrual },
        { value: 'cash', label: texts.cash },
      ],
    },
    { name: 'permission', label: texts.permission },
  ]
  return (
    <section className="card settings-card">
      <Form
        name="settings/new-year"
        fields={fields}
        action={texts.addYear}
        onCancel={onDone}
        onSend={async (body) => {
          const headers = intent.headers(body)
          await send('POST', '/companies/{companyId}/fiscal-years', { path: { companyId }, body, headers })
          say(texts.saved)
          await refresh('fiscal-years', 'vat-periods')
          onDone()
        }}
      />
    </section>
  )
}

const LockDate = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  const refresh = useRefresh()
  const { id: companyId, may } = useCompany()
  const [isForced, setIsForced] = useState(false)
  const address = '/companies/{companyId}/lock-date'
  const path = { companyId }
  const { data, error } = useVersioned<{ lockDate: string | null; vatLockDate: string | null }>(address, { path })
  return (
    <section className="card settings-card" aria-label={texts.lock}>
      <h2>{texts.lock}</h2>
      <p className="soft">{texts.lockLead}</p>
      {error && <FailureMessage error={error} />}
      {data && !may('lock-date:write') && (
        <Facts
          facts={[
            [texts.lock, data.lockDate ?? '–'],
            [texts.vatLock, data.vatLockDate ?? '–'],
          ]}
        />
      )}
      {data && may('lock-date:write') && (
        <Form
          key={`${data.lockDate} ${data.vatLockDate}`}
          name="settings/lock-date"
          fields={[
            { name: 'lockDate', label: texts.lock, kind: 'day' },
            { name: 'vatLockDate', label: texts.vatLock, kind: 'day', hint: texts.vatLockLead },
          ]}
          read={data}
          action={texts.setLock}
          onSend={async (body) => {
            const query = isForced ? { force: true } : {}
            await send('PATCH', address, { path, query, body: { lockDate: data.lockDate, ...body } })
            say(texts.saved)
            await refresh('lock-date')
          }}
        >
          <Checkbox
            label={texts.lockForce}
            checked={isForced}
            onChange={({ currentTarget: { checked } }) => setIsForced(checked)}
          />
        </Form>
      )}
    </section>
  )
}
