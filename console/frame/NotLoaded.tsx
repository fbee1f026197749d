// A page whose code does not come: it says so in place of the browser, and opens once the service answers again.
import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { base } from '#client'
import { ActionButton, Page } from '#ui'
import { useWords } from '#words'
import { words } from './words.ts'

type Loaded = { Page: ComponentType }

/** Loads a page; where that fails it answers another one, which says so and tries again. */
export const orNotLoaded = (load: () => Promise<Loaded>) => (): Promise<Loaded> =>
  load().catch(() => ({ Page: () => <NotLoaded load={load} /> }))

/** Where the address stands that was read anew last: it is so once, and not over and over. */
const READ_ANEW = 'grundbok:read-anew'
const ONCE_MS = 30_000

/** Reads the page anew: after an upgrade its code has another name. */
const readAnew = (): boolean => {
  const [address, at] = (sessionStorage.getItem(READ_ANEW) ?? '').split(' ')
  if (address === location.href && Date.now() - Number(at) < ONCE_MS) return false
  sessionStorage.setItem(READ_ANEW, `${location.href} ${Date.now()}`)
  location.reload()
  return true
}

const isAnswering = (): Promise<boolean> =>
  fetch(`${base}/v1/me`, { cache: 'no-store' }).then(
    () => true,
    () => false,
  )

const NotLoaded = ({ load }: { load: () => Promise<Loaded> }) => {
  const texts = useWords(words)
  const [found, setFound] = useState<Loaded | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const attempt = useEffectEvent(async () => {
    setIsBusy(true)
    const loaded = await load().catch(() => null)
    if (loaded !== null) setFound(loaded)
    else if (!(await isAnswering()) || !readAnew()) setIsBusy(false)
  })
  useEffect(() => {
    const run = () => void attempt()
    run()
    addEventListener('online', run)
    return () => removeEventListener('online', run)
  }, [])
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) void attempt()
  }, [tries])
  if (found) return <found.Page />
  return (
    <Page title={texts.notLoaded}>
      <p role="alert">{texts.notLoadedLead}</p>
      <p>
        <ActionButton loading={isBusy} onClick={() => setTries((before) => before + 1)}>
          {texts.tryAgain}
        </ActionButton>
      </p>
    </Page>
  )
}
