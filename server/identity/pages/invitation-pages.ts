// The page behind the link of an invitation. The owner of the invited address accepts there, after creating an account
// if necessary; the link proves that the address is theirs.
import {
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  html,
  isWrong,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import { acceptInvitation, type OpenInvitation, openInvitation } from '#identity/members/invitation'
import { complete } from '#identity/people/login'
import { MAX_PERSON_NAME } from '#identity/people/name.rules'
import { hashPassword } from '#identity/people/password'
import { MAX_PASSWORD, passwordFault } from '#identity/people/password.rules'
import { findPersonByEmail, isSameAddress, keepPerson } from '#identity/people/person'
import { HOME } from './home-page.ts'
import { cookiesOf } from './login-pages.ts'
import { nameWords, partTexts, passwordHint, passwordWords } from './page-parts.ts'

const texts = dictionary(
  {
    title: 'Inbjudan',
    lead: (inviter: string, tenant: string) => `${inviter} bjuder in dig till ${tenant}.`,
    role: (role: string) => `Din roll: ${role}.`,
    accept: 'Tacka ja',
    create: 'Skapa konto och tacka ja',
    createLead: 'Du har inget konto än. Välj ett namn och ett lösenord, så är du med.',
    email: 'E-postadress',
    name: 'Ditt namn',
    password: 'Lösenord',
    someoneElse: 'Inbjudan är avsedd för någon annan',
    otherLead: (invited: string, own: string) => `Den är avsedd för ${invited}, men du är inloggad som ${own}.`,
    logOut: 'Logga ut och byt konto',
    over: 'Inbjudan gäller inte längre',
    unknown: 'Länken är ingen inbjudan. Kontrollera att hela länken kom med.',
    accepted: 'Den är redan besvarad. Logga in för att komma in.',
    withdrawn: 'Den har tagits tillbaka. Be om en ny.',
    expired: 'Den är för gammal. Be om en ny.',
    logIn: 'Logga in',
  },
  {
    title: 'Invitation',
    lead: (inviter: string, tenant: string) => `${inviter} invites you to ${tenant}.`,
    role: (role: string) => `Your role: ${role}.`,
    accept: 'Accept',
    create: 'Create account and accept',
    createLead: 'You do not have an account yet. Choose a name and a password, and you are in.',
    email: 'E-mail address',
    name: 'Your name',
    password: 'Password',
    someoneElse: 'The invitation is for another person',
    otherLead: (invited: string, own: string) => `It is for ${invited}, but you are logged in as ${own}.`,
    logOut: 'Log out and switch accounts',
    over: 'The invitation no longer works',
    unknown: 'The link is not an invitation. Check that you have all of it.',
    accepted: 'It has already been answered. Log in to go on.',
    withdrawn: 'It has been taken back. Ask for a new one.',
    expired: 'It is too old. Ask for a new one.',
    logIn: 'Log in',
  },
)

const PATH = '/invitation'

const pathWith = (token: string): string => `${PATH}?${new URLSearchParams({ token })}`

const show = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const token = query.token ?? ''
  const found = await openInvitation(call, token)
  if (found?.state !== 'pending') return overPage(call, found)
  if (call.person)
    return (await isFor(call, found, call.person)) ? acceptPage(call, found, token) : otherPage(call, found, token)
  const known = await findPersonByEmail(call, found.email)
  if (known) return { redirect: `/login?${new URLSearchParams({ next: pathWith(token) })}` }
  return newcomerPage(call, found, { token, name: '' }, {})
}

const isFor = (call: PageCall, { email }: OpenInvitation, person: { email: string }): Promise<boolean> =>
  isSameAddress(call, email, person.email)

const leadOf = ({ language }: PageCall, { inviterName, tenantName, role }: OpenInvitation) => {
  const words = texts[language]
  return html`<p>${words.lead(inviterName, tenantName)}</p><p>${words.role(partTexts[language][role])}</p>`
}

