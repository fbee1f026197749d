// Books one transaction, or several together, says so, and reads again what that touches.
import { useState } from 'react'
import { api, isRefused, newIntent, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import type { Line } from './proposals.ts'
import { words } from './words.ts'

type Operations = Schema<'Bulk'>['operations']

/** Where a transaction is matched, below the company. */
export const matchPath = ({ statementId, id }: Line): string =>
  `/bank-statements/${statementId}/transactions/${id}/match`

/**
 * `book` does all operations, or none, and then says that what was `said` is booked; `undoing` are operations that take
 * it back, which is offered.
 */
export const useBooking = (said: string, onDone: () => void) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const intent = useIntent()
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const send = async (operations: Operations, headers: (body: object) => Record<string, string>) => {
    const body = { mode: 'atomic' as const, operations }
    await api.POST('/companies/{companyId}/bulk', {
      params: { path: { companyId } },
      headers: headers(body),
      body,
    })
  }
  const takeBack = async (operations: Operations) => {
    try {
      await send(operations, () => ({ 'Idempotency-Key': newIntent() }))
      await refresh('bank-statements', 'bank-payments', 'journal-entries')
    } catch (cause) {
      say(isRefused(cause) ? cause.message : String(cause), { isWrong: true })
    }
  }
  const book = async (operations: Operations, undoing?: Operations) => {
    setIsBusy(true)
    setWrong(null)
    try {
      await send(operations, (body) => intent.headers(body))
      const undo = undoing && { label: texts.undo, run: () => void takeBack(undoing) }
      say(`${texts.booked}: ${said}`, undo ? { undo } : {})
      onDone()
      await refresh('bank-statements', 'bank-payments', 'invoices', 'supplier-invoices', 'journal-entries')
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  const fields = isRefused(wrong)
    ? Object.fromEntries(
        Object.entries(wrong.fields).map(([path, text]) => [path.replace(/^operations\.\d+(\.body)?\.?/, ''), text]),
      )
    : {}
  return { book, isBusy, wrong, fields }
}
