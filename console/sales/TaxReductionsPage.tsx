// The request for payment of tax reductions (rot and rut): the file that the tax authority's e-service reads, with what
// is in it.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { answered, api, useCompany, useDoing } from '#client'
import { Act, amountText, DayInput, DecimalInput, numberText, Page, today, useUrl, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { creditWords } from './credit-words.ts'

export { TaxReductionsPage as Page }

type File = { url: string; name: string; cases: number; asked: number }

const TaxReductionsPage = () => {
  const texts = useWords(creditWords)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const [url, set] = useUrl()
  const type = url.type === 'rut' ? 'rut' : 'rot'
  const year = today().slice(0, 4)
  const { from = `${year}-01-01`, to = `${year}-12-31`, part = '1' } = url
  const { run, isBusy, error, fields } = useDoing()
  const [file, setFile] = useState<File | null>(null)
  useEffect(() => () => void (file && URL.revokeObjectURL(file.url)), [file])
  const get = async () => {
    setFile(null)
    const query = { type, from, to, part: Number(part) || 1 } as const
    const answer = await api.GET('/companies/{companyId}/invoices/tax-reductions/export', {
      params: { path: { companyId }, query },
      parseAs: 'text',
    })
    setFile(fileOf(String(answered(answer)), `${type}-${from}-${to}-${query.part}.xml`))
  }
  return (
    <Page title={texts.reductions} lead={texts.reductionsLead}>
      <form
        className="card form-grid"
        aria-label={texts.reductions}
        onSubmit={(event) => {
          event.preventDefault()
          void run(get)
        }}
      >
        <NativeSelect
          label={texts.kind}
          value={type}
          onChange={({ currentTarget }) => set({ type: currentTarget.value })}
          data={(['rot', 'rut'] as const).map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <DayInput label={texts.from} value={from} error={fields.from} onChange={(day) => set({ from: day })} />
        <DayInput label={texts.to} value={to} error={fields.to} onChange={(day) => set({ to: day })} />
        <DecimalInput label={texts.part} value={part} error={fields.part} onChange={(value) => set({ part: value })} />
        <div className="page-actions">
          <Act type="submit" keys="n" loading={isBusy}>
            {texts.fetch}
          </Act>
        </div>
        {error ? <Wrong error={error} /> : null}
      </form>
      {file && (
        <section className="card stack" aria-label={texts.shown} role="status">
          <h2>{texts.fetched}</h2>
          <p>
            {texts.cases(numberText(file.cases, language), amountText(file.asked * 100, language, { decimals: 0 }))}
          </p>
          <p>
            <a href={file.url} download={file.name}>
              {texts.file}
            </a>
          </p>
        </section>
      )}
    </Page>
  )
}

/** The file, with how many cases it has and the kronor asked for. */
const fileOf = (text: string, name: string): File => {
  const asked = [
    ...new DOMParser().parseFromString(text, 'application/xml').getElementsByTagNameNS('*', 'BegartBelopp'),
  ]
  return {
    url: URL.createObjectURL(new Blob([text], { type: 'application/xml' })),
    name,
    cases: asked.length,
    asked: asked.reduce((sum, { textContent }) => sum + Number(textContent), 0),
  }
}
