// The request for payment of tax reductions (rot, rut, green technology): the file that the tax authority's e-service
// reads, with what is in it.
import { NativeSelect } from '@mantine/core'
import { useEffect, useState } from 'react'
import { answered, api, useAction, useCompany } from '#client'
import { reductionTypes } from '#console/sales/editor/household.ts'
import { creditWords } from '#console/sales/invoices/credit-words.ts'
import { Failures, useSeveral } from '#console/sales/several.tsx'
import { ActionButton, amountText, DayInput, DecimalInput, FailureMessage, numberText, Page, today, useUrl } from '#ui'
import { useLanguage, useWords } from '#words'
import { reductionFileWords } from './reduction-file-words.ts'

export { TaxReductionsPage as Page }

/** An invoice in a file, by its number, and the kronor that its cases there ask for. */
type InFile = { id: string; asked: number }

type File = { url: string; name: string; cases: number; asked: number; invoices: readonly InFile[] }

const TaxReductionsPage = () => {
  const texts = useWords(creditWords)
  const language = useLanguage()
  const { id: companyId, may } = useCompany()
  const [url, set] = useUrl()
  const type = reductionTypes.find((one) => one === url.type) ?? 'rot'
  const year = today().slice(0, 4)
  const { from = `${year}-01-01`, to = `${year}-12-31`, part = '1' } = url
  const { run, isBusy, error, fields } = useAction()
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
          data={reductionTypes.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <DayInput label={texts.from} value={from} error={fields.from} onChange={(day) => set({ from: day })} />
        <DayInput label={texts.to} value={to} error={fields.to} onChange={(day) => set({ to: day })} />
        <DecimalInput label={texts.part} value={part} error={fields.part} onChange={(value) => set({ part: value })} />
        <div className="page-actions">
          <ActionButton type="submit" keys="n" loading={isBusy}>
            {texts.fetch}
          </ActionButton>
        </div>
        {error ? <FailureMessage error={error} /> : null}
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
          {may('invoices:settle') && <MarkAll key={file.url} invoices={file.invoices} />}
        </section>
      )}
    </Page>
  )
}

/**
 * Once the file is with the tax authority, invoices completely contained in it are marked as submitted. The others are
 * mentioned. The rest is divided anew, so that the next file is the first one.
 */
const MarkAll = ({ invoices }: { invoices: readonly InFile[] }) => {
  const texts = useWords(reductionFileWords)
  const { id: companyId } = useCompany()
  const [, set] = useUrl()
  const [left, setLeft] = useState(invoices)
  const leave = (rest: readonly InFile[]) => {
    if (rest.length < left.length) set({ part: null }, { replace: true })
    setLeft(rest)
  }
  const { run, progress, failures } = useSeveral({
    items: left,
    nameOf: ({ id }) => texts.invoice(id),
    send: async ({ id: number, asked }, headers) => {
      const params = { path: { companyId }, query: { query: `invoiceNumber==${number}` } }
      const [invoice] = answered(await api.GET('/companies/{companyId}/invoices', { params })).items
      // Those that were noted before something went wrong are left as they are.
      if (invoice?.taxReduction?.status !== 'readyToSubmit') return
      await api.POST('/companies/{companyId}/invoices/{invoiceId}/tax-reduction/submitted', {
        params: { path: { companyId, invoiceId: invoice.id }, query: { amount: asked } },
        headers,
      })
    },
    changes: ['invoices'],
    said: texts.marked,
    onDone: () => leave([]),
    onLeft: leave,
  })
  const count = invoices.length - left.length
  return (
    <>
      {count > 0 && <p className="soft">{`${texts.marked(count)} ${texts.again}`}</p>}
      <Failures title={texts.notMarked} failures={failures} />
      {left.length > 0 && (
        <>
          <p className="soft">{texts.markLead}</p>
          <div className="page-actions">
            <ActionButton keys="l" variant="default" loading={progress !== null} onClick={() => void run()}>
              {texts.markAll}
            </ActionButton>
          </div>
        </>
      )}
    </>
  )
}

/** The file, with how many cases it has and the kronor asked for, in all and of each invoice. */
const fileOf = (text: string, name: string): File => {
  const { documentElement: root } = new DOMParser().parseFromString(text, 'application/xml')
  const all = (of: Element, tag: string) => [...of.getElementsByTagNameNS('*', tag)]
  const textIn = (one: Element, tag: string) => all(one, tag)[0]?.textContent ?? ''
  const cases = [...all(root, 'Arenden'), ...all(root, 'Arende')].map((one) => ({
    number: textIn(one, 'FakturaNr'),
    asked: Number(textIn(one, 'BegartBelopp')),
  }))
  const perInvoice = new Map<string, number>()
  for (const { number, asked } of cases) perInvoice.set(number, (perInvoice.get(number) ?? 0) + asked)
  return {
    url: URL.createObjectURL(new Blob([text], { type: 'application/xml' })),
    name,
    cases: cases.length,
    asked: cases.reduce((sum, { asked }) => sum + asked, 0),
    invoices: [...perInvoice].map(([id, asked]) => ({ id, asked })),
  }
}
