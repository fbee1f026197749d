// Small parts of the pages of sales.
import { CloseButton } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type Schema, soughtIn, useCompany } from '#client'
import { ActionButton, bound, isOwnCurrency, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Status = Schema<'Invoice'>['status']

const tones: Readonly<Record<Status, 'plain' | 'good' | 'wrong' | 'waiting'>> = {
  draft: 'plain',
  published: 'waiting',
  paid: 'good',
  overPaid: 'waiting',
  underPaid: 'waiting',
  overdue: 'wrong',
  credited: 'plain',
  credit: 'plain',
}

/** What is written off, wholly or in its rest, is settled to the API; people call it by what it is. */
export const StatusTag = ({ status, writtenOffAmount = 0 }: { status: Status; writtenOffAmount?: number }) => {
  const texts = useWords(words)
  if (status === 'paid' && writtenOffAmount > 0) return <Tag tone="plain">{texts.writtenOff}</Tag>
  return <Tag tone={tones[status]}>{texts.states[status]}</Tag>
}

/** The currency behind an amount, where it is another one than that of the books. */
export const inCurrency = (currency: string): string => (isOwnCurrency(currency) ? '' : ` ${currency}`)

/** Goes to a page of the company: `go('/invoices', { open: id })`. */
export const useGo = () => {
  const navigate = useNavigate()
  const { id } = useCompany()
  return (path: string, search: Record<string, string> = {}) =>
    void navigate({ to: `/companies/${id}${path}` as never, search: search as never })
}

/** The head of what is open beside its list: its name, the way to its neighbours `ids`, and the way out. */
export const DetailHead = ({
  ids,
  id,
  onClose,
  children,
}: {
  ids: readonly string[]
  id: string
  onClose?: () => void
  children: ReactNode
}) => {
  const texts = useWords(words)
  const [, set] = useUrl()
  return (
    <div className="detail-head">
      <h2>{children}</h2>
      <div className="page-actions">
        <Steps ids={ids} at={id} onGo={(open) => set({ open }, { replace: true })} />
        <CloseButton
          aria-label={texts.close}
          {...bound('Escape')}
          onClick={() => (onClose ? onClose() : set({ open: null }))}
        />
      </div>
    </div>
  )
}

/** The previous and next of the rows, by button and `[` `]`. */
export const Steps = ({ ids, at, onGo }: { ids: readonly string[]; at: string; onGo: (id: string) => void }) => {
  const texts = useWords(words)
  const place = ids.indexOf(at)
  const before = place > 0 ? ids[place - 1] : undefined
  const after = place >= 0 ? ids[place + 1] : undefined
  return (
    <>
      <ActionButton
        keys="["
        variant="default"
        size="compact-md"
        rightSection={null}
        aria-label={texts.previous}
        disabled={before === undefined}
        onClick={() => before && onGo(before)}
      >
        ‹
      </ActionButton>
      <ActionButton
        keys="]"
        variant="default"
        size="compact-md"
        rightSection={null}
        aria-label={texts.next}
        disabled={after === undefined}
        onClick={() => after && onGo(after)}
      >
        ›
      </ActionButton>
    </>
  )
}

const SEARCHED = {
  texts: ['customerRef', 'buyerReference', 'orderNumberReference', 'projectReference'],
  numbers: ['invoiceNumber', 'paymentReference'],
  amounts: ['totalAmount'],
}

/** What a search of invoices asks: a customer or a reference that has the text, or the number, or the amount. */
export const searchOf = (text: string): string | undefined => soughtIn(text, SEARCHED)

/** The same of credit notes, which have no payment reference. */
export const searchOfNotes = (text: string): string | undefined =>
  soughtIn(text, { ...SEARCHED, numbers: ['invoiceNumber'] })
