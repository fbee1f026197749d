// The page behind a link into the console, and the plain list that it opens.
import { csrfField, dictionary, html, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { findCompany, roleIn } from '#identity'
import { isId } from '#platform/id'
import type { TodoKind } from '#platform/todo'
import { findLink, type OpenLink, useLink } from './navigation.ts'
import { isTodoKind, todoOf } from './todo.rules.ts'
import { factsOf } from './todo.ts'

const texts = dictionary(
  {
    over: 'Länken gäller inte längre',
    overLead:
      'Den har redan använts, är för gammal eller är ofullständig. Gå tillbaka dit du fick den och öppna en ny.',
    account: 'Till mitt konto',
    otherTitle: 'Länken är avsedd för någon annan',
    otherLead: (asked: string, own: string) => `Den är avsedd för ${asked}, men du är inloggad som ${own}.`,
    logOut: 'Logga ut och byt konto',
    none: 'Det finns inget att göra här just nu.',
    all: 'Att göra',
    'receipt.unrecorded': 'Underlag att bokföra',
    'supplierInvoice.unpaid': 'Leverantörsfakturor att betala',
    'supplierInvoice.unapproved': 'Leverantörsfakturor att attestera',
    'invoice.unpaid': 'Obetalda fakturor',
    'invoice.unrecorded': 'Fakturor att bokföra',
    'payment.unsigned': 'Betalningar att signera',
    'vat.unreported': 'Moms att redovisa',
    sign: 'Signera betalningar',
    missing: 'Företaget finns inte, eller så är du inte med i det',
  },
  {
    over: 'The link no longer works',
    overLead:
      'It has already been used, is too old or is incomplete. Go back to where you found it and open a new one.',
    account: 'To my account',
    otherTitle: 'The link is for somebody else',
    otherLead: (asked: string, own: string) => `It is for ${asked}, but you are logged in as ${own}.`,
    logOut: 'Log out and switch accounts',
    none: 'There is nothing to do here at the moment.',
    all: 'To do',
    'receipt.unrecorded': 'Receipts to record',
    'supplierInvoice.unpaid': 'Supplier invoices to pay',
    'supplierInvoice.unapproved': 'Supplier invoices to approve',
    'invoice.unpaid': 'Unpaid invoices',
    'invoice.unrecorded': 'Invoices to record',
    'payment.unsigned': 'Payments to sign',
    'vat.unreported': 'VAT to report',
    sign: 'Sign payments',
    missing: 'There is no such company, or you are not a member of it',
  },
)

const OPEN = '/open'

/** Uses the link up and goes on to its list; the engine has seen to it that they are logged in. */
const open = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const token = query.token ?? ''
  const link = await findLink(call, token)
  if (!link || link.isOver) return overPage(call)
  if (call.person?.id !== link.personId) return otherPage(call, link, token)
  const first = await call.transact((own) => useLink(own, link))
  if (!first) return overPage(call)
  const type =
    link.todoType !== null && isTodoKind(link.todoType) ? `?${new URLSearchParams({ type: link.todoType })}` : ''
  return { redirect: `/companies/${link.companyId}/todos${type}` }
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

/** What is left to do in a company, for its members: a plain page until the console has one. */
const todos = async (call: PageCall, { params, query }: PageInput): Promise<PageAnswer> => {
  const words = texts[call.language]
  const id = params.companyId ?? ''
  const personId = call.person?.id ?? ''
  const role = isId(id) ? await roleIn(call, personId, { type: 'company', id }) : null
  if (role === null) return { title: words.missing, body: html`<h1>${words.missing}</h1>`, status: 404 }
  const kind: TodoKind | null = query.type !== undefined && isTodoKind(query.type) ? query.type : null
  const { name } = await findCompany(call.db, id)
  const facts = await factsOf(call, [id], kind)
  const items = facts.map((fact) => todoOf(fact, call.language))
  const title = kind === null ? words.all : words[kind]
  const body = html`<h1>${title}</h1>
      <p>${name}</p>
      <div class="card">
        ${
          items.length > 0
            ? html`<ul class="rows">${items.map(
                (item) => html`<li><div>${item.title}<br><span class="hint">${item.date}</span></div></li>`,
              )}</ul>`
            : html`<p>${words.none}</p>`
        }
        ${
          kind === 'payment.unsigned' &&
          html`<p class="buttons"><a class="button" href="${call.base}/companies/${id}/bank-payments">${words.sign}</a></p>`
        }
      </div>`
  return { title: `${title} – ${name}`, body }
}

export const navigationPages: readonly PageRow[] = [
  { method: 'GET', path: OPEN, visitor: 'person', run: open },
  { method: 'GET', path: '/companies/{companyId}/todos', visitor: 'person', run: todos },
]
