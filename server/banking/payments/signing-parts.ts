// How payments and files are shown on the signing pages.
import { attributes, type Html, html, type Language, type PageCall } from '#http'
import { ibanText } from '#numbers/bank-account'
import { type Day, dayOf } from '#platform/day'
import { numberFromOre, type Ore } from '#platform/money'
import {
  currencyOf,
  digestOf,
  numberOf,
  type PaymentCurrency,
  paymentCurrencies,
  type Recipient,
  statusAt,
} from './payment.rules.ts'
import { type PaymentRecord, sumOf } from './payment.ts'
import type { PaymentFileRecord } from './payment-file.ts'
import { signingWords } from './signing-words.ts'
import { reasonWords } from './status-reasons.ts'

/** The prefix of a payment's form field; the field's value is the digest of what is shown. */
export const FIELD_PREFIX = 'payment-'

export const pathOf = (companyId: string): string => `/companies/${companyId}/bank-payments`

const amountText = (language: Language, amount: Ore, currency: PaymentCurrency): string =>
  new Intl.NumberFormat(language === 'sv' ? 'sv-SE' : 'en-GB', { style: 'currency', currency }).format(
    numberFromOre(amount),
  )

const dayText = (day: Day): Html => html`<time datetime="${day}">${day}</time>`

/** The recipient's details, one per line. */
const recipientLines = (language: Language, recipient: Recipient): string[] => {
  const words = signingWords[language]
  switch (recipient.kind) {
    case 'bankgiro':
    case 'plusgiro': {
      const { ocr, message } = recipient
      return [
        `${words[recipient.kind]} ${numberOf(recipient)}`,
        ...(ocr ? [`${words.ocr} ${ocr}`] : []),
        ...(message ? [`${words.message}: ${message}`] : []),
        ...placeLines(recipient),
      ]
    }
    case 'transfer':
    case 'internationalPayment': {
      const { recipientReference } = recipient
      return [
        recipient.kind === 'transfer'
          ? `${words.account} ${recipient.clearingNumber}, ${recipient.accountNumber}`
          : ['IBAN', ibanText(recipient.iban), recipient.bic].filter(Boolean).join(' '),
        ...(recipientReference ? [`${words.reference}: ${recipientReference}`] : []),
        ...placeLines(recipient),
      ]
    }
  }
}

const placeLines = ({ recipientCity, recipientCountry }: Recipient): string[] =>
  recipientCity ? [`${recipientCity}, ${recipientCountry}`] : []

const lines = (call: PageCall, payment: PaymentRecord): Html[] => {
  const { paymentDate, ownNote, recipient, createdByName, signers } = payment
  const words = signingWords[call.language]
  const isLate = paymentDate < dayOf(call.now) && (payment.state === 'readyToSign' || payment.state === 'signed')
  const given = [
    html`${words.payDay} ${dayText(paymentDate)}`,
    ...recipientLines(call.language, recipient).map((line) => html`${line}`),
    ...(ownNote === null ? [] : [html`${words.note}: ${ownNote}`]),
    html`${words.made(createdByName)}${signers.length > 0 && html`, ${words.signedBy(signers)}`}`,
    ...(payment.state === 'readyToSign' && signers.length > 0 ? [html`<strong>${words.oneMore}</strong>`] : []),
    ...(isLate ? [html`<strong>${words.latePayment}</strong>`] : []),
  ]
  return given.map((line) => html`<span class="line">${line}</span>`)
}

const head = ({ language }: PageCall, { recipient, amountOre }: PaymentRecord): Html =>
  html`<span class="sum"><strong>${recipient.recipientName}</strong>
            <strong>${amountText(language, amountOre, currencyOf(recipient))}</strong></span>`

/** A payment with a checkbox. */
export const choice = (call: PageCall, payment: PaymentRecord, checked: boolean): Html => {
  const { id } = payment
  const name = `${FIELD_PREFIX}${id}`
  const box = attributes({ type: 'checkbox', id: name, name, value: digestOf(payment), checked })
  return html`<div class="choice payment"><input${box}><label for="${name}">
          ${head(call, payment)}
          <span class="hint">${lines(call, payment)}</span></label></div>`
}

/** A payment under review, with everything that is signed. */
export const shownPayment = (call: PageCall, payment: PaymentRecord): Html => {
  const { state, paymentDate } = payment
  const reason = reasonText(call.language, payment)
  const status = statusAt(state, paymentDate, dayOf(call.now))
  const tag = status !== 'readyToSign' && html`<span class="tag">${signingWords[call.language].statuses[status]}</span>`
  return html`<li><div class="payment">
          ${head(call, payment)}
          <span class="hint">${lines(call, payment)}</span>${tag}
          ${reason !== null && html`<span class="hint">${reason}</span>`}</div></li>`
}

/** The code of the bank with what it means, and the words of the bank or of who noted it. */
const reasonText = (language: Language, { reasonCode: code, reason }: PaymentRecord): string | null => {
  if (code === null) return reason
  const known = [code, reasonWords(code)?.[language]].filter(Boolean).join(' ')
  return reason === null ? known : `${known}: ${reason}`
}

/** How many, and how much they come to. */
export const totalLine = ({ language }: PageCall, payments: readonly PaymentRecord[]): Html => {
  const words = signingWords[language]
  const sums = paymentCurrencies.flatMap((currency) => {
    const own = payments.filter(({ recipient }) => currencyOf(recipient) === currency)
    return own.length === 0 ? [] : amountText(language, sumOf(own), currency)
  })
  return html`<p class="sum total"><strong>${words.total}, ${words.payments(payments.length)}</strong>
          <strong>${sums.join(' + ')}</strong></p>`
}

export const fileLine = (call: PageCall, companyId: string, file: PaymentFileRecord): Html => {
  const { id, createdAt, payments, currency, totalOre, createdByName, lastFetchedAt, lastFetchedByName } = file
  const words = signingWords[call.language]
  const day = dayOf(createdAt)
  const address = `${call.base}${pathOf(companyId)}/files/${id}/download`
  const sum = amountText(call.language, totalOre, currency)
  const before = lastFetchedAt && words.fetchedBefore(dayOf(lastFetchedAt), lastFetchedByName ?? '')
  const fetched = before && html`<br><span class="hint">${before}</span>`
  return html`<li><span>${dayText(day)}, ${words.payments(payments)}, ${sum}<br>
            <span class="hint">${words.fileBy(createdByName)}</span>${fetched}</span>
          <a class="button second" href="${address}" aria-label="${words.downloadLabel(day)}"
            >${words.download}</a></li>`
}
