// The tax forms of a year in the order of the paper: each figure with the accounts that make it, rows that are changed
// by hand with why, and what is wrong before the files are made.
import { useState } from 'react'
import { queries, useCompany } from '#client'
import { CompanyLink, Figure, FileAct, Sheet, type Span } from '#console/figures'
import { ActionButton, Chips, Money, PageSkeleton, ResilientContent, Tag, useUrl } from '#ui'
import { useWords } from '#words'
import { FieldForm } from './FieldForm.tsx'
import { type Forms, TAX_FORMS, type TaxField, type TaxForm } from './forms.ts'
import { formWords } from './words.ts'

type Year = { id: string; startDate: string; endDate: string }

/** The amounts of the year before, by form and field, and what that year is called. */
type Before = { year: string; amounts: ReadonlyMap<string, number> } | null

export const TaxForms = ({ fiscalYearId, before }: { fiscalYearId: string; before: Year | null }) => {
  const { id: companyId } = useCompany()
  const of = (id: string) => ({ params: { path: { companyId, fiscalYearId: id } } })
  const found = queries.useQuery('get', TAX_FORMS, of(fiscalYearId))
  const { data: earlier } = queries.useQuery('get', TAX_FORMS, of(before?.id ?? ''), { enabled: before !== null })
  return (
    <ResilientContent of={found} bones={<PageSkeleton lines={12} />}>
      {(data) => <Shown of={data} fiscalYearId={fiscalYearId} before={before && beforeOf(before, earlier)} />}
    </ResilientContent>
  )
}

const keyOf = ({ form, copy }: TaxForm, { field }: TaxField): string => `${form} ${copy} ${field}`

const beforeOf = ({ startDate, endDate }: Year, forms: Forms | undefined): Before =>
  forms
    ? {
        year: startDate.slice(0, 4) === endDate.slice(0, 4) ? endDate.slice(0, 4) : `${startDate}–${endDate}`,
        amounts: new Map(
          forms.forms.flatMap((form) => form.fields.map((field) => [keyOf(form, field), field.amount ?? 0] as const)),
        ),
      }
    : null

const shows = ['filled', 'all'] as const

const Shown = ({ of, fiscalYearId, before }: { of: Forms; fiscalYearId: string; before: Before }) => {
  const texts = useWords(formWords)
  const [{ show = 'filled' }, set] = useUrl()
  const { may } = useCompany()
  const [added, setAdded] = useState(0)
  const shown = shows.find((one) => one === show) ?? 'filled'
  const span = { from: of.startDate, to: of.endDate }
  const copies = Math.max(...of.forms.map(({ copy }) => copy))
  const hasPartners = of.forms.some(({ form }) => form === 'INK4DU')
  const forms = hasPartners ? withPartners(of.forms, copies + added) : of.forms
  return (
    <div className="year-end">
      <Problems of={of} />
      <div className="filters">
        <Chips
          label={texts.show}
          value={shown}
          choices={shows.map((one) => [one, texts.shows[one]] as const)}
          onChange={(one) => set({ show: one === 'filled' ? null : one })}
        />
        {hasPartners && may('reports:write') && (
          <ActionButton variant="default" onClick={() => setAdded(added + 1)}>
            {texts.addPartner}
          </ActionButton>
        )}
        {hasPartners &&
          Array.from({ length: copies }, (_, at) => at + 1).map((partner) => (
            <FileAct
              key={partner}
              label={texts.partnerFile(partner)}
              keys={`d ${partner}`}
              path={`/fiscal-years/${fiscalYearId}/tax-forms/files/BLANKETTER.SRU`}
              search={{ partner: String(partner) }}
            />
          ))}
      </div>
      {forms.map((form) => (
        <FormSheet
          key={`${form.form} ${form.copy}`}
          of={form}
          isAll={shown === 'all' || form.copy > copies}
          span={span}
          fiscalYearId={fiscalYearId}
          before={before}
        />
      ))}
      {of.rounding !== 0 && (
        <p className="soft">
          {texts.rounding} <Money kronor={of.rounding} decimals={0} />
        </p>
      )}
    </div>
  )
}

/** Empty copies of what each partner has, for partners that nothing is entered for yet. */
const withPartners = (forms: readonly TaxForm[], count: number): TaxForm[] => {
  const most = Math.max(...forms.map(({ copy }) => copy))
  const more = Array.from({ length: Math.max(0, count - most) }, (_, at) => most + at + 1)
  const blank = forms.filter(({ form, copy }) => (form === 'INK4DU' || form === 'N3A') && copy === 1)
  const empty = more.flatMap((copy) =>
    blank.map((form) => ({
      ...form,
      copy,
      fields: form.fields.map((field) => ({
        ...field,
        amount: null,
        text: null,
        automaticAmount: null,
        entered: null,
      })),
    })),
  )
  return [...forms, ...empty]
}

const Problems = ({ of: { problems } }: { of: Forms }) => {
  const texts = useWords(formWords)
  const { id: companyId, may } = useCompany()
  const { data } = queries.useQuery(
    'get',
    '/companies/{companyId}/company-information',
    { params: { path: { companyId } } },
    { enabled: may('company-information:read') },
  )
  const lacksTown = data !== undefined && (!data.address?.postalCode || !data.address?.city)
  if (problems.length === 0 && !lacksTown) return <p className="soft">{texts.complete}</p>
  return (
    <section className="card" aria-label={texts.missing}>
      <h2>{texts.missing}</h2>
      <ul className="bullets missing">
        {lacksTown && (
          <li>
            <CompanyLink to="/settings/company">{texts.lacksTown}</CompanyLink>
          </li>
        )}
        {problems.map(({ form, copy, field, severity, message }) => (
          <li key={`${form} ${copy} ${field} ${message}`}>
            <Tag tone={severity === 'stops' ? 'wrong' : 'waiting'}>{texts[severity]}</Tag> {form}: {message}
          </li>
        ))}
      </ul>
    </section>
  )
}

