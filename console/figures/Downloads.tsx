// What is on the page, as a file.
import { Button } from '@mantine/core'
import { bound } from '#ui'
import { useWords } from '#words'
import { useDownload } from './CompanyLink.tsx'
import { words } from './words.ts'

const formats = [
  ['pdf', 'PDF', 'd p'],
  ['xlsx', 'Excel', 'd x'],
  ['csvExcel', 'CSV', 'd c'],
] as const

export const Downloads = ({ path, search }: { path: string; search: Readonly<Record<string, string | undefined>> }) => {
  const texts = useWords(words)
  const addressOf = useDownload()
  return (
    <Button.Group className="downloads">
      {formats.map(([format, name, keys]) => (
        <Button
          key={format}
          component="a"
          size="sm"
          variant="default"
          href={addressOf(path, { ...search, format })}
          download
          aria-label={texts.download(name)}
          {...bound(keys)}
        >
          {name}
        </Button>
      ))}
    </Button.Group>
  )
}
