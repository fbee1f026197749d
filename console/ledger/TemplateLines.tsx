// The editable lines of an entry template: the amount of each account.
import { CloseButton, NativeSelect } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { AccountInput, vatKindWords } from '#console/accounts'
import { vatKinds } from '#rule/vat-kind'
import { USUAL_RATE, vatRates } from '#rule/vat-rates'
import { ActionButton, DecimalInput, MoneyInput } from '#ui'
import { useWords } from '#words'
import { LineTags } from './LineTags.tsx'
import { kinds, newTemplateLine, type TemplateLine } from './template.ts'
import { templateWords } from './template-words.ts'

type LinesGiven = {
  lines: readonly TemplateLine[]
  wrong: Readonly<Record<string, string>>
  onChange: (lines: readonly TemplateLine[]) => void
  /** The field of a line's account, where there is no company whose chart it would be taken from. */
  accountField?: (field: AccountField) => ReactNode
}

type AccountField = {
  'aria-label': string
  placeholder: string
  value: string
  error: ReactNode
  onChange: (account: string) => void
}

const usualField = (field: AccountField): ReactNode => <AccountInput {...field} />

export const TemplateLines = ({ lines, wrong, onChange, accountField = usualField }: LinesGiven) => {
  const texts = useWords(templateWords)
  const list = useRef<HTMLDivElement>(null)
  const change = (index: number, changes: Partial<TemplateLine>) =>
    onChange(lines.map((line, place) => (place === index ? { ...line, ...changes } : line)))
  return (
    <div className="stack" role="group" aria-label={texts.lines} ref={list}>
      {lines.map((line, index) => (
        <div
          className={line.kind === 'rest' ? 'template-line is-rest' : 'template-line'}
          key={line.key}
          role="group"
          aria-label={texts.line(index + 1)}
        >
          <div className="template-account">
            {accountField({
              'aria-label': texts.accountOf(index + 1),
              placeholder: texts.account,
              value: line.account,
              error: wrong[`items.${index}.account`],
              onChange: (account) => change(index, { account, vatCode: undefined }),
            })}
          </div>
          {line.kind !== 'rest' && (
            <NativeSelect
              className="template-side"
              aria-label={texts.sideOf(index + 1)}
              value={line.side}
              data={[
                { value: 'debit', label: texts.debit },
                { value: 'credit', label: texts.credit },
              ]}
              onChange={({ currentTarget: { value } }) => change(index, { side: value as TemplateLine['side'] })}
            />
          )}
          <NativeSelect
            className="template-kind"
            aria-label={texts.kindOf(index + 1)}
            value={line.kind}
            error={wrong[`items.${index}.kind`]}
            data={kinds.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
            onChange={({ currentTarget: { value } }) => change(index, { kind: value as TemplateLine['kind'] })}
          />
          <div className="template-much">
            <Much line={line} index={index} wrong={wrong} onChange={(changes) => change(index, changes)} />
          </div>
          <CloseButton
            size="sm"
            aria-label={texts.remove(index + 1)}
            disabled={lines.length <= 2}
            onClick={() => onChange(lines.filter((_, place) => place !== index))}
          />
          <LineTags tags={line.tags} />
        </div>
      ))}
      <div>
        <ActionButton
          variant="default"
          onClick={() => {
            onChange([...lines, newTemplateLine({ side: 'credit' })])
            requestAnimationFrame(() =>
              list.current?.querySelector<HTMLElement>('.template-line:last-of-type input')?.focus(),
            )
          }}
        >
          {texts.addLine}
        </ActionButton>
      </div>
    </div>
  )
}

/** The amount of a line: a share of the amount, its VAT, or a fixed amount. */
const Much = ({
  line,
  index,
  wrong,
  onChange,
}: {
  line: TemplateLine
  index: number
  wrong: Readonly<Record<string, string>>
  onChange: (changes: Partial<TemplateLine>) => void
}) => {
  const texts = useWords(templateWords)
  const vatNames = useWords(vatKindWords)
  if (line.kind === 'fixed')
    return (
      <MoneyInput
        aria-label={texts.amountOf(index + 1)}
        value={line.ore}
        error={wrong[`items.${index}.amount`]}
        onChange={(ore) => onChange({ ore })}
      />
    )
  if (line.kind === 'share')
    return (
      <DecimalInput
        aria-label={texts.percentOf(index + 1)}
        value={line.percent}
        rightSection="%"
        error={wrong[`items.${index}.percent`]}
        onChange={(percent) => onChange({ percent })}
      />
    )
  if (line.kind === 'rest') return <p className="soft">{texts.restHelp}</p>
  return (
    <NativeSelect
      aria-label={texts.vatOf(index + 1)}
      value={`${line.vatKind ?? line.vatRate} ${line.vatIncluded}`}
      data={[true, false].flatMap((isIncluded) => {
        const labelOf = isIncluded ? texts.vatIncluded : texts.vatAdded
        return [
          ...vatRates.map((rate) => ({ value: `${rate} ${isIncluded}`, label: labelOf(`${rate} %`) })),
          ...vatKinds.map((kind) => ({ value: `${kind} ${isIncluded}`, label: labelOf(vatNames[kind]) })),
        ]
      })}
      onChange={({ currentTarget: { value } }) => {
        const rate = vatRates.find((one) => value.startsWith(`${one} `)) ?? USUAL_RATE
        const vatKind = vatKinds.find((one) => value.startsWith(`${one} `)) ?? null
        onChange({ vatRate: rate, vatKind, vatIncluded: value.endsWith('true') })
      }}
    />
  )
}
