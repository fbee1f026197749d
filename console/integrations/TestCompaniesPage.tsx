// Test companies: made with a year in their books, and their clocks moved.
import { Progress } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { queries, type Schema, useAction, useIntent } from '#client'
import { Form, send, useDo } from '#console/form'
import {
  ActionButton,
  addDays,
  addMonths,
  DayInput,
  Empty,
  FailureMessage,
  Page,
  PageSkeleton,
  Tag,
  useAnnounce,
  useUrl,
} from '#ui'
import { useWords } from '#words'
import { testWords } from './test-words.ts'

export { TestCompaniesPage as Page }

type TestCompany = Schema<'TestCompany'>

/** Between looks at a year that is being booked, in milliseconds. */
const LOOK_MS = 1500

const tones = { making: 'waiting', ready: 'good', failed: 'wrong' } as const

const TestCompaniesPage = () => {
  const texts = useWords(testWords)
  const [{ open }, set] = useUrl()
  const client = useQueryClient()
  const say = useAnnounce()
  const intent = useIntent()
  const { data, error, refetch } = queries.useQuery('get', '/me/test-companies', undefined, {
    refetchInterval: ({ state }) => (state.data?.items.some((one) => one.state === 'making') ? LOOK_MS : false),
  })
  const items = data?.items ?? []
  const isMaking = items.some(({ state }) => state === 'making')
  const isNew = open === 'new'
  return (
    <Page
      title={texts.title}
      lead={texts.lead}
      actions={
        !isNew && (
          <ActionButton keys="n" disabled={isMaking} onClick={() => set({ open: 'new' })}>
            {texts.make}
          </ActionButton>
        )
      }
    >
      {isNew && (
        <section className="card settings-card" aria-label={texts.make}>
          <Form
            name="test-companies/new"
            fields={[
              { name: 'name', label: texts.name, isRequired: true },
              { name: 'hasTrial', label: texts.trial, hint: texts.trialHint, kind: 'switch' },
            ]}
            action={texts.make}
            onCancel={() => set({ open: null })}
            onSend={async (body) => {
              const headers = intent.headers(body)
              await send('POST', '/me/test-companies', { path: {}, body, headers })
              say(texts.begun)
              set({ open: null })
              await client.invalidateQueries()
            }}
          />
        </section>
      )}
      {error && <FailureMessage error={error} retry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && items.length === 0 && !isNew && <Empty>{texts.none}</Empty>}
      <ul className="integration-list">
        {items.map((one) => (
          <li key={one.id} className="card settings-card">
            <h2>
              <Link to={`/companies/${one.id}` as never}>{one.name}</Link>{' '}
              <Tag tone={tones[one.state]}>{texts.states[one.state]}</Tag>
            </h2>
            {one.state === 'making' && <Making {...one} />}
            {one.state === 'failed' && <p>{texts.failedLead}</p>}
            {one.state !== 'making' && <Clock key={one.date} {...one} />}
          </li>
        ))}
      </ul>
    </Page>
  )
}

/** Months of books that it will have. */
const MONTHS = 12

const Making = ({ monthsMade }: TestCompany) => {
  const texts = useWords(testWords)
  return (
    <div role="status">
      <p>{texts.months(monthsMade, MONTHS)}</p>
      <Progress value={(monthsMade / MONTHS) * 100} aria-label={texts.months(monthsMade, MONTHS)} />
    </div>
  )
}

/** What the clock shows, and how far it is to be moved: a step, or to any day. */
const Clock = ({ id: companyId, name, date, daysAhead }: TestCompany) => {
  const texts = useWords(testWords)
  const client = useQueryClient()
  const { isBusy, run } = useDo()
  const { error, fields, run: move } = useAction()
  const [to, setTo] = useState('')
  const moveTo = (day: string) =>
    send('PUT', '/companies/{companyId}/clock', { path: { companyId }, body: { date: day } }).then(() =>
      client.invalidateQueries(),
    )
  const steps = [
    [texts.oneDay, addDays(date, 1)],
    [texts.oneWeek, addDays(date, 7)],
    [texts.oneMonth, addMonths(date, 1)],
  ] as const
  return (
    <form
      className="form test-clock"
      aria-label={texts.clockOf(name)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        void move(() => moveTo(to))
      }}
    >
      <p>
        {texts.shows} <strong>{date}</strong>{' '}
        <span className="soft">{daysAhead === 0 ? texts.asElsewhere : texts.ahead(daysAhead)}</span>
      </p>
      <div className="page-actions">
        {steps.map(([label, day]) => (
          <ActionButton
            key={label}
            variant="default"
            disabled={isBusy}
            aria-label={texts.stepOf(label, name)}
            onClick={() => void run(() => moveTo(day), texts.moved(day))}
          >
            {label}
          </ActionButton>
        ))}
      </div>
      <div className="page-actions">
        <DayInput
          label={texts.toDay}
          description={texts.forward}
          value={to}
          near={date}
          onChange={setTo}
          error={fields.date}
        />
        <ActionButton type="submit" variant="default" disabled={to === ''}>
          {texts.move}
        </ActionButton>
      </div>
      {error !== null && <FailureMessage error={error} />}
    </form>
  )
}
