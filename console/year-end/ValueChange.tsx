// A form that changes the value of a fixed asset: the entry that it would be is shown while it is filled in, and booked
// then.
import type { ReactNode } from 'react'
import { isRefused, type KeptForm, queries, type Schema, useCompany, useIntent, useRefresh } from '#client'
import { send, useDo } from '#console/form'
import { ActionButton, Cancel, FailureMessage, KeptNote, PageSkeleton } from '#ui'
import { useWords } from '#words'
import { Due } from './ProposedEntry.tsx'
import { words } from './words.ts'

/** What each kind of change proposes, by the end of its address. */
type Proposals = {
  disposal: Schema<'DisposalProposal'>
  'part-disposals': Schema<'DisposalProposal'>
  'write-downs': Schema<'WriteDownProposal'>
  'write-down-reversals': Schema<'WriteDownProposal'>
}

export type ChangeProps = {
  asset: Schema<'FixedAsset'>
  /** Months of the plan that are not booked, the earliest first. */
  unbooked: readonly string[]
  onDone: () => void
}

type Filled = {
  form: Pick<KeptForm<object>, 'isTyped' | 'startOver' | 'drop'>
  body: object
  /** Whether all that the entry needs is typed. */
  isFilled: boolean
  /** Months whose depreciation comes first. */
  due: readonly string[]
  /** The notice when it is booked. */
  booked: string
}

type Reader = (
  method: 'get',
  address: string,
  init: object,
  options: { enabled: boolean },
) => { data?: unknown; error: unknown }

/** The entry that a change would be, and how it is booked. */
export const useValueChange = <Way extends keyof Proposals>(
  { asset, onDone }: ChangeProps,
  way: Way,
  { form, body, isFilled, due, booked }: Filled,
) => {
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const intent = useIntent()
  const { isBusy, run } = useDo()
  const address = `/companies/{companyId}/fixed-assets/{fixedAssetId}/${way}`
  const path = { companyId, fixedAssetId: asset.id }
  const isReady = isFilled && due.length === 0
  // The address is that of a change, and `Proposals` what each proposes.
  const useProposal = queries.useQuery as Reader
  const asked = useProposal('get', `${address}/proposal`, { params: { path, query: body } }, { enabled: isReady })
  const proposal = isReady ? (asked.data as Proposals[Way] | undefined) : undefined
  const error = isReady ? asked.error : null
  const book = () =>
    run(async () => {
      await send('POST', address, { path, body, headers: intent.headers(body) })
      form.drop()
      await refresh('fixed-assets', 'depreciations', 'fiscal-years', 'chart-of-accounts')
      onDone()
    }, booked)
  return {
    form,
    due,
    isReady,
    proposal,
    error,
    isBusy,
    book,
    onDone,
    wrong: (isRefused(error) ? error.fields : {}) as Readonly<Record<string, string>>,
  }
}

/** The form: its fields are the children, and `shown` what the proposal says. */
export const ValueChange = ({
  title,
  press,
  change,
  shown,
  children,
}: {
  title: string
  /** What the button says. */
  press: string
  change: ReturnType<typeof useValueChange>
  shown: ReactNode
  children: ReactNode
}) => {
  const texts = useWords(words)
  const { form, due, isReady, proposal, error, isBusy, book, onDone } = change
  return (
    <section className="form disposal" aria-label={title}>
      <h3>{title}</h3>
      <KeptNote isTyped={form.isTyped} onForget={form.startOver} />
      {children}
      {due.length > 0 && <Due months={due} />}
      {isReady && error ? <FailureMessage error={error} /> : null}
      {isReady && !error && !proposal && <PageSkeleton lines={3} />}
      {shown}
      <div className="page-actions">
        <ActionButton keys="Mod+Enter" disabled={!proposal} loading={isBusy} onClick={() => void book()}>
          {press}
        </ActionButton>
        <Cancel onDrop={form.drop} onClose={onDone}>
          {texts.cancel}
        </Cancel>
      </div>
    </section>
  )
}
