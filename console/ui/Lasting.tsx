// What was read stays when it cannot be read again, for a form may be open in it: the trouble is told above it.
import type { ReactNode } from 'react'
import { Bones, Wrong } from './states.tsx'

type Given<Data> = {
  /** What reads it. */
  of: { data: Data | undefined; error: unknown; refetch: () => unknown }
  /** What stands there until it has been read. */
  bones?: ReactNode
  /** What is shown of what was read; or, of a list that has bones of its own, what shows it. */
  children: ReactNode | ((data: Data) => ReactNode)
}

/** Whatever a page reads stands in one of these; what is shown is never taken away with what was typed in it. */
export const Lasting = <Data,>({ of: { data, error, refetch }, bones = <Bones />, children }: Given<Data>) => {
  const isLost = Boolean(error) && data === undefined
  return (
    <>
      {error ? <Wrong error={error} retry={() => void refetch()} /> : null}
      {isLost ? null : typeof children !== 'function' ? children : data === undefined ? bones : children(data)}
    </>
  )
}
