// Files for the bank: made of what has been signed, and fetched. What was made and did not arrive is in the list.
import { useState } from 'react'
import { answered, api, newIntent, type Schema, useCompany, useRefresh } from '#client'
import { saveFile } from '#console/banking/import.ts'
import { amountText, oreOf, useAnnounce } from '#ui'
import { useLanguage, useWords } from '#words'
import { paymentWords } from './payment-words.ts'

type PaymentFile = Schema<'PaymentFile'>

/** One thing at a time, with what went wrong the last time. */
const useAttempt = () => {
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
  return { attempt, isBusy, wrong }
}

const fetchFile = async (companyId: string, { id, createdDateTime }: PaymentFile): Promise<void> => {
  const { data } = await api.GET('/companies/{companyId}/bank-payments/files/{paymentFileId}/download', {
    params: { path: { companyId, paymentFileId: id } },
    parseAs: 'blob',
  })
  saveFile(data as unknown as Blob, `betalningar-${createdDateTime.slice(0, 10)}-${id.slice(-6)}.xml`)
}

/** Downloads a file; a second download warns that it may be paid twice. */
export const useFileDownload = () => {
  const texts = useWords(paymentWords)
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { attempt, isBusy, wrong } = useAttempt()
  const download = (file: PaymentFile) =>
    attempt(async () => {
      await fetchFile(companyId, file)
      say(file.timesFetched > 0 ? texts.fileFetchedAgain : texts.fileFetched)
      void refresh('bank-payments')
    })
  return { download, isBusy, wrong }
}

/** Makes a file of what has been signed, fetches it, and shows it. */
export const useNewFile = (onMade: (file: PaymentFile) => void) => {
  const texts = useWords(paymentWords)
  const language = useLanguage()
  const { id: companyId } = useCompany()
  const refresh = useRefresh()
  const say = useAnnounce()
  const { attempt, isBusy, wrong } = useAttempt()
  const make = () =>
    attempt(async () => {
      const made = answered(
        await api.POST('/companies/{companyId}/bank-payments/files', {
          params: { path: { companyId } },
          headers: { 'Idempotency-Key': newIntent() },
        }),
      )
      say(texts.fileMade(made.numberOfPayments, `${amountText(oreOf(made.totalAmount), language)} ${made.currency}`))
      onMade(made)
      try {
        await fetchFile(companyId, made)
      } finally {
        void refresh('bank-payments')
      }
    })
  return { make, isBusy, wrong }
}
