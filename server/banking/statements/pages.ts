// The pages on which signatories review and sign bank payments, and download the files for the bank. They need no
// scripts: payments are selected on one page, and reviewed and signed on the next.
import { defaultBankAccount } from '#banking/payments/bank-account'
import { type PaymentRecord, paymentsBy, paymentsIn, type Wanted } from '#banking/payments/payment'
import { createPaymentFile, fetchPaymentFile, listPaymentFiles } from '#banking/payments/payment-file'
import { paymentRefusals as refusals } from '#banking/payments/payment-refusals'
import {
  type Chosen,
  type Decision,
  decideOnPayments,
  MAX_DECIDED,
  signingIn,
  stillAsChosen,
} from '#banking/payments/signing'
import { choice, FIELD_PREFIX, fileLine, pathOf, shownPayment, totalLine } from '#banking/payments/signing-parts'
import { signingWords } from '#banking/payments/signing-words'
import {
  csrfField,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import {
  acceptCode,
  findCompany,
  hasSecondFactor,
  holdProvedInside,
  identityContribution,
  isSignatoryOf,
  MAX_PASSWORD,
  proves,
  roleIn,
  tellingOfEnd,
  waitAnswer,
  withCode,
} from '#identity'
import type { CompanyCall } from '#platform/call'
import { isId } from '#platform/id'
import { Refusal } from '#platform/refusal'

const PATH = '/companies/{companyId}/bank-payments'
/** Maximum number of payments of one kind, and of files, on a page: the same as can be decided at once. */
const PAGE_SIZE = 50
const MAX_FILES = 20
/** The highest page number that can be requested. */
const MAX_PAGE = 10_000

/** The paged lists, by query parameter; each starts at the section with the same id. */
const LISTS = {
  'to-sign': { state: 'readyToSign' },
  signed: { state: 'signed', inFile: false },
  'at-bank': { state: 'signed', inFile: true },
  finished: { state: 'finished' },
} as const satisfies Record<string, Pick<Wanted, 'state' | 'inFile'>>
type ListName = keyof typeof LISTS

/** A page of a list, and whether more follow. */
type ListPage = { name: ListName; page: number; payments: readonly PaymentRecord[]; isMore: boolean }

const pageIn = async (call: SignatoryCall, name: ListName, query: PageInput['query']): Promise<ListPage> => {
  const asked = Number(/^\d{1,5}$/.exec(query[name] ?? '')?.[0] ?? 1)
  const page = Math.min(Math.max(asked, 1), MAX_PAGE)
  const found = await paymentsIn(call, { ...LISTS[name], limit: PAGE_SIZE + 1, skipped: (page - 1) * PAGE_SIZE })
  return { name, page, payments: found.slice(0, PAGE_SIZE), isMore: found.length > PAGE_SIZE }
}

type SignatoryCall = PageCall & { companyId: string; person: NonNullable<PageCall['person']> }

/** Admits only signatories of the company. Others learn nothing about it. */
const forSignatory =
  (run: (call: SignatoryCall, input: PageInput) => Promise<PageAnswer>): PageRow['run'] =>
  async (call, input) => {
    const { companyId = '' } = input.params
    const { person } = call
    if (!person) throw new Error('A signing page was opened without a person')
    const role = isId(companyId) ? await roleIn(call, person.id, { type: 'company', id: companyId }) : null
    if (role === null) throw identityContribution.refusals.companyNotFound({ id: companyId })
    if (!(await isSignatoryOf(call, { personId: person.id, companyId }))) throw refusals.notSignatory()
    return run({ ...call, companyId, person }, input)
  }

/** The call with the person as actor. */
const signer = (call: SignatoryCall): CompanyCall => ({
  ...call,
  actor: { kind: 'user', id: call.person.id, name: call.person.name },
})

/** The notice about the last action, from the query of the list. */
const noticeIn = (call: PageCall, query: PageInput['query']): string | null => {
  const words = signingWords[call.language]
  const count = Number(/^\d{1,3}$/.exec(query.count ?? '')?.[0] ?? 0)
  const waiting = Number(/^\d{1,3}$/.exec(query.waiting ?? '')?.[0] ?? 0)
  if (query.done === 'sign' && count > 0)
    return [count > waiting && words.doneSign(count - waiting), waiting > 0 && words.doneFirst(waiting)]
      .filter(Boolean)
      .join(' ')
  if (query.done === 'cancel' && count > 0) return words.doneCancel(count)
  return query.done === 'file' ? words.doneFile : query.done === 'none' ? words.noFile : null
}

const showList = (call: SignatoryCall, { query }: PageInput): Promise<PageAnswer> =>
  listPage(call, { notice: noticeIn(call, query), query, errors: {}, status: 200 })

type Shown = { notice: string | null; query?: PageInput['query']; errors: FormErrors; status: number }

const listPage = async (call: SignatoryCall, { notice, query = {}, errors, status }: Shown): Promise<PageAnswer> => {
  const words = signingWords[call.language]
  const { name } = await findCompany(call.db, call.companyId)
  const waiting = await pageIn(call, 'to-sign', query)
  const unfiled = await pageIn(call, 'signed', query)
  const filed = await pageIn(call, 'at-bank', query)
  const finished = await pageIn(call, 'finished', query)
  const body = html`<h1>${words.title}</h1>
      ${notice && html`<div class="notice" role="status"><p>${notice}</p></div>`}
      ${errorSummary(call.language, errors)}
      <p class="lead">${name}</p>
      <p>${words.lead}</p>
      ${await waitingCard(call, waiting, query.all !== undefined)}
      ${isShown(unfiled) && (await unfiledCard(call, unfiled))}
      ${await filesCard(call)}
      ${shownCard(call, words.atBank, filed)}
      ${shownCard(call, words.finished, finished)}`
  return { title: words.title, body, status }
}

/** An empty page is shown if the user paged too far; an empty list is hidden. */
const isShown = ({ payments, page }: ListPage): boolean => payments.length > 0 || page > 1

const waitingCard = async (call: SignatoryCall, list: ListPage, all: boolean): Promise<Html> => {
  const words = signingWords[call.language]
  const at = `${call.base}${pathOf(call.companyId)}`
  const { page } = list
  const { maySign } = await signingIn(signer(call), list.payments)
  const payments = list.payments.filter(maySign)
  const others = list.payments.filter((payment) => !maySign(payment))
  const toggle = `${at}?${new URLSearchParams({ 'to-sign': String(page), ...(all ? {} : { all: '1' }) })}`
  const form = html`<p>${words.choose} <a href="${toggle}#to-sign">${all ? words.chooseNone : words.chooseAll}</a></p>
        <form method="post" action="${at}/review">${csrfField(call)}
          ${payments.map((payment) => choice(call, payment, all))}
          <p class="buttons"><button name="decision" value="sign">${words.review}</button>
            <button class="danger" name="decision" value="cancel">${words.reviewCancel}</button></p>
        </form>`
  return html`<section class="card" aria-labelledby="to-sign">
        <h2 id="to-sign">${words.toSign}</h2>
        ${payments.length > 0 ? form : page === 1 && html`<p>${words.noneToSign}</p>`}
        ${others.length > 0 && html`<p>${words.waitForOther}</p>${cancelForm(call, others)}`}
        ${pageLinks(call, list, words.toSign)}
      </section>`
}

/** Payments that can only be cancelled. */
const cancelForm = (call: SignatoryCall, payments: readonly PaymentRecord[]): Html => {
  const words = signingWords[call.language]
  return html`<form method="post" action="${call.base}${pathOf(call.companyId)}/review">${csrfField(call)}
          ${payments.map((payment) => choice(call, payment, false))}
          <p class="buttons">
            <button class="danger" name="decision" value="cancel">${words.reviewCancel}</button></p>
        </form>`
}

const unfiledCard = async (call: SignatoryCall, list: ListPage): Promise<Html> => {
  const words = signingWords[call.language]
  const at = `${call.base}${pathOf(call.companyId)}`
  const account = await defaultBankAccount(call)
  return html`<section class="card" aria-labelledby="signed">
        <h2 id="signed">${words.signed}</h2>
        <p>${words.signedLead}</p>
        ${
          account
            ? html`<form method="post" action="${at}/files">${csrfField(call)}<p><button>${words.makeFile}</button></p></form>`
            : html`<div class="notice careful"><p>${words.noAccount}</p></div>`
        }
        ${list.payments.length > 0 && cancelForm(call, list.payments)}
        ${pageLinks(call, list, words.signed)}
      </section>`
}

const filesCard = async (call: SignatoryCall): Promise<Html> => {
  const words = signingWords[call.language]
  const files = await listPaymentFiles(call, MAX_FILES)
  const rows = files.map((file) => fileLine(call, call.companyId, file))
  return html`<section class="card" aria-labelledby="files">
        <h2 id="files">${words.files}</h2>
        ${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>${words.noFiles}</p>`}
      </section>`
}

const shownCard = (call: SignatoryCall, title: string, list: ListPage): Html | false =>
  isShown(list) &&
  html`<section class="card" aria-labelledby="${list.name}">
        <h2 id="${list.name}">${title}</h2>
        <ul class="rows">${list.payments.map((payment) => shownPayment(call, payment))}</ul>
        ${pageLinks(call, list, title)}
      </section>`

/** Links to the adjacent pages; none if there is only one page. */
const pageLinks = (call: SignatoryCall, { name, page, payments, isMore }: ListPage, title: string): Html | false => {
  const words = signingWords[call.language]
  const to = (other: number, rel: string, label: string) =>
    html`<a href="${call.base}${pathOf(call.companyId)}?${name}=${other}#${name}" rel="${rel}">${label}</a>`
  return (
    (page > 1 || isMore) &&
    html`${payments.length === 0 && html`<p>${words.nonePage}</p>`}
        <nav class="pages" aria-label="${words.pages(title)}">
          ${page > 1 && to(payments.length > 0 ? page - 1 : 1, 'prev', words.earlier)}
          <span aria-current="page">${words.page(page)}</span>
          ${isMore && to(page + 1, 'next', words.later)}
        </nav>`
  )
}

/** The submitted form: the decision, and the selected payments. */
const choiceIn = ({ form }: PageInput): { decision: Decision; chosen: Chosen[] } => ({
  decision: form.decision === 'sign' ? 'sign' : 'cancel',
  chosen: Object.entries(form).flatMap(([name, digest]) => {
    const id = name.startsWith(FIELD_PREFIX) ? name.slice(FIELD_PREFIX.length) : ''
    return isId(id) ? [{ id, digest }] : []
  }),
})

const wrongChoice = ({ language }: PageCall, chosen: readonly Chosen[]): FormErrors | null => {
  const words = signingWords[language]
  if (chosen.length === 0) return { '': words.noneChosen }
  return chosen.length > MAX_DECIDED ? { '': words.tooMany(MAX_DECIDED) } : null
}

const review = async (call: SignatoryCall, input: PageInput): Promise<PageAnswer> => {
  const { decision, chosen } = choiceIn(input)
  const errors = wrongChoice(call, chosen)
  if (errors) return listPage(call, { notice: null, errors, status: 400 })
  return reviewPage(call, { decision, chosen, errors: {} })
}

type Reviewed = { decision: Decision; chosen: readonly Chosen[]; errors: FormErrors }

/** The current state of the selected payments, or the list again if any changed since it was shown. */
const reviewPage = async (call: SignatoryCall, { decision, chosen, errors }: Reviewed): Promise<PageAnswer> => {
  const ids = chosen.map(({ id }) => id)
  const found = await paymentsBy(call, ids)
  const payments = stillAsChosen(decision, chosen, found, await signingIn(signer(call), found, { together: found }))
  if (payments === null) return changedPage(call)
  const words = signingWords[call.language]
  const title = decision === 'sign' ? words.signTitle : words.cancelTitle
  const hidden = chosen.map(
    ({ id, digest }) => html`<input type="hidden" name="${FIELD_PREFIX}${id}" value="${digest}">`,
  )
  const button =
    decision === 'sign'
      ? html`<button>${words.sign(payments.length)}</button>`
      : html`<button class="danger">${words.cancel(payments.length)}</button>`
  const body = html`<h1>${title}</h1>
      ${errorSummary(call.language, errors)}
      <p>${decision === 'sign' ? words.signLead : words.cancelLead}</p>
      <div class="card">
        <ul class="rows">${payments.map((payment) => shownPayment(call, payment))}</ul>
        ${totalLine(call, payments)}
      </div>
      <form class="card" method="post" action="${call.base}${pathOf(call.companyId)}/decide">
        ${csrfField(call)}
        <input type="hidden" name="decision" value="${decision}">
        ${hidden}
        <input type="hidden" name="username" value="${call.person.email}" autocomplete="username">
        ${await proofField(call, errors)}
        ${button}
      </form>
      <p><a href="${call.base}${pathOf(call.companyId)}">${words.back}</a></p>`
  return { title, body, status: errors.proof === undefined ? 200 : 400 }
}

/** People with two-factor login enter a code, others their password. */
const proofField = async (call: SignatoryCall, { proof: error }: FormErrors): Promise<Html> => {
  const words = signingWords[call.language]
  return (await hasSecondFactor(call, call.person.id))
    ? field({
        name: 'proof',
        label: words.code,
        hint: words.codeHint,
        error,
        autocomplete: 'one-time-code',
        maxlength: 40,
        plain: true,
      })
    : field({
        name: 'proof',
        label: words.password,
        hint: words.passwordHint,
        error,
        type: 'password',
        autocomplete: 'current-password',
        maxlength: MAX_PASSWORD,
      })
}

const changedPage = (call: SignatoryCall): Promise<PageAnswer> =>
  listPage(call, { notice: null, errors: { '': signingWords[call.language].changed }, status: 409 })

const decideOn = async (call: SignatoryCall, input: PageInput): Promise<PageAnswer> => {
  const { decision, chosen } = choiceIn(input)
  const errors = wrongChoice(call, chosen)
  if (errors) return listPage(call, { notice: null, errors, status: 400 })
  const words = signingWords[call.language]
  const byCode = await hasSecondFactor(call, call.person.id)
  const proof = (input.form.proof ?? '').slice(0, MAX_PASSWORD)
  const work = (own: CompanyCall) => decideOnPayments(own, { decision, chosen })
  const outcome = await (byCode ? proved.byCode : proved.byPassword)(call, proof, work)
  if (outcome.kind === 'wait') return waitAnswer(call, outcome.waitMs)
  if (outcome.kind === 'wrong') {
    return reviewPage(call, {
      decision,
      chosen,
      errors: { proof: byCode ? words.wrongCode : words.wrongPassword },
    })
  }
  if (outcome.answer === null) return changedPage(call)
  const { count, waiting } = outcome.answer
  return { redirect: `${pathOf(call.companyId)}?done=${decision}&count=${count}&waiting=${waiting}` }
}

type Outcome<T> = { kind: 'done'; answer: T } | { kind: 'wrong' } | { kind: 'wait'; waitMs: number }

/** Runs the work in one transaction after the person is verified; failed attempts are counted as at login. */
const proved = {
  async byCode<T>(call: SignatoryCall, code: string, work: (own: CompanyCall) => Promise<T>): Promise<Outcome<T>> {
    const outcome = await withCode(call, call.person.id, async (own) => {
      const accepted = await acceptCode(own, call.person.id, code)
      if (accepted === null) return null
      // Locked after the code is checked, in the same order as at login: second factor, then person.
      await holdProvedInside(own, { personId: call.person.id, passwordHash: null })
      return { answer: await work({ ...own, companyId: call.companyId }) }
    })
    return outcome.kind === 'done' ? { kind: 'done', answer: outcome.answer.answer } : outcome
  },
  async byPassword<T>(
    call: SignatoryCall,
    password: string,
    work: (own: CompanyCall) => Promise<T>,
  ): Promise<Outcome<T>> {
    const proof = await proves(call, { personId: call.person.id, password })
    if (proof.kind !== 'right') return proof
    const answer = await call.transact(async (own) => {
      await holdProvedInside(own, { personId: call.person.id, passwordHash: proof.passwordHash })
      return work({ ...own, companyId: call.companyId })
    })
    return { kind: 'done', answer }
  },
}

const makeFile = async (call: SignatoryCall): Promise<PageAnswer> => {
  try {
    await createPaymentFile(call, 'company')
    return { redirect: `${pathOf(call.companyId)}?done=file` }
  } catch (cause) {
    // Another request was faster, or there is no account: the list shows the outcome.
    if (cause instanceof Refusal) return { redirect: `${pathOf(call.companyId)}?done=none` }
    throw cause
  }
}

const download = async (call: SignatoryCall, { params }: PageInput): Promise<PageAnswer> => {
  const { paymentFileId: id = '' } = params
  if (!isId(id)) throw refusals.paymentFileNotFound({ id })
  return { file: await fetchPaymentFile(call, id, 'company') }
}

export const bankingPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'person', run: forSignatory(showList) },
  { method: 'POST', path: `${PATH}/review`, visitor: 'person', run: forSignatory(review) },
  {
    method: 'POST',
    path: `${PATH}/decide`,
    visitor: 'person',
    transaction: 'own',
    run: tellingOfEnd(forSignatory(decideOn), ({ params }) => pathOf(params.companyId ?? '')),
  },
  { method: 'POST', path: `${PATH}/files`, visitor: 'person', run: forSignatory(makeFile) },
  {
    method: 'GET',
    path: `${PATH}/files/{paymentFileId}/download`,
    visitor: 'person',
    // The download is recorded.
    transaction: 'whole',
    run: forSignatory(download),
  },
]
