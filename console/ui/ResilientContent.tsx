// What was read stays when it cannot be read again, for a form may be open in it: the trouble is told above it.
import { createContext, type ReactNode, useContext } from 'react'
import { isRefused } from '#client'
import { FailureMessage, PageSkeleton } from './states.tsx'

const LostContext = createContext(false)

/** Whether what is shown could not be read on: no part of it then asks for more by itself, until it is read again. */
export const useIsLost = (): boolean => useContext(LostContext)

type Given<Data> = {
  /** What reads it. */
  of: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** What stands there until it has been read. */
  bones?: ReactNode
  /** What is shown of what was read; or, of a list that has bones of its own, what shows it. */
  children: ReactNode | ((data: Data) => ReactNode)
}

/**
 * Everything that a page reads is shown in one of these; what is shown is never removed together with typed text,
 * except from users who may no longer read it.
 */
export const ResilientContent = <Data,>({
  of: { data, error, refetch },
  bones = <PageSkeleton />,
  children,
}: Given<Data>) => {
  const isGone = Boolean(error) && (data === undefined || (isRefused(error) && error.status === 403))
  return (
    <>
      {error ? <FailureMessage error={error} retry={() => void refetch()} /> : null}
      <LostContext value={Boolean(error)}>
        {isGone ? null : typeof children !== 'function' ? children : data === undefined ? bones : children(data)}
      </LostContext>
    </>
  )
}
