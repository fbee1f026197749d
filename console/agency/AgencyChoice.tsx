// Which agency is shown, for those who work at several.
import { NativeSelect } from '@mantine/core'
import { useUrl } from '#ui'
import { useWords } from '#words'
import { useAgencies } from './agency.ts'
import { words } from './words.ts'

export const AgencyChoice = () => {
  const texts = useWords(words)
  const { all, agency } = useAgencies()
  const [, set] = useUrl()
  if (all.length < 2) return null
  return (
    <NativeSelect
      label={texts.agency}
      value={agency?.id ?? ''}
      data={all.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={({ currentTarget }) => set({ agency: currentTarget.value, open: null })}
    />
  )
}
