// What a form holds while it is typed: kept as a draft, offered on other devices, and merged with what another user
// saves meanwhile, so that no change is lost silently.
import { useRef, useState } from 'react'
import { useDraft } from './drafts.ts'
import { completed, isSame, type Lost, merge } from './merge.rules.ts'
import { isRefused } from './refused.ts'

/** The form, and the version it changes: as that one was read, and its ETag; null of what is new. */
type Kept<Form> = { form: Form; base: Form; etag: string | null }

type State<Form> = Kept<Form> & {
  isTyped: boolean
  /** `base` has been saved here, and has not been read since. */
  isSaved?: boolean
  /** Fields that another user has changed meanwhile and that were also typed in here; null until there are any. */
  lost: readonly Lost[] | null
}

type Settings<Form> = {
  /** Of the version that `first` shows. */
  etag?: string | null
  /** How a draft of an earlier visit is taken up; null when it is not. */
  adopt?: (kept: Form) => Form | null
}

/** `first`: what the form shows before anybody types, as it is now on the service. */
export const useTyped = <Form extends object>(
  key: string,
  first: () => Form,
  { etag = null, adopt = (kept) => kept }: Settings<Form> = {},
) => {
  const draft = useDraft<Kept<Form>>(key, { offersOther: true })
  const fresh = (): State<Form> => {
    const form = first()
    return { form, base: form, etag, isTyped: false, lost: null }
  }
  const wholeOf = ({ form, base, ...rest }: Kept<Form>): Kept<Form> => {
    const now = first()
    return { ...rest, form: completed(form, now), base: completed(base, now) }
  }
  const begin = (): State<Form> => {
    const kept = draft.kept()
    const whole = kept?.form ? wholeOf(kept) : null
    const form = whole ? adopt(whole.form) : null
    return whole && form ? { ...whole, form, isTyped: true, lost: null } : fresh()
  }
  const [state, setState] = useState<State<Form>>(begin)
  // A key that saves takes the hands out of a field, whose change is told in the same breath.
  const latest = useRef(state)
  latest.current = state
  const show = (next: State<Form>) => {
    latest.current = next
    setState(next)
  }
  const { isSending, send } = useSending()
  // It was saved, here or elsewhere. Untouched fields are shown with their new values. A version that comes before the
  // answer is met after it: it may be what was sent.
  if (state.etag !== etag && !isSending.current) {
    const now = fresh()
    const { form, lost } = merge(state.base, state.form, now.form)
    // Fields saved from here are not another user's changes.
    const isOwn = state.isSaved && isSame(now.form, state.base)
    const others = isOwn ? state.lost : [...(state.lost ?? []), ...lost]
    show(state.isTyped ? { ...now, form, isTyped: true, lost: others } : now)
  }
  const put = (form: Form) => {
    const next = { ...latest.current, form, isTyped: true }
    show(next)
    draft.keep(keptOf(next))
  }
  const { form, lost, isTyped } = state
  return {
    form,
    isTyped,
    lost,
    put,
    latest: () => latest.current.form,
    /** For the header If-Match; null of what is new. */
    etag: state.etag,
    change: (some: Partial<Form>) => put({ ...latest.current.form, ...some }),
    /** Once `sent` has been saved, or all of it is given up. */
    drop: (sent?: Form) => {
      isSending.current = false
      const next = afterSaving(latest.current, sent)
      if (next.isTyped) draft.keep(keptOf(next))
      else draft.drop()
      show(next)
    },
    startOver: () => {
      draft.drop()
      show(fresh())
    },
    /** The remaining text of an error: that another user has saved is shown by `lost`. */
    trouble: (error: unknown): unknown => (lost !== null && isRefused(error) && error.isChanged ? null : error),
    send,
    elsewhere: {
      elsewhere: isTyped ? null : draft.elsewhere,
      other: draft.other,
      shown: keptOf(state),
      onTake: (kept: Kept<Form>) => show({ ...wholeOf(kept), isTyped: true, lost: null }),
    },
  }
}

const keptOf = <Form>({ form, base, etag }: Kept<Form>): Kept<Form> => ({ form, base, etag })

/**
 * What has been typed while `sent` was on its way is a change of what was saved. Of what is new there is nothing yet
 * that it could change.
 */
const afterSaving = <Form>({ form, base, etag }: State<Form>, sent: Form | undefined): State<Form> => ({
  form,
  base: sent ?? base,
  etag,
  lost: null,
  isSaved: sent !== undefined,
  isTyped: sent !== undefined && etag !== null && !isSame(form, sent),
})

/** Sends a form; changes that another user has saved meanwhile are read by `refresh`, and merged as they come. */
const useSending = () => {
  const isSending = useRef(false)
  const send = async <Answer>(save: () => Promise<Answer>, refresh: () => Promise<unknown>): Promise<Answer> => {
    isSending.current = true
    try {
      return await save()
    } catch (thrown) {
      isSending.current = false
      if (isRefused(thrown) && thrown.isChanged) await refresh()
      throw thrown
    } finally {
      isSending.current = false
    }
  }
  return { isSending, send }
}

export type Typed<Form extends object> = ReturnType<typeof useTyped<Form>>