const isFilled = ({ amount, text, entered }: TaxField): boolean =>
  (amount !== null && amount !== 0) || text !== null || entered !== null

const FormSheet = ({
  of,
  isAll,
  span,
  fiscalYearId,
  before,
}: {
  of: TaxForm
  isAll: boolean
  span: Span
  fiscalYearId: string
  before: Before
}) => {
  const texts = useWords(formWords)
  const [opened, setOpened] = useState<string | null>(null)
  const rows = of.fields.filter(
    (field) => isAll || isFilled(field) || field.field === opened || (before?.amounts.get(keyOf(of, field)) ?? 0) !== 0,
  )
  const isOfPartner = of.form === 'INK4DU' || of.form === 'N3A'
  const label = isOfPartner ? `${of.name}, ${texts.copy(of.copy)}` : of.name
  return (
    <section className="year-end-part" aria-label={label}>
      <h2>
        {label} <span className="soft">{of.title}</span>
      </h2>
      {rows.length === 0 ? (
        <p className="soft">{texts.nothing}</p>
      ) : (
        <Sheet label={`${label} ${texts.row}`}>
          <thead>
            <tr>
              <th scope="col" className="is-narrow">
                {texts.row}
              </th>
              <th scope="col" className="is-narrow">
                {texts.field}
              </th>
              <th scope="col">{of.form}</th>
              <th scope="col" className="is-right">
                {texts.amount}
              </th>
              {before && (
                <th scope="col" className="is-right">
                  {before.year}
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {rows.map((field) => (
              <FieldRows
                key={field.field}
                of={field}
                form={of}
                span={span}
                fiscalYearId={fiscalYearId}
                before={before}
                isOpen={opened === field.field}
                onToggle={() => setOpened(opened === field.field ? null : field.field)}
              />
            ))}
          </tbody>
        </Sheet>
      )}
    </section>
  )
}

const FieldRows = ({
  of,
  form,
  span,
  fiscalYearId,
  before,
  isOpen,
  onToggle,
}: {
  of: TaxField
  form: TaxForm
  span: Span
  fiscalYearId: string
  before: Before
  isOpen: boolean
  onToggle: () => void
}) => {
  const texts = useWords(formWords)
  const { field, row, name, kind, sign, amount, text, accounts, entered } = of
  const isMoney = kind === 'amount' || kind === 'signed'
  const earlierAmount = before?.amounts.get(keyOf(form, of)) ?? 0
  const numbers = accounts.map(({ account }) => account).join(',')
  return (
    <>
      <tr>
        <th scope="row">{row}</th>
        <td>{form.isOnPaper ? '' : field}</td>
        <td className="is-text">
          <button type="button" className="link-button" aria-expanded={isOpen} onClick={onToggle}>
            {name}
          </button>
          {sign !== '' && <span className="soft"> ({sign === '+' ? '+' : '−'})</span>}
          {entered && (
            <>
              {' '}
              <Tag tone="waiting">{texts.entered}</Tag>
            </>
          )}
        </td>
        <td className="is-right">
          {isMoney ? (
            <Figure kronor={amount} opens={accounts.length > 0 ? { accounts: numbers, span } : null} decimals={0} />
          ) : (
            text
          )}
        </td>
        {before && <td className="is-right">{isMoney && <Money kronor={earlierAmount} dash decimals={0} />}</td>}
      </tr>
      {isOpen && of.movedFrom && (
        <tr className="row-soft">
          <th scope="row" />
          <td />
          <td className="is-text" colSpan={2}>
            {texts.movedFrom(of.movedFrom.form, of.movedFrom.field)}
          </td>
        </tr>
      )}
      {isOpen && of.isComputed && (
        <tr className="row-soft">
          <th scope="row" />
          <td />
          <td className="is-text" colSpan={2}>
            {form.form === 'INK2S' ? (
              <CompanyLink to="/tax-computation" search={{ year: fiscalYearId }}>
                {texts.byComputation}
              </CompanyLink>
            ) : (
              <CompanyLink to="/year-end-proposals" search={{ year: fiscalYearId, open: 'pensionTax' }}>
                {texts.byProposal}
              </CompanyLink>
            )}
          </td>
        </tr>
      )}
      {isOpen &&
        accounts.map((account) => (
          <tr key={account.account} className="row-soft">
            <th scope="row" />
            <td />
            <td className="is-text">
              {account.account} {account.name}
            </td>
            <td className="is-right">
              <Figure kronor={account.amount} opens={{ accounts: String(account.account), span }} />
            </td>
          </tr>
        ))}
      {isOpen && (
        <tr>
          <td colSpan={before ? 5 : 4}>
            <FieldForm
              key={`${form.form} ${field}`}
              of={of}
              form={form}
              fiscalYearId={fiscalYearId}
              onDone={onToggle}
            />
          </td>
        </tr>
      )}
    </>
  )
}
