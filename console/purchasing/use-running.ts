// What is done with a supplier invoice: said, and what it touches read again.
import { useState } from 'react'
import { isRefused, useRefresh } from '#client'
import { useAnnounce } from '#ui'

type Undo = { label: string; run: () => void }

/** Does something with the invoice, says so, and how it is undone, and reads again what it touches. */
export const useRunning = () => {
  const refresh = useRefresh()
  const say = useAnnounce()
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const run = async (said: string | null, what: () => Promise<unknown>, undo?: Undo): Promise<void> => {
    setIsBusy(true)
    setWrong(null)
    try {
      await what()
      if (said !== null) say(said, undo ? { undo } : {})
    } catch (cause) {
      setWrong(cause)
      if (!isRefused(cause)) throw cause
    } finally {
      setIsBusy(false)
      void refresh('supplier-invoices', 'supplier-advances', 'uploads', 'journal-entries')
    }
  }
  return { run, isBusy, wrong }
}
