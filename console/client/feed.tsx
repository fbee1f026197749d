// What others change arrives by itself: the events of the company say which lists and reports are no longer as they
// were read, and those are read again.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { base } from './place.ts'

/** How long changes are gathered before what they touch is read again, in milliseconds. */
const GATHERED_MS = 250

/** Queries that depend on entries and documents, invalidated by any change. */
const DERIVED = [
  'reports',
  'queue',
  'invoices-to-remind',
  'bank-transactions',
  'search',
  'vat-periods',
  'chart-of-accounts',
  'vat-codes',
]

type Told = { resource: { path?: string | null } | null }

/** How far each company's events have been followed: who comes back to it goes on from there. */
const followed = new Map<string, string>()

const LATEST = 'latest'
/** How long to wait with beginning anew when the service would not have the events followed, in milliseconds. */
const ANEW_MS = 30_000

/**
 * Follows the company while the page is visible: a hidden page holds no connection. The company was read after the
 * event with the number `since`, so nothing is missed however late the following starts.
 */
export const Feed = ({ companyId, since }: { companyId: string; since: number }) => {
  const client = useQueryClient()
  if (!followed.has(companyId)) followed.set(companyId, String(since))
  useEffect(() => {
    let source: EventSource | null = null
    let timer: number | undefined
    let again: number | undefined
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
      const after = followed.get(companyId)
      source = new EventSource(`${base}/v1/companies/${companyId}/events?after=${after}`)
      if (after === LATEST) source.addEventListener('open', () => void client.invalidateQueries(), { once: true })
      source.onerror = refused
      source.onmessage = ({ data, lastEventId }) => {
        if (lastEventId) followed.set(companyId, lastEventId)
        if (data === '') return
        const { resource } = JSON.parse(data) as Told
        touched.add(partOf(resource?.path ?? ''))
        clearTimeout(timer)
        timer = window.setTimeout(refresh, GATHERED_MS)
      }
    }
    // The browser makes broken connections again. After a refusal, such as that of events that are no longer kept, the
    // following begins anew, and all is read again.
    const refused = () => {
      if (source?.readyState !== EventSource.CLOSED) return
      source = null
      followed.set(companyId, LATEST)
      again = window.setTimeout(listen, ANEW_MS)
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
      clearTimeout(again)
      if (touched.size > 0) refresh()
      source?.close()
    }
  }, [client, companyId])
  return null
}

/** `customers` of `/companies/…/customers/…`. */
const partOf = (path: string): string => path.split('/')[3] ?? ''
