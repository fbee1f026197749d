// Payments to suppliers: what is due is chosen and prepared, signed on the page for signing, and made into a file for
// the bank.
import { useState } from 'react'
import { answered, api, base, newIntent, type Schema, useCompany, usePages, useRefresh } from '#client'
import { Act, amountText, Chips, oreOf, Page, today, useSay, useUrl, Wrong } from '#ui'
import { useLanguage, useWords } from '#words'
import { saveFile } from './import.ts'
import { PaymentList } from './PaymentList.tsx'
import type { Payment } from './payable.ts'
import { paymentWords } from './payment-words.ts'
import { ToPay } from './ToPay.tsx'

export { PaymentsPage as Page }

const filters = ['toPay', 'toSign', 'onTheWay', 'all'] as const

const queries = {
  toSign: 'status==readyToSign',
  onTheWay: 'status==scheduled||status==onTheWay',
  all: undefined,
} as const

const PaymentsPage = () => {
  const texts = useWords(paymentWords)
  const { id: companyId, may } = useCompany()
  const [{ show = 'toPay' }, set] = useUrl()
  const shown = filters.find((one) => one === show) ?? 'toPay'
  const { rows: waiting } = usePages<Payment>('/bank-payments', {
    ...{ companyId, query: { query: 'status==readyToSign||status==scheduled||status==onTheWay' } },
  })
  const mayPay = may('bank-payments:write')
  const { make, again, isBusy, wrong } = useFile()
  return (
    <Page
      title={texts.title}
      actions={
        <>
          {waiting.some(({ status }) => status === 'readyToSign') && (
            <a className="button-link" href={`${base}/companies/${companyId}/bank-payments`}>
              {texts.sign}
            </a>
          )}
          {mayPay && (
            <Act keys="f" variant="default" loading={isBusy} onClick={() => void make()}>
              {texts.makeFile}
            </Act>
          )}
          {again && (
            <Act variant="subtle" onClick={again}>
              {texts.downloadAgain}
            </Act>
          )}
        </>
      }
    >
      <div className="filters">
        <Chips
          label={texts.show}
          value={shown}
          choices={filters.map((one) => [one, texts.filters[one]] as const)}
          onChange={(one) => set({ show: one === 'toPay' ? null : one, open: null, choose: null })}
        />
      </div>
      {wrong !== null && <Wrong error={wrong} />}
      {shown === 'toPay' ? <ToPay waiting={waiting} /> : <PaymentList key={shown} query={queries[shown]} />}
    </Page>
  )
}

/** Makes a file of what has been signed, and saves it; it can be had again while the page is open. */
const useFile = () => {
  const texts = useWords(paymentWords)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useSay()
  const [file, setFile] = useState<Schema<'PaymentFile'> | null>(null)
  const [isBusy, setIsBusy] = useState(false)
  const [wrong, setWrong] = useState<unknown>(null)
  const attempt = async (what: () => Promise<void>) => {
    setIsBusy(true)
    setWrong(null)
    try {
      await what()
    } catch (cause) {
      setWrong(cause)
    } finally {
      setIsBusy(false)
    }
  }
  const download = async ({ id }: Schema<'PaymentFile'>) => {
    const { data } = await api.GET('/companies/{companyId}/bank-payments/files/{paymentFileId}/download', {
      params: { path: { companyId, paymentFileId: id } },
      parseAs: 'blob',
    })
    saveFile(data as unknown as Blob, `betalningar-${today()}-${id.slice(-6)}.xml`)
  }
  const make = () =>
    attempt(async () => {
      const made = answered(
        await api.POST('/companies/{companyId}/bank-payments/files', {
          params: { path: { companyId } },
          headers: { 'Idempotency-Key': newIntent() },
        }),
      )
      setFile(made)
      say(texts.fileMade(made.numberOfPayments, `${amountText(oreOf(made.totalAmount), language)} ${made.currency}`))
      void refresh('bank-payments')
      await download(made)
    })
  return { make, again: file && (() => void attempt(() => download(file))), isBusy, wrong }
}
