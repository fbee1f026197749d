// An action that the user started: whether it is in progress, and why it was refused.
import { useRef, useState } from 'react'
import { isRefused } from './refused.ts'

type RunningAction = {
  /** Does it unless something is on its way already; whether it was done. */
  run: (what: () => Promise<unknown>) => Promise<boolean>
  isBusy: boolean
  error: unknown
  /** Sentences about fields, by their paths. */
  fields: Readonly<Record<string, string>>
  forget: () => void
}

const NONE: Readonly<Record<string, string>> = {}

export const useAction = (): RunningAction => {
  const isOn = useRef(false)
  const [isBusy, setIsBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (what: () => Promise<unknown>) => {
    if (isOn.current) return false
    isOn.current = true
    setIsBusy(true)
    setError(null)
    try {
      await what()
      return true
    } catch (thrown) {
      setError(thrown)
      return false
    } finally {
      isOn.current = false
      setIsBusy(false)
    }
  }
  return { run, isBusy, error, fields: isRefused(error) ? error.fields : NONE, forget: () => setError(null) }
}
