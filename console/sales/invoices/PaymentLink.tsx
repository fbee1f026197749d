// The link by which a customer sees an invoice and how to pay it without logging in: copied, or all of them ended.
import { Menu } from '@mantine/core'
import { useState } from 'react'
import { answered, api, queries, useAction, useCompany, useIntent } from '#client'
import { sendingWords } from '#console/sales/sending/sending-words.ts'
import { momentText, useAnnounce } from '#ui'
import { useWords } from '#words'

/** The actions on the links of an invoice, and the link itself if the browser does not allow copying. */
export const usePaymentLink = (invoiceId: string) => {
  const texts = useWords(sendingWords)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const intent = useIntent()
  const { run, error } = useAction()
  const [shown, setShown] = useState<string | null>(null)
  const path = '/companies/{companyId}/invoices/{invoiceId}/payment-link' as const
  const params = { path: { companyId, invoiceId } }
  const copy = () =>
    run(async () => {
      const { url } = answered(await api.POST(path, { params, headers: intent.headers('made') }))
      intent.done()
      try {
        await navigator.clipboard.writeText(url)
        say(texts.linkCopied)
      } catch {
        // Without a safe connection a browser has no clipboard for programs.
        setShown(url)
      }
    })
  const end = () =>
    run(async () => {
      await api.POST(`${path}/end`, { params, headers: intent.headers('ended') })
      intent.done()
      setShown(null)
      say(texts.linksEnded)
    })
  return { copy, end, shown, error }
}

export const PaymentLinkItems = ({ link }: { link: ReturnType<typeof usePaymentLink> }) => {
  const texts = useWords(sendingWords)
  return (
    <>
      <Menu.Item onClick={() => void link.copy()}>{texts.copyLink}</Menu.Item>
      <Menu.Item onClick={() => void link.end()}>{texts.endLinks}</Menu.Item>
    </>
  )
}

/** When the customer first had it shown, where the company is told so. */
export const SeenPart = ({ invoiceId }: { invoiceId: string }) => {
  const texts = useWords(sendingWords)
  const { id: companyId } = useCompany()
  const { data } = queries.useQuery('get', '/companies/{companyId}/invoices/{invoiceId}/payment-link', {
    params: { path: { companyId, invoiceId } },
  })
  return data?.seenDateTime ? <p>{texts.seen(momentText(data.seenDateTime))}</p> : null
}
