// Tax reduction for household work or green technology: which kind, for whom, and how much is asked for.
import { NativeSelect, TextInput } from '@mantine/core'
import type { InvoiceDraft, ReductionDraft } from '#console/sales/editor/draft.ts'
import { editorWords } from '#console/sales/editor/editor-words.ts'
import { mostFor, type ReductionType, reductionTypes } from '#console/sales/editor/household.ts'
import { ActionButton, DecimalInput, numberText } from '#ui'
import { useLanguage, useWords } from '#words'

type Given = {
  draft: InvoiceDraft
  fields: Readonly<Record<string, string>>
  /** The customer's own personal number, where it is known. */
  own: string
  onChange: (some: Partial<InvoiceDraft>) => void
}

const begun = (type: ReductionType, own: string, before: ReductionDraft | null): ReductionDraft => ({
  ...(before ?? {
    description: '',
    propertyType: 'realEstate',
    realEstateNumber: '',
    tenantOrgNumber: '',
    apartmentNumber: '',
    people: [{ personalNumber: own, amount: '' }],
  }),
  type,
})

export const ReductionPart = ({ draft, fields, own, onChange }: Given) => {
  const texts = useWords(editorWords)
  const { reduction } = draft
  const choose = (chosen: string) => {
    const type = reductionTypes.find((one) => one === chosen)
    if (type)
      onChange({
        reduction: begun(type, own, reduction),
        lines: draft.lines.map((line) => (line.jobType.startsWith(type) ? line : { ...line, jobType: '' })),
      })
    else onChange({ reduction: null })
  }
  const change = (some: Partial<ReductionDraft>) => reduction && onChange({ reduction: { ...reduction, ...some } })
  const field = (key: 'description' | 'realEstateNumber' | 'tenantOrgNumber' | 'apartmentNumber', label: string) =>
    reduction && (
      <TextInput
        label={label}
        value={reduction[key]}
        error={fields[`taxReduction.${key}`]}
        autoComplete="off"
        onChange={({ currentTarget }) => change({ [key]: currentTarget.value })}
      />
    )
  return (
    <section className="card form-grid" aria-label={texts.reduction}>
      <NativeSelect
        label={texts.reduction}
        value={reduction?.type ?? 'none'}
        error={fields.taxReduction ?? fields['taxReduction.type']}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        data={(['none', ...reductionTypes] as const).map((value) => ({ value, label: texts.reductions[value] }))}
      />
      {reduction && (
        <>
          {field('description', texts.work)}
          {reduction.type === 'green' && <p className="soft wide">{texts.greenLead}</p>}
          {reduction.type !== 'rut' && (
            <>
              <NativeSelect
                label={texts.property}
                value={reduction.propertyType}
                error={fields['taxReduction.propertyType']}
                onChange={({ currentTarget }) =>
                  change({ propertyType: currentTarget.value as ReductionDraft['propertyType'] })
                }
                data={(['realEstate', 'housingDesignation'] as const).map((value) => ({
                  value,
                  label: texts.properties[value],
                }))}
              />
              {reduction.propertyType === 'realEstate' ? (
                field('realEstateNumber', texts.realEstate)
              ) : (
                <>
                  {field('tenantOrgNumber', texts.tenant)}
                  {field('apartmentNumber', texts.apartment)}
                </>
              )}
            </>
          )}
          <People draft={draft} reduction={reduction} fields={fields} onChange={(people) => change({ people })} />
        </>
      )}
    </section>
  )
}

const People = ({
  draft,
  reduction: { people },
  fields,
  onChange,
}: {
  draft: InvoiceDraft
  reduction: ReductionDraft
  fields: Readonly<Record<string, string>>
  onChange: (people: ReductionDraft['people']) => void
}) => {
  const texts = useWords(editorWords)
  const language = useLanguage()
  const most = mostFor(draft)
  const change = (at: number, some: Partial<ReductionDraft['people'][number]>) =>
    onChange(people.map((person, index) => (index === at ? { ...person, ...some } : person)))
  /** Whole kronor for each; the first get what is over. */
  const share = () => {
    const each = Math.floor(most / people.length)
    const over = most - each * people.length
    onChange(people.map((person, index) => ({ ...person, amount: String(each + (index < over ? 1 : 0)) })))
  }
  return (
    <div className="wide stack">
      {people.map((person, index) => (
        // A person has no name here but the place in the list.
        <div key={`person${index + 1}`} className="people-row">
          <TextInput
            label={texts.person}
            placeholder={texts.personForm}
            inputMode="numeric"
            autoComplete="off"
            value={person.personalNumber}
            error={fields[`taxReduction.deductionPeople.${index}.personalNumber`]}
            onChange={({ currentTarget }) => change(index, { personalNumber: currentTarget.value })}
          />
          <DecimalInput
            label={texts.asked}
            value={person.amount}
            error={fields[`taxReduction.deductionPeople.${index}.deductionAmount`]}
            onChange={(amount) => change(index, { amount })}
          />
          {people.length > 1 && (
            <button
              type="button"
              className="icon-button"
              aria-label={texts.removePerson}
              onClick={() => onChange(people.filter((_, at) => at !== index))}
            >
              ×
            </button>
          )}
        </div>
      ))}
      {fields['taxReduction.deductionPeople'] && <p className="is-wrong">{fields['taxReduction.deductionPeople']}</p>}
      <div className="page-actions">
        <ActionButton variant="default" onClick={() => onChange([...people, { personalNumber: '', amount: '' }])}>
          {texts.addPerson}
        </ActionButton>
        {most > 0 && (
          <>
            <ActionButton variant="default" onClick={share}>
              {texts.share}
            </ActionButton>
            <span className="soft">{texts.most(numberText(most, language))}</span>
          </>
        )}
      </div>
    </div>
  )
}
