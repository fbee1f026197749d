// The page behind a link into the console, which redirects to the list of the link.
import { csrfField, dictionary, html, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { roleIn } from '#identity'
import type { TodoKind } from '#todo/todo'
import { findLink, type OpenLink, useLink } from './navigation.ts'
import { isTodoKind } from './todo.rules.ts'

const texts = dictionary(
  {
    over: 'Länken gäller inte längre',
    overLead:
      'Den har redan använts, är för gammal eller är ofullständig. Gå tillbaka dit du fick den och öppna en ny.',
    account: 'Till mitt konto',
    otherTitle: 'Länken är avsedd för någon annan',
    otherLead: (asked: string, own: string) => `Den är avsedd för ${asked}, men du är inloggad som ${own}.`,
    logOut: 'Logga ut och byt konto',
    missing: 'Företaget finns inte, eller så är du inte med i det',
  },
  {
    over: 'The link no longer works',
    overLead:
      'It has already been used, is too old or is incomplete. Go back to where you found it and open a new one.',
    account: 'To my account',
    otherTitle: 'The link is for another person',
    otherLead: (asked: string, own: string) => `It is for ${asked}, but you are logged in as ${own}.`,
    logOut: 'Log out and switch accounts',
    missing: 'There is no such company, or you are not a member of it',
  },
)

const OPEN = '/open'

/**
 * The path of the list in the console for each kind of to-do, below the company, whose first page shows all of them;
 * kinds without a list lead to the start page.
 */
const lists: Readonly<Record<TodoKind, string>> = {
  'receipt.unrecorded': '/documents',
  'supplierInvoice.unapproved': '/supplier-invoices?show=toApprove',
  'supplierInvoice.unpaid': '/payments',
  'invoice.unpaid': '/invoices?status=unpaid',
  'invoice.unrecorded': '/invoices',
  'invoicePayment.unrecorded': '',
  'payment.unsigned': '/payments?show=toSign',
  'vat.unreported': '/vat',
}

/** Uses up the link and redirects to its list; the engine has required a login. */
const open = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const token = query.token ?? ''
  const link = await findLink(call, token)
  if (!link || link.isOver) return overPage(call)
  if (call.person?.id !== link.personId) return otherPage(call, link, token)
  const first = await call.transact((own) => useLink(own, link))
  if (!first) return overPage(call)
  if ((await roleIn(call, link.personId, { type: 'company', id: link.companyId })) === null) return missingPage(call)
  const list = link.todoType !== null && isTodoKind(link.todoType) ? lists[link.todoType] : ''
  return { redirect: `/companies/${link.companyId}${list}` }
}

const missingPage = ({ language }: PageCall): PageAnswer => {
  const { missing } = texts[language]
  return { title: missing, body: html`<h1>${missing}</h1>`, status: 404 }
}

const overPage = ({ language, base }: PageCall): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.over}</h1>
      <div class="card"><p>${words.overLead}</p>
        <p class="buttons"><a class="button" href="${base}/account">${words.account}</a></p></div>`
  return { title: words.over, body, status: 404 }
}

const otherPage = (call: PageCall, link: OpenLink, token: string): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.otherTitle}</h1>
      <form class="card" method="post" action="${call.base}/logout">
        <p>${words.otherLead(link.email, call.person?.email ?? '')}</p>
        ${csrfField(call)}
        <input type="hidden" name="next" value="${OPEN}?${String(new URLSearchParams({ token }))}">
        <button>${words.logOut}</button>
      </form>`
  return { title: words.otherTitle, body, status: 403 }
}

export const navigationPages: readonly PageRow[] = [{ method: 'GET', path: OPEN, visitor: 'person', run: open }]
