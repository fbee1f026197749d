// The documents of something: a strip of them with the chosen one below, put in order, taken away, and added to by
// being dropped. The first is the one that is shown beside a form.
import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { queries, useCompany } from '#client'
import { bound, useUrl } from '#ui'
import { useWords } from '#words'
import { DropDocument } from './DropDocument.tsx'
import { UploadView } from './UploadView.tsx'
import { dropped } from './upload.ts'
import { words } from './words.ts'

type Given = {
  ids: readonly string[]
  isBusy?: boolean
  /** Left out where the order is as it is. */
  onOrder?: ((ids: readonly string[]) => void) | undefined
  /** Left out where what is there stays. */
  onRemove?: ((id: string, name: string) => void) | undefined
  /** Left out where nothing may be added. */
  onAdd?: ((files: readonly File[]) => void) | undefined
  /** What the one that is an e-invoice says. */
  eInvoice?: ReactNode
}

export const Documents = ({ ids, isBusy = false, onOrder, onRemove, onAdd, eInvoice }: Given) => {
  const texts = useWords(words)
  const [{ file }, set] = useUrl()
  const nameOf = useNames(ids)
  const place = Math.max(0, ids.indexOf(file ?? ''))
  const shown = ids[place]
  const show = (to: number) => set({ file: ids[(to + ids.length) % ids.length] ?? null }, { replace: true })
  const move = (by: number) => {
    const to = place + by
    if (!onOrder || !shown || to < 0 || to >= ids.length) return
    set({ file: shown }, { replace: true })
    onOrder(ids.filter((id) => id !== shown).toSpliced(to, 0, shown))
  }
  const remove = () => {
    if (!onRemove || !shown) return
    set({ file: ids[place + 1] ?? ids[place - 1] ?? null }, { replace: true })
    onRemove(shown, nameOf(shown))
  }
  const isMany = ids.length > 1
  return (
    <div className="documents" {...(onAdd ? dropped(onAdd) : {})}>
      {isMany && <Strip ids={ids} place={place} nameOf={nameOf} onShow={show} onMove={move} onRemove={remove} />}
      {shown && (isMany || onRemove) && (
        <div className="document-bar">
          {isMany && (
            <>
              <Step sign="←" keys="Mod+," label={texts.previousDocument} onClick={() => show(place - 1)} />
              <span aria-live="polite">{texts.documentOf(place + 1, ids.length)}</span>
              <Step sign="→" keys="Mod+." label={texts.nextDocument} onClick={() => show(place + 1)} />
            </>
          )}
          {onOrder && place > 0 && (
            <Step keys="o <" label={texts.earlier} onClick={() => move(-1)}>
              {texts.earlier}
            </Step>
          )}
          {onOrder && place < ids.length - 1 && (
            <Step keys="o >" label={texts.later} onClick={() => move(1)}>
              {texts.later}
            </Step>
          )}
          {onRemove && (
            <Step keys="o x" label={texts.remove} onClick={remove}>
              {texts.remove}
            </Step>
          )}
        </div>
      )}
      {shown && <UploadView uploadId={shown} title={isMany ? nameOf(shown) : undefined} eInvoice={eInvoice} />}
      {onAdd && <DropDocument isBusy={isBusy} isMore={ids.length > 0} onFiles={onAdd} />}
    </div>
  )
}

/** Names of the documents, read once there are several to tell apart. */
const useNames = (ids: readonly string[]): ((id: string) => string) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const isAsked = ids.length > 1 && may('uploads:read')
  const found = useQueries({
    queries: ids.map((uploadId) => ({
      ...queries.queryOptions('get', '/companies/{companyId}/uploads/{uploadId}', {
        params: { path: { companyId, uploadId } },
      }),
      enabled: isAsked,
    })),
  })
  return (id) => found[ids.indexOf(id)]?.data?.description || texts.documentNumber(ids.indexOf(id) + 1)
}

type Stepping = {
  sign?: string
  keys: string
  label: string
  isOff?: boolean
  onClick: () => void
  children?: ReactNode
}

/** Does not take the focus from the form beside it. */
const Step = ({ sign, keys, label, onClick, children }: Stepping) => (
  <button
    type="button"
    className={children ? 'chip' : 'icon-button'}
    {...(children ? {} : { 'aria-label': label, title: label })}
    onClick={onClick}
    data-stays=""
    {...bound(keys)}
  >
    {children ?? sign}
  </button>
)

type Stripped = {
  ids: readonly string[]
  place: number
  nameOf: (id: string) => string
  onShow: (place: number) => void
  onMove: (by: number) => void
  onRemove: () => void
}

/** All of them by name. In it the arrows go from one to the next, with Alt they move it, and Delete takes it away. */
const Strip = ({ ids, place, nameOf, onShow, onMove, onRemove }: Stripped) => {
  const texts = useWords(words)
  const list = useRef<HTMLOListElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (by === 0 && event.key !== 'Delete') return
    event.preventDefault()
    if (by === 0) return onRemove()
    if (event.altKey) return onMove(by)
    onShow(place + by)
    list.current?.querySelectorAll('button')[(place + by + ids.length) % ids.length]?.focus()
  }
  return (
    <ol ref={list} className="document-strip" aria-label={texts.documents} onKeyDown={onKeyDown}>
      {ids.map((id, at) => (
        <li key={id}>
          <button
            type="button"
            className="chip"
            aria-pressed={at === place}
            tabIndex={at === place ? 0 : -1}
            onClick={() => onShow(at)}
          >
            {`${at + 1}. ${nameOf(id)}`}
          </button>
        </li>
      ))}
    </ol>
  )
}
