// A file that the service refuses while something is missing for it; then that is said.
import { isRefused, refusalOf } from '#client'
import { ActionButton, useAnnounce } from '#ui'
import { useWords } from '#words'
import { useDownload } from './CompanyLink.tsx'
import { words } from './words.ts'

export const FileAct = ({
  label,
  keys,
  path,
  search = {},
}: {
  label: string
  keys: string
  path: string
  search?: Readonly<Record<string, string | undefined>>
}) => {
  const texts = useWords(words)
  const say = useAnnounce()
  const addressOf = useDownload()
  const fetched = async () => {
    const response = await fetch(addressOf(path, search))
    if (!response.ok) throw await refusalOf(response)
    const content = await response.blob()
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(content)
    link.download = named ?? label
    link.click()
    URL.revokeObjectURL(link.href)
  }
  const download = async () => {
    try {
      await fetched()
    } catch (cause) {
      const said = isRefused(cause) ? [cause.message, ...Object.values(cause.fields)].join(' ').trim() : ''
      say(said || texts.notFetched, { isWrong: true })
    }
  }
  return (
    <ActionButton variant="default" keys={keys} onClick={() => void download()}>
      {label}
    </ActionButton>
  )
}
