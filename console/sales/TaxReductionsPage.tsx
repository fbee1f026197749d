// The request for payment of tax reductions (rot and rut): the file that the tax authority's e-service reads, with what
// is in it.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { answered, api, newIntent, useCompany, useDoing, useRefresh } from '#client'
import { Act, amountText, DayInput, DecimalInput, numberText, Page, today, useSay, useUrl, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { creditWords } from './credit-words.ts'
import { reductionWords } from './reduction-words.ts'

export { TaxReductionsPage as Page }

type File = { url: string; name: string; cases: number; asked: number; numbers: readonly string[] }

const TaxReductionsPage = () => {
  const texts = useWords(creditWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
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
          {may('invoices:settle') && <MarkAll key={file.url} numbers={file.numbers} />}
        </section>
      )}
    </Page>
  )
}

/** Once the file is with the tax authority, its invoices are noted as asked for. */
const MarkAll = ({ numbers }: { numbers: readonly string[] }) => {
  const texts = useWords(reductionWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useSay()
  const { run, isBusy, error } = useDoing()
  const [isDone, setIsDone] = useState(false)
  const mark = async () => {
    for (const number of numbers) {
      const params = { path: { companyId }, query: { query: `invoiceNumber==${number}` } }
      const [invoice] = answered(await api.GET('/companies/{companyId}/invoices', { params })).items
      // Those that were noted before something went wrong are left as they are.
      if (invoice?.taxReduction?.status === 'readyToSubmit')
        await api.POST('/companies/{companyId}/invoices/{invoiceId}/tax-reduction/submitted', {
          ...{ params: { path: { companyId, invoiceId: invoice.id } }, headers: { 'Idempotency-Key': newIntent() } },
        })
    }
    await refresh('invoices')
    setIsDone(true)
    say(texts.marked(numbers.length))
  }
  if (isDone) return <p className="soft">{texts.marked(numbers.length)}</p>
  return (
    <>
      <p className="soft">{texts.markLead}</p>
      <div className="page-actions">
        <Act keys="l" variant="default" loading={isBusy} onClick={() => void run(mark)}>
          {texts.markAll}
        </Act>
      </div>
      {error ? <Wrong error={error} /> : null}
    </>
  )
}

/** The file, with how many cases it has and the kronor asked for. */
const fileOf = (text: string, name: string): File => {
  const read = new DOMParser().parseFromString(text, 'application/xml')
  const all = (name: string) => [...read.getElementsByTagNameNS('*', name)].map(({ textContent }) => textContent ?? '')
  const asked = all('BegartBelopp')
  return {
    url: URL.createObjectURL(new Blob([text], { type: 'application/xml' })),
    name,
    cases: asked.length,
    asked: asked.reduce((sum, kronor) => sum + Number(kronor), 0),
    numbers: [...new Set(all('FakturaNr'))],
  }
}
