// The payment page of a link: an invoice, what is left to pay, and how. It needs no login and no scripts, and shows
// nothing beyond the invoice itself.
import {
  copiable,
  csrfField,
  type Html,
  html,
  type Language,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  trustedHtml,
} from '#http'
import { countInvalidLink } from '#identity'
import { bankgiroText, dayText, ibanText, moneyText, type Paper, paymentCode, plusgiroText } from '#paper'
import { type Day, dayOf } from '#platform/day'
import { downloadPaper, findPaper } from '#sales/publishing/paper'
import { type OpenClaim, openClaims } from '#sales/receivables/charges'
import { settingsOf } from '#sales/settings/settings'
import { standingOf, unpaidOf } from './payment-link.rules.ts'
import { followLink, type Linked, noteSeen } from './payment-link.ts'
import { paymentWords } from './payment-words.ts'

const PATH = '/pay/{token}'

/** Search engines must not index the page. */
const UNLISTED = { 'x-robots-tag': 'noindex, nofollow, noarchive' }

/** Maximum number of lines shown; the PDF has all of them. */
const MAX_LINES = 50

type Working = Extract<Linked, { state: 'working' }>

const linked =
  (run: (call: PageCall, found: Working, token: string) => Promise<PageAnswer>): PageRow['run'] =>
  async (call: PageCall, { params }: PageInput) => {
    const { token = '' } = params
    const found = await followLink(call, token)
    const answer = found.state === 'working' ? await run(call, found, token) : await nowhere(call, found.state)
    return { ...answer, headers: { ...answer.headers, ...UNLISTED } }
  }

/** An unknown link counts as a guess for rate limiting; a revoked one does not. */
const nowhere = async (call: PageCall, state: 'unknown' | 'ended'): Promise<PageAnswer> => {
  const words = paymentWords[call.language]
  const waitMs = state === 'unknown' ? await countInvalidLink(call) : null
  if (waitMs !== null) {
    const body = html`<h1>${words.waitTitle}</h1>
      <div class="card"><p>${words.wait(Math.ceil(waitMs / MINUTE_MS))}</p></div>`
    const headers = { 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) }
    return { title: words.waitTitle, body, status: 429, headers }
  }
  const title = state === 'unknown' ? words.unknownTitle : words.endedTitle
  const body = html`<h1>${title}</h1>
      <div class="card"><p>${words[state]}</p></div>`
  return { title, body, status: state === 'unknown' ? 404 : 410 }
}

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS

const show = linked(async (page, { call, record, link }, token) => {
  const { content } = await findPaper(call, record.id, 'invoice')
  if (!link.isSeen && (await settingsOf(call)).tellsSeen) return coverOf(page, content, token)
  const words = paymentWords[page.language]
  const unpaid = content.kind === 'cashInvoice' ? 0n : unpaidOf(record)
  const standing = standingOf({ ...record, unpaid, wasPaid: Number(unpaid) < content.payable })
  const claim = unpaid > 0n ? ((await openClaims(call, [record.id])).get(record.id) ?? null) : null
  const left = leftOf({ left: Number(unpaid), standing, claim, owedOn: record.owedOn, today: dayOf(page.now) })
  const body = html`<h1>${words.title(content.number)}</h1>
      <p class="lead">${words.from(content.seller.name, content.buyer.name)}</p>
      ${content.seller.isTest && html`<div class="notice" role="note"><p>${words.test}</p></div>`}
      ${unpaid > 0n ? await payCard(page.language, content, left) : doneNotice(page, standing)}
      ${invoiceCard(page.language, content)}
      <p class="buttons"><a class="button${unpaid > 0n ? ' second' : ''}" href="${page.base}/pay/${token}/pdf"
        download>${words.download}</a></p>
      ${askCard(page.language, content)}`
  return { title: `${words.title(content.number)}, ${content.seller.name}`, body, program: true }
})

/**
 * The page before the invoice if its seller is notified of views: it says so and has a button. Link scanners, which
 * fetch pages before people do, do not press it.
 */
const coverOf = (page: PageCall, { number, seller, buyer }: Paper, token: string): PageAnswer => {
  const words = paymentWords[page.language]
  const body = html`<h1>${words.title(number)}</h1>
      <p class="lead">${words.from(seller.name, buyer.name)}</p>
      <form class="card" method="post" action="${page.base}/pay/${token}">
        ${csrfField(page)}
        <p>${words.tells(seller.name)}</p>
        <button>${words.show}</button>
      </form>`
  return { title: `${words.title(number)}, ${seller.name}`, body }
}

