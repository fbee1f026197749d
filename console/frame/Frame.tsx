// The layout around every page: the signed-in user, the language, and the latest announcement.
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { base, readSession, SessionContext, sessionEnded, warnings } from '#client'
import { Announcement, FailureMessage, Keys, PageSkeleton, useAnnounce } from '#ui'
import { type Language, LanguageProvider, useWords } from '#words'
import { words } from './words.ts'

/** Read when a page needs it: the first run has no user to ask about. */
const sessionQuery = { queryKey: ['session'], queryFn: readSession, staleTime: Infinity, enabled: false }

const pageLanguage = (): Language => (document.documentElement.lang === 'en' ? 'en' : 'sv')

export const Frame = () => {
  const session = useQuery(sessionQuery).data
  const client = useQueryClient()
  const onBack = useCallback(() => void client.refetchQueries(sessionQuery), [client])
  const language = session?.person.language ?? pageLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  return (
    <LanguageProvider language={language}>
      <Announcement>
        <Keys letters={session?.person.hasLetterKeys ?? true} />
        <Notices onBack={onBack} />
        <Warnings />
        <Outlet />
      </Announcement>
    </LanguageProvider>
  )
}

/** Pages within are for those who have logged in. */
export const Inside = () => {
  const { data: session, error, refetch } = useQuery({ ...sessionQuery, enabled: true })
  if (session)
    return (
      <SessionContext value={session}>
        <Outlet />
      </SessionContext>
    )
  return (
    <main className="alone">
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : <PageSkeleton />}
    </main>
  )
}

/** Warnings about an action are shown in the same corner as its confirmation. */
const Warnings = () => {
  const texts = useWords(words)
  const say = useAnnounce()
  useEffect(() => {
    const onWarned = (event: Event) => {
      // As the client tells it.
      for (const sentence of (event as CustomEvent<string[]>).detail) say(texts.mind(sentence))
    }
    const onLost = (event: Event) => say(texts.draftLost((event as CustomEvent<string | null>).detail))
    const onGone = () => say(texts.draftGone, { isWrong: true })
    const told = [['warned', onWarned] as const, ['draft-lost', onLost] as const, ['draft-gone', onGone] as const]
    for (const [name, listener] of told) warnings.addEventListener(name, listener)
    return () => {
      for (const [name, listener] of told) warnings.removeEventListener(name, listener)
    }
  }, [say, texts])
  return null
}

const here = () => location.pathname.slice(base.length) + location.search

/** A quiet line while the service is away or the session has ended: nothing typed is lost by either. */
const Notices = ({ onBack }: { onBack: () => void }) => {
  const texts = useWords(words)
  const [isEnded, setIsEnded] = useState(false)
  const [isOther, setIsOther] = useState(false)
  const [isOffline, setIsOffline] = useState(!navigator.onLine)
  useEffect(() => {
    const ended = () => setIsEnded(true)
    const other = () => setIsOther(true)
    const offline = () => setIsOffline(true)
    const online = () => setIsOffline(false)
    // The user may have logged in again in another window.
    const back = () => {
      setIsEnded(false)
      if (isEnded) onBack()
    }
    sessionEnded.addEventListener('ended', ended)
    sessionEnded.addEventListener('other', other)
    addEventListener('offline', offline)
    addEventListener('online', online)
    addEventListener('focus', back)
    return () => {
      sessionEnded.removeEventListener('ended', ended)
      sessionEnded.removeEventListener('other', other)
      removeEventListener('offline', offline)
      removeEventListener('online', online)
      removeEventListener('focus', back)
    }
  }, [onBack, isEnded])
  if (isOther)
    return (
      <p className="notice" role="alert">
        {texts.otherPerson} <a href={base + here()}>{texts.reload}</a>
      </p>
    )
  if (isEnded)
    return (
      <p className="notice" role="alert">
        {texts.ended} <a href={`${base}/login?${new URLSearchParams({ next: here() })}`}>{texts.logIn}</a>
      </p>
    )
  return isOffline ? (
    <p className="notice" role="status">
      {texts.offline}
    </p>
  ) : null
}
