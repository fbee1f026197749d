// Reporting a period: what would be booked is shown, then booked, and the period is locked.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { queries, useCompany, useIntent, useRefresh } from '#client'
import type { Span } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { FailureMessage, Heads, Money, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/vat-returns'

export const Filing = ({ span, corrects }: { span: Span; corrects: string | null }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { isBusy, run } = useDo()
  const refresh = useRefresh()
  const intent = useIntent()
  const [isForced, setIsForced] = useState(false)
  const path = { companyId }
  const days = { startDate: span.from, endDate: span.to }
  const report = (body: Body, query: { force?: boolean }, said: string) =>
    run(async () => {
      await send('POST', ADDRESS, { path, query, body, headers: intent.headers(body) })
      await refresh('vat-periods', 'vat-returns', 'reports', 'journal-entries', 'lock-date', 'fiscal-years')
    }, said)
  const body = corrects ? { corrects } : days
  return (
    <div className="page-actions">
      <ConfirmButton
        label={corrects ? texts.correct : texts.book}
        keys={corrects ? 'r' : 'b'}
        variant={corrects ? 'default' : 'filled'}
        isBusy={isBusy}
        onSure={() => report(body, isForced ? { force: true } : {}, texts.filed)}
      >
        <p>{corrects ? texts.correctLead : texts.bookLead}</p>
        <Preview body={body} isForced={isForced} onForce={setIsForced} />
      </ConfirmButton>
      {!corrects && (
        <ConfirmButton
          label={texts.elsewhere}
          isBusy={isBusy}
          onSure={() => report({ ...days, reportedElsewhere: true }, {}, texts.outside)}
        >
          <p>{texts.elsewhereLead}</p>
        </ConfirmButton>
      )}
    </div>
  )
}

/** What would be booked, and what prevents it; some obstacles can be overridden. */
const Preview = ({
  body,
  isForced,
  onForce,
}: {
  body: Body
  isForced: boolean
  onForce: (isForced: boolean) => void
}) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { data, error } = queries.useQuery(
    'post',
    ADDRESS,
    { params: { path: { companyId }, query: { dryRun: true, force: isForced } }, body } as never,
    { retry: false, staleTime: 0 },
  )
  const entry = (data as { entry?: Entry | null } | undefined)?.entry
  return (
    <>
      {error && <FailureMessage error={error} />}
      {!data && !error && <PageSkeleton lines={3} />}
      {data && !entry && <p>{texts.nothingBooked}</p>}
      {entry && (
        <table className="plain-table">
          <Heads texts={[texts.account]} amounts={[texts.entryDebit, texts.entryCredit]} />
          <tbody>
            {entry.items.map(({ account, debit, credit }) => (
              <tr key={`${account}.${debit}.${credit}`}>
                <td>{account}</td>
                <td className="is-right">{debit ? <Money kronor={debit} /> : null}</td>
                <td className="is-right">{credit ? <Money kronor={credit} /> : null}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(error || isForced) && (
        <Checkbox
          label={texts.force}
          description={texts.forceLead}
          checked={isForced}
          onChange={({ currentTarget: { checked } }) => onForce(checked)}
        />
      )}
    </>
  )
}

type Body = { startDate?: string; endDate?: string; corrects?: string; reportedElsewhere?: boolean }
type Entry = { items: readonly { account: number; debit: number; credit: number }[] }