const showTold = linked(async (page, { call, record, link }, token) => {
  if ((await settingsOf(call)).tellsSeen) await noteSeen(call, record, link.id)
  return { redirect: `/pay/${token}?lang=${page.language}` }
})

const doneNotice = ({ language }: PageCall, standing: ReturnType<typeof standingOf>): Html => {
  const words = paymentWords[language]
  return html`<div class="notice" role="status"><p>${standing === 'credited' ? words.credited : words.paid}</p></div>`
}

type Left = {
  left: number
  standing: ReturnType<typeof standingOf>
  claim: OpenClaim | null
  /** The last day to pay. */
  dueDate: Day
}

/**
 * The due date of a reminder replaces the original one, unless the tax authority has refused an amount that is due
 * later. The status follows the resulting date.
 */
const leftOf = ({ today, owedOn, ...left }: Omit<Left, 'dueDate'> & { owedOn: Day; today: Day }): Left => {
  const { claim, standing } = left
  const dueDate = claim !== null && claim.dueDate > owedOn ? claim.dueDate : owedOn
  const isLate = claim === null ? standing === 'overdue' : dueDate < today
  return { ...left, dueDate, standing: isLate ? 'overdue' : standing === 'overdue' ? 'unpaid' : standing }
}

const payCard = async (language: Language, paper: Paper, { left, standing, claim, dueDate }: Left): Promise<Html> => {
  const words = paymentWords[language]
  const money = (ore: number) => moneyText(ore, paper.currency, language)
  const isPart = left < paper.payable
  const all = left + Number(claim ? claim.feeOre + claim.interestOre : 0n)
  // If the tax authority pays the invoice, only a fee may be left.
  const tax = paper.payable > 0 ? Math.round((paper.tax * left) / paper.payable) : 0
  const code = paymentCode({ ...paper, dueDate, payable: all, tax })
  const accounts = accountsOf(language, paper)
  return html`<section class="card">
        <h2>${isPart ? words.left : words.toPay}: ${money(all)}</h2>
        ${isPart && html`<p class="hint">${words.of(money(paper.payable))}</p>`}
        ${claim && html`<p>${words.reminded(claim.number, dayText(claim.date, language), dayText(paper.dueDate, language))}</p>`}
        ${standing === 'overdue' && html`<p class="wrong">${words.overdue(dayText(dueDate, language))}</p>`}
        ${claim && claimLines(language, { left, claim, money })}
        ${accounts.length === 0 && html`<p>${words.noAccount(paper.seller.name)}</p>`}
        <dl class="facts">
          ${fact(dueDate === paper.dueDate ? words.dueDate : words.payBy, dayText(dueDate, language))}
          ${accounts.map(({ label, shown, text }) => fact(label, copiable(language, { what: label, text, shown })))}
          ${fact(
            paper.paymentReference ? words.reference : words.message,
            copiable(language, { what: words.reference, text: paper.paymentReference ?? paper.number }),
          )}
          ${fact(words.amount, copiable(language, { what: words.amount, text: plainAmount(all), shown: money(all) }))}
        </dl>
        ${
          code !== null &&
          html`<div class="qr" role="img" aria-label="${words.code}">${await pictureOf(code)}</div>
        <p class="hint after">${words.scan}</p>`
        }
      </section>`
}

type Claimed = { left: number; claim: OpenClaim; money: (ore: number) => string }

/** The sum of the reminder, as in its PDF. */
const claimLines = (language: Language, { left, claim, money }: Claimed): Html => {
  const words = paymentWords[language]
  const { feeOre, interestOre, date } = claim
  const sums: [string, number][] = [
    [words.ofInvoice, left],
    ...(feeOre > 0n ? ([[words.fee, Number(feeOre)]] as [string, number][]) : []),
    ...(interestOre > 0n
      ? ([[words.interest(dayText(date, language)), Number(interestOre)]] as [string, number][])
      : []),
  ]
  return html`${sums.map(([name, ore]) => html`<p class="sum"><span>${name}</span><span>${money(ore)}</span></p>`)}`
}

