// What a form holds until it is sent: it makes something new, so no other user changes it meanwhile.
import { useState } from 'react'
import { useDraft } from './drafts.ts'
import { completed } from './merge.rules.ts'

/** `first`: what the form shows before anything is typed. What is typed is kept as a draft under `key`. */
export const useKeptForm = <Form extends object>(key: string, first: () => Form) => {
  const draft = useDraft<Form>(key)
  const [typed, setTyped] = useState<Form>(() => {
    const kept = draft.kept()
    return kept ? completed(kept, first()) : first()
  })
  const [isTyped, setIsTyped] = useState(() => draft.kept() !== null)
  const change = (some: Partial<Form>) => {
    const next = { ...typed, ...some }
    setTyped(next)
    setIsTyped(true)
    draft.keep(next)
  }
  const startOver = () => {
    draft.drop()
    setTyped(first())
    setIsTyped(false)
  }
  return { typed, isTyped, change, startOver, drop: draft.drop }
}

export type KeptForm<Form extends object> = ReturnType<typeof useKeptForm<Form>>
