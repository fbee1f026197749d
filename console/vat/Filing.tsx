// Reporting a period: what would be booked is shown, then booked, and the period is locked.
import { Checkbox } from '@mantine/core'
import { useState } from 'react'
import { isRefused, queries, sentencesOf, useCompany, useIntent, useRefresh } from '#client'
import type { Span } from '#console/figures'
import { ConfirmButton, send, useDo } from '#console/form'
import { FailureMessage, Heads, Money, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

const ADDRESS = '/companies/{companyId}/vat-returns'
/** The reason of a return whose bases and taxes do not belong together. */
const DIFFERENCE = 'vat.bases-differ'
/** The reason where an earlier program has settled the period in the imported books. */
const SETTLED = 'vat.settled-before'

export const Filing = ({ span, corrects }: { span: Span; corrects: string | null }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { isBusy, run } = useDo()
  const refresh = useRefresh()
  const intent = useIntent()
  const [isForced, setIsForced] = useState(false)
  const [isIntended, setIsIntended] = useState(false)
  const path = { companyId }
  const days = { startDate: span.from, endDate: span.to }
  const report = (body: Body, query: { force?: boolean }, said: string) =>
    run(async () => {
      await send('POST', ADDRESS, { path, query, body, headers: intent.headers(body) })
      await refresh('vat-periods', 'vat-returns', 'reports', 'journal-entries', 'lock-date', 'fiscal-years')
    }, said)
  const body = { ...(corrects ? { corrects } : days), ...(isIntended ? { acceptDifferences: true } : {}) }
  const { error } = useTried(corrects ? { corrects } : days, false)
  const asElsewhere = () => report({ ...days, reportedElsewhere: true }, {}, texts.outside)
  // An earlier program has settled it in the books: there is nothing to book, and it counts as reported.
  if (!corrects && isRefused(error) && error.reason === SETTLED)
    return (
      <>
        <p className="notice" role="status">
          <strong>{texts.settledBefore}</strong> {error.message}
        </p>
        <div className="page-actions">
          <ConfirmButton label={texts.markSettled} keys="b" variant="filled" isBusy={isBusy} onSure={asElsewhere}>
            <p>{texts.elsewhereLead}</p>
          </ConfirmButton>
        </div>
      </>
    )
  const isHindered = isRefused(error) && error.reason !== DIFFERENCE
  return (
    <>
      {isHindered && (
        <p className="notice" role="status">
          {sentencesOf(error).join(' · ')}
        </p>
      )}
      <div className="page-actions">
        <ConfirmButton
          label={corrects ? texts.correct : texts.book}
          keys={corrects ? 'r' : 'b'}
          variant={corrects ? 'default' : 'filled'}
          isBusy={isBusy}
          onSure={() => report(body, isForced ? { force: true } : {}, texts.filed)}
        >
          <p>{corrects ? texts.correctLead : texts.bookLead}</p>
          <Preview body={body} isForced={isForced} onForce={setIsForced} onIntend={setIsIntended} />
        </ConfirmButton>
        {!corrects && (
          <ConfirmButton label={texts.elsewhere} isBusy={isBusy} onSure={asElsewhere}>
            <p>{texts.elsewhereLead}</p>
          </ConfirmButton>
        )}
      </div>
    </>
  )
}

/** What the service would answer: a trial that writes nothing. */
const useTried = (body: Body, isForced: boolean) => {
  const { id: companyId } = useCompany()
  return queries.useQuery(
    'post',
    ADDRESS,
    { params: { path: { companyId }, query: { dryRun: true, force: isForced } }, body } as never,
    { retry: false, staleTime: 0 },
  )
}

/** What would be booked, and what prevents it; some obstacles can be overridden. */
const Preview = ({
  body,
  isForced,
  onForce,
  onIntend,
}: {
  body: Body
  isForced: boolean
  onForce: (isForced: boolean) => void
  onIntend: (isIntended: boolean) => void
}) => {
  const texts = useWords(words)
  const { data, error } = useTried(body, isForced)
  const entry = (data as { entry?: Entry | null } | undefined)?.entry
  const reason = isRefused(error) ? error.reason : null
  const isIntended = body.acceptDifferences === true
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
      {(reason === DIFFERENCE || isIntended) && (
        <Checkbox
          size="md"
          label={texts.intended}
          description={texts.intendedLead}
          checked={isIntended}
          onChange={({ currentTarget: { checked } }) => onIntend(checked)}
        />
      )}
      {((error && reason !== DIFFERENCE) || isForced) && (
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

type Body = {
  startDate?: string
  endDate?: string
  corrects?: string
  reportedElsewhere?: boolean
  acceptDifferences?: boolean
}
type Entry = { items: readonly { account: number; debit: number; credit: number }[] }
