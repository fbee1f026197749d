// Data that the demo company's year lacks, created by its owner through the browser's endpoints: settings of each kind,
// a bank account, signed payments in a file and one that waits, a rule, a tag, a hold on reminders, a webhook and an
// invitation.

/** Payments are dated this many days after the current day. */
const DAYS_AHEAD = 30
const MS_PER_DAY = 86_400_000

/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Ask */

/** @param {string} origin @param {{ email: string, password: string }} login */
const browser = async (origin, { email, password }) => {
  /** @type {Map<string, string>} */
  const cookies = new Map()
  /** @param {string} path @param {RequestInit} [init] */
  const fetched = async (path, init = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { ...init.headers, cookie }
    const answer = await fetch(`${origin}${path}`, { redirect: 'manual', ...init, headers })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
  /**
   * Submits the form of a page with this action, including its hidden fields and checkboxes.
   * @param {string} page
   * @param {string} action
   * @param {Record<string, string>} fields
   */
  const submit = async (page, action, fields) => {
    const form = page.split('<form').find((part) => part.includes(`action="${action}"`))
    if (!form) throw new Error(`There is no form for ${action}`)
    const inputs = [...form.matchAll(/<input[^>]*type="(?:hidden|checkbox)"[^>]*>/g)].map(([input]) =>
      ['name', 'value'].map((attribute) => new RegExp(` ${attribute}="([^"]*)"`).exec(input)?.[1] ?? ''),
    )
    const body = new URLSearchParams({ ...Object.fromEntries(inputs), ...fields })
    const answer = await fetched(action, { method: 'POST', body })
    if (answer.status >= 400) throw new Error(`${action}: ${answer.status} ${await answer.text()}`)
    return answer.text()
  }
  const page = async (/** @type {string} */ path) => (await fetched(path)).text()
  await submit(await page('/login'), '/login', { email, password })
  const { session } = await (await fetched('/v1/me')).json()
  /** @type {Ask} */
  const ask = async (method, path, body) => {
    const headers = { 'csrf-token': session.csrfToken, ...(body ? { 'content-type': 'application/json' } : {}) }
    const answer = await fetched(path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return answer.status === 204 ? null : answer.json()
  }
  return { page, submit, ask }
}

/**
 * Creates the data, and returns a function for requests about the company as its owner.
 * @param {string} origin
 * @param {string} companyId
 * @param {{ email: string, password: string }} login
 */
export const doMore = async (origin, companyId, login) => {
  const { page, submit, ask } = await browser(origin, login)
  /** @type {Ask} */
  const company = (method, path, body) => ask(method, `/v1/companies/${companyId}/${path}`, body)
  const [owner] = (await company('GET', 'members')).items
  await company('PATCH', `members/${owner.id}`, { isSignatory: true })
  await company('PATCH', 'sales-settings', { bankgiro: '5805-6201', fTax: true, paymentTermsDays: 20 })
  await company('PATCH', 'purchasing-settings', { approves: false })
  await company('PATCH', 'reminder-settings', { fee: 60, isFeeAgreed: true, chargesInterest: true })
  await company('POST', 'bank-accounts', {
    name: 'Sparkonto',
    iban: 'SE3550000000054910000003',
    account: 1940,
    bic: 'ESSESESS',
  })
  const from = { counterparty: 'Nordtele AB', toAmount: 2000 }
  const title = 'Mobiltelefon'
  const booking = { account: 6212, vatTreatment: 'domestic', taxRate: 25, title }
  await company('POST', 'matching-rules', { name: 'Mobilabonnemang', direction: 'out', ...from, ...booking })
  const { id: tagGroupId } = await company('POST', 'tag-groups', { name: 'Lokal', alias: 'LOK', dimensionNumber: null })
  await company('POST', `tag-groups/${tagGroupId}/tags`, { name: 'Butiken' })
  await company('POST', 'webhooks', { url: 'https://example.com/hooks/grundbok', kinds: ['invoice.published'] })
  await company('POST', 'invitations', { email: 'kollega@example.com', role: 'bookkeeper' })
  const { items } = await company('GET', 'invoices?pageSize=100')
  const unpaid = items.find((/** @type {{ status: string }} */ { status }) => ['published', 'overdue'].includes(status))
  await company('POST', 'reminder-holds', { invoiceId: unpaid.id, reason: 'Fakturan är bestridd' })

  const paymentDate = new Date(Date.now() + DAYS_AHEAD * MS_PER_DAY).toISOString().slice(0, 10)
  const bankgiro = { kind: 'bankgiro', recipientName: 'Papper AB', bankgiroNumber: '5050-1055', ocr: '1002377' }
  const account = { kind: 'transfer', recipientName: 'Karin Ek', recipientReference: 'Utlägg', clearingNumber: '6000' }
  const transfer = { ...account, accountNumber: '123456789' }
  for (const [amount, recipientRef] of /** @type {const} */ ([
    [1250.5, bankgiro],
    [400, transfer],
  ]))
    await company('POST', 'bank-payments', { amount, paymentDate, recipientRef })
  const list = `/companies/${companyId}/bank-payments`
  const review = await submit(await page(list), `${list}/review`, { decision: 'sign' })
  await submit(review, `${list}/decide`, { proof: login.password })
  await submit(await page(list), `${list}/files`, {})
  await company('POST', 'bank-payments', { amount: 99, paymentDate, recipientRef: bankgiro })
  return (/** @type {string} */ path) => company('GET', path)
}
