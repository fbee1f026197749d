// The field that searches a list: `/` enters it, Enter and the arrow down go on to the rows, Escape leaves it as it is.
import { TextInput } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import { enterListOfPage } from './focus.ts'
import { bound } from './keys.tsx'

/** How long after the last key the list is asked, in milliseconds. */
const PAUSE_MS = 200

export const Search = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: string
  onChange: (value: string) => void
}) => {
  const [text, setText] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  const tell = useCallback(
    (now: string) => {
      if (now === told.current) return
      told.current = now
      onChange(now)
    },
    [onChange],
  )
  useEffect(() => {
    const timer = setTimeout(() => tell(text), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text, tell])
  return (
    <TextInput
      role="searchbox"
      aria-label={label}
      placeholder={label}
      className="search"
      autoComplete="off"
      value={text}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Escape') event.currentTarget.blur()
        else if (event.key === 'Enter' || event.key === 'ArrowDown') {
          // Told later, it would close what is opened meanwhile.
          tell(text)
          enterListOfPage()
        } else return
        event.preventDefault()
        event.stopPropagation()
      }}
      {...bound('/')}
    />
  )
}