const fact = (label: string, value: string | Html): Html => html`<div><dt>${label}</dt><dd>${value}</dd></div>`

/** The amount in a format that banks accept when pasted. */
const plainAmount = (ore: number): string => `${Math.floor(ore / 100)},${String(ore % 100).padStart(2, '0')}`

type Account = { label: string; shown: string; text: string }

/** The payment accounts, as in the PDF: bankgiro and plusgiro accept SEK only. */
const accountsOf = (language: Language, { seller, currency }: Paper): Account[] => {
  const words = paymentWords[language]
  const { bankgiro, plusgiro, iban, bic } = seller
  const isDomestic = currency === 'SEK'
  const compact = (text: string) => text.replace(/\s/g, '')
  return [
    ...(isDomestic && bankgiro
      ? [{ label: words.bankgiro, shown: bankgiroText(bankgiro), text: bankgiroText(bankgiro) }]
      : []),
    ...(isDomestic && plusgiro
      ? [{ label: words.plusgiro, shown: plusgiroText(plusgiro), text: compact(plusgiroText(plusgiro)) }]
      : []),
    ...(iban ? [{ label: 'IBAN', shown: ibanText(iban), text: compact(iban) }] : []),
    ...(iban && bic ? [{ label: 'BIC', shown: bic, text: bic }] : []),
  ]
}

/** The QR code as one path, with the required quiet zone of four modules (ISO/IEC 18004). */
const pictureOf = async (code: string): Promise<Html> => {
  const { create } = await import('qrcode')
  const { size, data } = create(code, { errorCorrectionLevel: 'M' }).modules
  const whole = size + 2 * QUIET
  const squares: string[] = []
  for (let at = 0; at < data.length; at += 1) {
    if (data[at]) squares.push(`M${(at % size) + QUIET} ${Math.floor(at / size) + QUIET}h1v1h-1z`)
  }
  return trustedHtml(
    `<svg viewBox="0 0 ${whole} ${whole}" shape-rendering="crispEdges" aria-hidden="true">` +
      `<rect width="${whole}" height="${whole}" fill="#fff"/><path d="${squares.join('')}" fill="#000"/></svg>`,
  )
}

const QUIET = 4

const invoiceCard = (language: Language, paper: Paper): Html => {
  const words = paymentWords[language]
  const money = (ore: number) => moneyText(ore, paper.currency, language)
  const sales = paper.lines.flatMap((line) => (line.kind === 'sale' ? [line] : [])).slice(0, MAX_LINES)
  const sums: [string, number][] = [
    [words.net, paper.net],
    [words.tax, paper.tax],
    ...(paper.rounding === 0 ? [] : ([[words.rounding, paper.rounding]] as [string, number][])),
    ...(paper.taxReduction ? ([[words.reduction, -paper.taxReduction.deduction]] as [string, number][]) : []),
  ]
  return html`<section class="card">
        <h2>${words.invoice}</h2>
        <dl class="facts">${fact(words.date, dayText(paper.date, language))}</dl>
        <h3>${words.lines}</h3>
        ${sales.map(({ description, net }) => html`<p class="sum"><span>${description}</span><span>${money(net)}</span></p>`)}
        ${sums.map(([name, ore]) => html`<p class="sum hint"><span>${name}</span><span>${money(ore)}</span></p>`)}
        <p class="sum total"><strong>${words.total}</strong><strong>${money(paper.payable)}</strong></p>
      </section>`
}

const askCard = (language: Language, { seller }: Paper): Html => {
  const words = paymentWords[language]
  return html`<section class="card">
        <h2>${words.questions}</h2>
        <p>${words.ask(seller.name)}</p>
        <dl class="facts">
          ${seller.email && fact(words.email, html`<a href="mailto:${seller.email}">${seller.email}</a>`)}
          ${seller.phone && fact(words.phone, html`<a href="tel:${seller.phone.replace(/[^\d+]/g, '')}">${seller.phone}</a>`)}
        </dl>
      </section>`
}

const download = linked(async (_page, { call, record }) => ({ file: await downloadPaper(call, record.id, 'invoice') }))

export const paymentPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'anyone', run: show },
  { method: 'POST', path: PATH, visitor: 'anyone', run: showTold },
  { method: 'GET', path: `${PATH}/pdf`, visitor: 'anyone', run: download },
]
