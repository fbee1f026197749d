// Removing the oldest fiscal year once the law does not want it kept any more: what goes, what stays or what is in the
// way, a word to type, and the seal of what stands in its place.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { answered, api, patiently, queries, type Schema, useAction, useCompany, useRefresh } from '#client'
import { ActionButton, Dialog, FailureMessage, Hindrances, PageSkeleton, TypedConfirmation, useAnnounce } from '#ui'
import { useWords } from '#words'
import { removeYearWords } from './remove-year-words.ts'

type Year = Pick<Schema<'FiscalYear'>, 'id' | 'startDate' | 'endDate'>
type Removal = Schema<'FiscalYearRemoval'>

/** Lists of documents that may have gone. */
const DOCUMENTS = [
  'invoices',
  'credit-notes',
  'reminders',
  'supplier-invoices',
  'bank-statements',
  'bank-payments',
  'vat-returns',
]

/** `year` is the oldest one, where it may go: the dialog goes on about the one that was asked for. */
export const RemoveYear = ({ year }: { year: Year | null }) => {
  const texts = useWords(removeYearWords)
  const { may } = useCompany()
  const refresh = useRefresh()
  const [asked, setAsked] = useState<Year | null>(null)
  const [outcome, setOutcome] = useState<Removal | null>(null)
  if (!may('fiscal-years:remove')) return null
  const close = () => {
    setAsked(null)
    setOutcome(null)
  }
  const take = (done: Removal) => {
    setOutcome(done)
    void refresh('fiscal-years', 'journal-entries', 'uploads', ...DOCUMENTS)
  }
  const period = asked ? `${asked.startDate} – ${asked.endDate}` : ''
  return (
    <>
      {year && (
        <ActionButton variant="default" onClick={() => setAsked(year)}>
          {texts.remove}
        </ActionButton>
      )}
      <Dialog title={texts.title(period)} isOpen={asked !== null} onClose={close} size="lg">
        {asked && !outcome && <Asked year={asked} period={period} onRemoved={take} onClose={close} />}
        {asked && outcome && <Done outcome={outcome} period={period} onClose={close} />}
      </Dialog>
    </>
  )
}

type Given = { year: Year; period: string; onRemoved: (outcome: Removal) => void; onClose: () => void }

const Asked = ({ year, period, onRemoved, onClose }: Given) => {
  const texts = useWords(removeYearWords)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const { run, isBusy, error } = useAction()
  const params = { path: { companyId, fiscalYearId: year.id } }
  const address = '/companies/{companyId}/fiscal-years/{fiscalYearId}/removal'
  const { data, error: unread } = queries.useQuery('get', address, { params }, { staleTime: 0 })
  if (!data) return unread ? <FailureMessage error={unread} /> : <PageSkeleton />
  const remove = async () => {
    const outcome = answered(await api.POST(address, { params, ...patiently }))
    say(texts.removed(period))
    onRemoved(outcome)
  }
  return (
    <div className="form">
      <Hindrances title={texts.hindered} those={data.hindrances} />
      <Told removal={data} />
      <TypedConfirmation
        word={texts.word}
        label={texts.type(texts.word)}
        does={texts.removeNow}
        cancel={texts.cancel}
        isAllowed={data.canRemove}
        isBusy={isBusy}
        error={error}
        onDo={() => void run(remove)}
        onCancel={onClose}
      />
      {isBusy && <p role="status">{texts.takesTime}</p>}
    </div>
  )
}

const Told = ({ removal }: { removal: Removal }) => {
  const texts = useWords(removeYearWords)
  const counts = (those: Removal['removed']) => (
    <ul className="bullets">
      {those.map(({ what, count }) => (
        <li key={what}>
          {what}: {count}
        </li>
      ))}
    </ul>
  )
  return (
    <>
      <h3>{removal.canRemove ? texts.goes : texts.goesThen}</h3>
      {removal.removed.length === 0 ? <p>{texts.nothingGoes}</p> : counts(removal.removed)}
      <h3>{texts.stays}</h3>
      {removal.kept.length === 0 ? <p>{texts.nothingStays}</p> : counts(removal.kept)}
      <p className="soft">{texts.sums}</p>
    </>
  )
}

const Done = ({ outcome, period, onClose }: { outcome: Removal; period: string; onClose: () => void }) => {
  const texts = useWords(removeYearWords)
  return (
    <div className="form">
      <p>{texts.removed(period)}</p>
      <TextInput label={texts.seal} description={texts.sealHint} value={outcome.seal ?? ''} readOnly />
      <div className="form-actions">
        <ActionButton onClick={onClose}>{texts.close}</ActionButton>
      </div>
    </div>
  )
}