const acceptPage = (call: PageCall, found: OpenInvitation, token: string): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.title}</h1>
      <form class="card" method="post" action="${call.base}${PATH}">
        ${leadOf(call, found)}
        ${csrfField(call)}
        <input type="hidden" name="token" value="${token}">
        <button>${words.accept}</button>
      </form>`
  return { title: words.title, body }
}

const otherPage = (call: PageCall, found: OpenInvitation, token: string): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.someoneElse}</h1>
      <form class="card" method="post" action="${call.base}/logout">
        <p>${words.otherLead(found.email, call.person?.email ?? '')}</p>
        ${csrfField(call)}
        <input type="hidden" name="next" value="${pathWith(token)}">
        <button>${words.logOut}</button>
      </form>`
  return { title: words.someoneElse, body, status: 403 }
}

const newcomerPage = (
  call: PageCall,
  found: OpenInvitation,
  { token, name }: { token: string; name: string },
  errors: FormErrors,
): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}${PATH}/new">
        ${leadOf(call, found)}
        <p>${words.createLead}</p>
        <p>${words.email}: <strong>${found.email}</strong></p>
        ${csrfField(call)}
        <input type="hidden" name="token" value="${token}">
        <input type="hidden" name="username" value="${found.email}" autocomplete="username">
        ${field({
          name: 'name',
          label: words.name,
          autocomplete: 'name',
          value: name,
          error: errors.name,
          maxlength: MAX_PERSON_NAME,
        })}
        ${field({
          name: 'password',
          label: words.password,
          type: 'password',
          hint: passwordHint(call.language),
          autocomplete: 'new-password',
          error: errors.password,
          maxlength: MAX_PASSWORD,
        })}
        <button>${words.create}</button>
      </form>`
  return { title: words.title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const overPage = ({ language, base }: PageCall, found: OpenInvitation | null): PageAnswer => {
  const words = texts[language]
  const why = found === null || found.state === 'pending' ? words.unknown : words[found.state]
  const body = html`<h1>${words.over}</h1>
      <div class="card"><p>${why}</p>
        <p class="buttons"><a class="button" href="${base}/login">${words.logIn}</a></p></div>`
  return { title: words.over, body, status: 404 }
}

const accept = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const token = form.token ?? ''
  if (!call.person) return { redirect: pathWith(token) }
  const before = await openInvitation(call, token, { lock: true })
  if (before?.state !== 'pending') return overPage(call, before)
  if (!(await isFor(call, before, call.person))) return otherPage(call, before, token)
  await acceptInvitation(call, { token, person: call.person })
  return { redirect: HOME }
}

const acceptAsNewcomer = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { token = '', name = '', password = '' } = form
  const found = await openInvitation(call, token)
  if (found?.state !== 'pending') return overPage(call, found)
  const errors: FormErrors = {
    name: nameWords(call.language, name),
    password: passwordWords(call.language, passwordFault(password, found.email)),
  }
  if (isWrong(errors)) return newcomerPage(call, found, { token, name }, errors)
  const passwordHash = await hashPassword(password)
  return call.transact(async (own): Promise<PageAnswer> => {
    // Locked, so that of two concurrent answers the second is told.
    const now = await openInvitation(own, token, { lock: true })
    if (now?.state !== 'pending') return overPage(call, now)
    if (await findPersonByEmail(own, now.email)) return { redirect: pathWith(token) }
    const { email } = now
    const { language } = call
    const { id } = await keepPerson(own, { name: name.trim(), email, passwordHash, language })
    const mine = { ...own, actor: { kind: 'user', id, name: name.trim() } as const }
    await acceptInvitation(mine, { token, person: { id, email } })
    return { redirect: HOME, cookies: cookiesOf(await complete(mine, id, { signedUp: true })) }
  })
}

export const invitationPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'anyone', run: show },
  { method: 'POST', path: PATH, visitor: 'anyone', run: accept },
  { method: 'POST', path: `${PATH}/new`, visitor: 'anyone', transaction: 'own', run: acceptAsNewcomer },
]
