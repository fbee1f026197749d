// Several invoices reminded of at once, by mail: what goes out is said first, and what could not be is told one by one.
import { useState } from 'react'
import { api, isRefused, newIntent, type Schema, useCompany, useRefresh } from '#client'
import { Act, amountText, oreOf, useSay, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { REMINDED } from './RemindPart.tsx'
import { reminderWords } from './reminder-words.ts'

type ToRemind = Schema<'InvoiceToRemind'>
type Failure = { number: string; customer: string; message: string }

type Given = { invoices: readonly ToRemind[]; isOpen: boolean; onDone: () => void }

export const RemindSeveral = ({ invoices, isOpen, onDone }: Given) => {
  const texts = useWords(reminderWords)
  const language = useLanguage()
  const [, set] = useUrl()
  const { run, progress, failures } = useReminding(invoices, onDone)
  const reached = invoices.filter(({ hasAddress }) => hasAddress)
  const sum = invoices.reduce((ore, { unpaidAmount }) => ore + oreOf(unpaidAmount), 0)
  return (
    <section className="card stack" aria-label={texts.remindAll}>
      <p role="status">
        {texts.chosen(invoices.length, amountText(sum, language))}
        {progress !== null && ` · ${texts.progress(progress, reached.length)}`}
      </p>
      {reached.length < invoices.length && <p className="notice">{texts.without(invoices.length - reached.length)}</p>}
      {isOpen && <p>{texts.allHow(reached.length)}</p>}
      {failures.length > 0 && (
        <div role="alert">
          <p>{texts.notReminded}:</p>
          <ul>
            {failures.map(({ number, customer, message }) => (
              <li key={number}>{`${number} ${customer}: ${message}`}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="page-actions">
        {isOpen ? (
          <>
            <Act
              keys="Mod+Enter"
              loading={progress !== null}
              disabled={reached.length === 0}
              onClick={() => void run()}
            >
              {texts.send}
            </Act>
            <Act variant="default" keys="Escape" onClick={() => set({ several: null })}>
              {texts.cancel}
            </Act>
          </>
        ) : (
          <>
            <Act keys="p" disabled={reached.length === 0} onClick={() => set({ several: '1', open: null })}>
              {texts.remindAll}
            </Act>
            <Act variant="default" onClick={onDone}>
              {texts.selectNone}
            </Act>
          </>
        )}
      </div>
    </section>
  )
}

/** One after the other: one that is refused holds up no other, and a network that is lost stops where it is. */
const useReminding = (invoices: readonly ToRemind[], onDone: () => void) => {
  const texts = useWords(reminderWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useSay()
  const [progress, setProgress] = useState<number | null>(null)
  const [failures, setFailures] = useState<readonly Failure[]>([])
  const run = async () => {
    if (progress !== null) return
    const failed: Failure[] = []
    let made = 0
    for (const { id: invoiceId, number, customerRef, reminders } of invoices.filter(({ hasAddress }) => hasAddress)) {
      setProgress(made + failed.length)
      try {
        await api.POST('/companies/{companyId}/invoices/{invoiceId}/reminders', {
          ...{ params: { path: { companyId, invoiceId } }, headers: { 'Idempotency-Key': newIntent() } },
          // Where somebody else has reminded meanwhile, nothing is sent.
          body: { delivery: 'mail', number: reminders + 1 },
        })
        made += 1
      } catch (thrown) {
        failed.push({ number, customer: customerRef.name, message: messageOf(thrown) })
        if (!isRefused(thrown)) break
      }
    }
    setProgress(null)
    setFailures(failed)
    await refresh(...REMINDED)
    if (made > 0) say(texts.allSaid(made))
    if (failed.length === 0) onDone()
  }
  return { run, progress, failures }
}

const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
