// What others change arrives by itself: the events of the company say which lists and reports are no longer as they
// were read, and those are read again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { base } from './place.ts'

/** How long changes are gathered before what they touch is read again, in milliseconds. */
const GATHERED_MS = 250

/** What follows from entries and documents, whatever changed. */
const DERIVED = [
  'reports',
  'queue',
  'invoices-to-remind',
  'bank-transactions',
  'search',
  'vat-periods',
  'chart-of-accounts',
]

type Told = { resource: { path?: string | null } | null }

/** Follows the company while the page is seen: a page that nobody looks at holds no connection. */
export const Feed = ({ companyId }: { companyId: string }) => {
  const client = useQueryClient()
  useEffect(() => {
    let source: EventSource | null = null
    let after = 'latest'
    let timer: number | undefined
    const touched = new Set<string>()
    const refresh = () => {
      const parts = new Set([...touched, ...DERIVED])
      // Of a test company it may be another day now, on which everything depends.
      const isOtherDay = touched.delete('clock')
      touched.clear()
      if (isOtherDay) return void client.invalidateQueries()
      void client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => parts.has(partOf(String(path))) })
    }
    const listen = () => {
      if (document.hidden || source) return
      source = new EventSource(`${base}/v1/companies/${companyId}/events?after=${after}`)
      source.onmessage = ({ data, lastEventId }) => {
        after = lastEventId || after
        if (data === '') return
        const { resource } = JSON.parse(data) as Told
        touched.add(partOf(resource?.path ?? ''))
        clearTimeout(timer)
        timer = window.setTimeout(refresh, GATHERED_MS)
      }
    }
    const follow = () => {
      if (!document.hidden) return listen()
      source?.close()
      source = null
    }
    listen()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      clearTimeout(timer)
      source?.close()
    }
  }, [client, companyId])
  return null
}

/** `customers` of `/companies/…/customers/…`. */
const partOf = (path: string): string => path.split('/')[3] ?? ''
