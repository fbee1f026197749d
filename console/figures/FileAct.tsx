// A file that the service refuses while something is missing for it; then that is said.
import { refusalOf } from '#client'
import { Act, useSay } from '#ui'
import { useDownload } from './Go.tsx'

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
  const say = useSay()
  const addressOf = useDownload()
  const download = async () => {
    const response = await fetch(addressOf(path, search))
    if (!response.ok) {
      const { message, fields } = await refusalOf(response)
      return say([message, ...Object.values(fields)].join(' '), { isWrong: true })
    }
    const named = /filename="?([^";]+)/.exec(response.headers.get('content-disposition') ?? '')?.[1]
    const link = document.createElement('a')
    link.href = URL.createObjectURL(await response.blob())
    link.download = named ?? label
    link.click()
    URL.revokeObjectURL(link.href)
  }
  return (
    <Act variant="default" keys={keys} onClick={() => void download()}>
      {label}
    </Act>
  )
}
