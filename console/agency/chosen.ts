// A choice above a list: entered by its keys, and left for the list by Enter, as the search is.
import type { KeyboardEvent } from 'react'
import { bound, enterListOfPage } from '#ui'

export const chosen = (keys: string) => ({
  ...bound(keys),
  onKeyDown: (event: KeyboardEvent<HTMLSelectElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    else if (event.key === 'Enter') enterListOfPage()
    else return
    event.preventDefault()
  },
})
