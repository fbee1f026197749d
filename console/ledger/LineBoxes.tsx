// The VAT box of each line, where it is not that of its account: a service from another EU country on an account for
// software, or income that no box counts.
import { Checkbox, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { queries, useCompany } from '#client'
import { useWords } from '#words'
import { words } from './words.ts'

type Boxed = { key: string; account: string; vatCode?: string | undefined }

type Given<Line extends Boxed> = {
  lines: readonly Line[]
  isReadOnly: boolean
  /** Whether a line is only there to be typed on. */
  isBlank: (line: Line) => boolean
  onChange: (lines: readonly Line[]) => void
}

export const LineBoxes = <Line extends Boxed>({ lines, isReadOnly, isBlank, onChange }: Given<Line>) => {
  const texts = useWords(words)
  const { id: companyId, may } = useCompany()
  const [isAsked, setIsAsked] = useState(false)
  const { data: codes } = queries.useQuery(
    'get',
    '/companies/{companyId}/vat-codes',
    { params: { path: { companyId } } },
    { enabled: may('chart-of-accounts:read') },
  )
  if (!codes) return null
  const isGiven = lines.some(({ vatCode }) => vatCode !== undefined)
  const choices = [
    { value: '', label: texts.vatBoxByAccount },
    ...codes.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
    { value: 'none', label: texts.vatBoxNone },
  ]
  const give = (index: number, code: string) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, vatCode: code || undefined } : line)))
  return (
    <div className="line-boxes">
      <Checkbox
        size="md"
        label={texts.vatBoxes}
        checked={isAsked || isGiven}
        disabled={isGiven}
        onChange={({ currentTarget }) => setIsAsked(currentTarget.checked)}
      />
      {(isAsked || isGiven) &&
        lines.map((line, index) =>
          isBlank(line) ? null : (
            <NativeSelect
              key={line.key}
              label={`${texts.vatBoxOfLine(index + 1)}${line.account ? ` · ${line.account}` : ''}`}
              value={line.vatCode ?? ''}
              data={choices}
              disabled={isReadOnly}
              onChange={({ currentTarget }) => give(index, currentTarget.value)}
            />
          ),
        )}
    </div>
  )
}
