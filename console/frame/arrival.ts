// Where the focus goes when the user comes to another page.
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { enterHeading } from '#ui'

/**
 * Who comes to another page stands at its heading, which is read out, unless the page has put the focus somewhere. What
 * opens on a page changes no path and takes no focus, nor does the page that is loaded first.
 */
export const useArrival = (): void => {
  const path = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname })
  const last = useRef(path)
  useEffect(() => {
    const isFirst = last.current === undefined
    if (last.current === path) return
    last.current = path
    if (isFirst || document.activeElement?.closest('main, [role=dialog]')) return
    enterHeading()
  }, [path])
}
