// The pages of passkeys: the list of an account, adding, removing, and logging in.
import {
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  isOwnPath,
  isWrong,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  passkeyPlace,
} from '#http'
import { enrolmentField, enrolmentWords, isEnrolmentCode, needsEnrolment } from '#identity/people/enrolment'
import { holdProved, proves, withCode } from '#identity/people/login'
import { MAX_PERSON_NAME } from '#identity/people/name.rules'
import {
  addPasskey,
  askForLogin,
  askForPasskey,
  hasPasskeys,
  listPasskeys,
  logInByPasskey,
  MOST_PASSKEYS,
  type Passkey,
  removePasskey,
} from '#identity/people/passkey'
import { MAX_PASSWORD } from '#identity/people/password.rules'
import { findPerson } from '#identity/people/person'
import { acceptCode, hasSecondFactor } from '#identity/people/second-factor'
import { renewSession } from '#identity/people/session'
import { isId } from '#platform/id'
import { browserOf, dayIn, personOf } from './account-parts.ts'
import { HOME } from './home-page.ts'
import { cookiesOf } from './login-pages.ts'
import { nameWords, tellingOfEnd, tellingOfLock, waitAnswer } from './page-parts.ts'

const texts = dictionary(
  {
    title: 'Passnycklar',
    lead: 'Med en passnyckel (passkey) loggar du in med finger, ansikte eller koden till din telefon eller dator, utan lösenord och engångskod.',
    none: 'Du har ingen passnyckel än.',
    made: 'Skapad',
    used: 'senast använd',
    remove: 'Ta bort',
    removeLabel: (name: string) => `Ta bort ${name}`,
    addTitle: 'Lägg till en passnyckel',
    password: 'Ditt lösenord',
    code: 'Kod från appen, eller en återställningskod',
    next: 'Fortsätt',
    wrong: 'Lösenordet eller koden stämmer inte. En kod kan bara användas en gång.',
    name: 'Namn, så att du känner igen den',
    add: 'Skapa passnyckel',
    addLead: 'Webbläsaren frågar nu efter ditt finger, ditt ansikte eller din kod.',
    notAdded: 'Passnyckeln godtogs inte. Försök igen.',
    tooMany: `Du kan ha högst ${MOST_PASSKEYS} passnycklar. Ta bort en först.`,
    cannot:
      'Passnycklar fungerar bara där tjänsten nås säkert (https) och under ett namn. Hör av dig till den som driver den.',
    removeTitle: 'Ta bort passnyckeln',
    removeLead: 'Den öppnar sedan inte ditt konto längre, och du loggas ut överallt utom här.',
    back: 'Till mitt konto',
    logInTitle: 'Logga in med passnyckel',
    logInLead: 'Webbläsaren frågar efter ditt finger, ditt ansikte eller koden till din telefon eller dator.',
    logIn: 'Använd passnyckel',
    notIn: 'Passnyckeln godtogs inte. Försök igen, eller logga in med ditt lösenord.',
    byPassword: 'Logga in med lösenord',
  },
  {
    title: 'Passkeys',
    lead: 'With a passkey you log in by finger, face or the code of your phone or computer, without a password or one-time code.',
    none: 'You have no passkey yet.',
    made: 'Created',
    used: 'last used',
    remove: 'Remove',
    removeLabel: (name: string) => `Remove ${name}`,
    addTitle: 'Add a passkey',
    password: 'Your password',
    code: 'A code from the app, or a recovery code',
    next: 'Continue',
    wrong: 'The password or the code is wrong. A code can be used only once.',
    name: 'A name to know it by',
    add: 'Create passkey',
    addLead: 'Your browser will now ask for your finger, face or code.',
    notAdded: 'The passkey was not accepted. Try again.',
    tooMany: `You can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
    cannot: 'Passkeys only work over a secure connection (https) and at a domain name. Tell the service operator.',
    removeTitle: 'Remove the passkey',
    removeLead: 'It will no longer open your account, and you will be logged out everywhere but here.',
    back: 'To my account',
    logInTitle: 'Log in with a passkey',
    logInLead: 'Your browser asks for your finger, face or the code of your phone or computer.',
    logIn: 'Use passkey',
    notIn: 'The passkey was not accepted. Try again, or log in with your password.',
    byPassword: 'Log in with a password',
  },
)

const PATH = '/account/passkeys'

const show = (call: PageCall): Promise<PageAnswer> => listPage(call, {})

const listPage = async (call: PageCall, errors: FormErrors): Promise<PageAnswer> => {
  const words = texts[call.language]
  const passkeys = await listPasskeys(call, personOf(call).id)
  const rows = passkeys.map((one) => rowOf(call, one))
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      <div class="card"><p>${words.lead}</p>
        ${rows.length > 0 ? html`<ul class="rows">${rows}</ul>` : html`<p>${words.none}</p>`}
        <p><a href="${call.base}/account">${words.back}</a></p></div>
      ${hasPasskeys(call) ? await proofCard(call, errors) : html`<div class="card"><p>${words.cannot}</p></div>`}`
  return { title: words.title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const rowOf = (call: PageCall, { id, name, createdAt, lastUsedAt }: Passkey): Html => {
  const words = texts[call.language]
  const used = lastUsedAt && html`, ${words.used} ${dayIn(call.language, lastUsedAt)}`
  const told = html`${words.made} ${dayIn(call.language, createdAt)}${used}`
  return html`<li><span>${name}<br><span class="hint">${told}</span></span>
          <a class="button second" href="${call.base}${PATH}/remove?id=${id}"
            aria-label="${words.removeLabel(name)}">${words.remove}</a></li>`
}

/** A person who adds a passkey must prove the existing credentials. */
const proofCard = async (call: PageCall, errors: FormErrors): Promise<Html> => {
  const words = texts[call.language]
  const asksCode = await hasSecondFactor(call, personOf(call).id)
  const code = { name: 'code', label: words.code, autocomplete: 'one-time-code', maxlength: 40, plain: true } as const
  return html`<section class="card" aria-labelledby="add">
        <h2 id="add">${words.addTitle}</h2>
        <form method="post" action="${call.base}${PATH}/new">
          ${csrfField(call)}
          ${passwordField(call)}
          ${asksCode && field(code)}
          ${(await needsEnrolment(call)) && enrolmentField(call, errors.enrolment)}
          <button class="second">${words.next}</button>
        </form>
      </section>`
}

const passwordField = (call: PageCall): Html =>
  html`<input type="hidden" name="username" value="${personOf(call).email}" autocomplete="username">
          ${field({
            name: 'password',
            label: texts[call.language].password,
            type: 'password',
            autocomplete: 'current-password',
            maxlength: MAX_PASSWORD,
          })}`

/** The page to show if the password, or a required code, is wrong; otherwise the hash of the password. */
type Proof = { refused: PageAnswer } | { passwordHash: string }

const proofIn = async (call: PageCall, form: PageInput['form'], asksCode: boolean): Promise<Proof> => {
  const { id } = personOf(call)
  const wrong = async () => ({ refused: await listPage(call, { '': texts[call.language].wrong }) })
  const proof = await proves(call, { personId: id, password: (form.password ?? '').slice(0, MAX_PASSWORD) })
  if (proof.kind === 'wait') return { refused: await waitAnswer(call, proof.waitMs) }
  if (proof.kind === 'wrong') return wrong()
  const { passwordHash } = proof
  if (!asksCode || !(await hasSecondFactor(call, id))) return { passwordHash }
  const outcome = await withCode(call, id, (own) => acceptCode(own, id, form.code ?? ''))
  if (outcome.kind === 'wait') return { refused: await waitAnswer(call, outcome.waitMs) }
  return outcome.kind === 'wrong' ? wrong() : { passwordHash }
}

const postNew = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  if (!hasPasskeys(call)) return listPage(call, {})
  const proof = await proofIn(call, form, true)
  if ('refused' in proof) return proof.refused
  if ((await needsEnrolment(call)) && !(await isEnrolmentCode(call, personOf(call).id, form.enrolment)))
    return listPage(call, { enrolment: enrolmentWords[call.language].wrong })
  return newPage(call, browserOf(call.agent) ?? '', {})
}

const newPage = async (call: PageCall, name: string, errors: FormErrors): Promise<PageAnswer> => {
  const words = texts[call.language]
  const options = await askForPasskey(call, await findPerson(call, personOf(call).id))
  const body = html`<h1>${words.addTitle}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}${PATH}">
        <p>${words.addLead}</p>
        ${csrfField(call)}
        ${field({ name: 'name', label: words.name, value: name, error: errors.name, maxlength: MAX_PERSON_NAME })}
        ${passkeyPlace(call.language, { kind: 'create', options, word: words.add })}
      </form>
      <p><a href="${call.base}${PATH}">${words.title}</a></p>`
  return { title: words.addTitle, body, program: true, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const postAdd = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { name = '', answer = '' } = form
  const { id } = personOf(call)
  const words = texts[call.language]
  // The passkey already exists in the device, so an invalid name is replaced rather than asked for again.
  const seen = nameWords(call.language, name) === undefined ? name : (browserOf(call.agent) ?? words.title)
  const outcome = await call.transact(async (own) => {
    await holdProved(own, { personId: id, passwordHash: null })
    const added = await addPasskey(own, { personId: id, name: seen, answer })
    return { added, session: added === 'added' ? (await renewSession(own, id)).cookie : null }
  })
  if (outcome.added !== 'added')
    return listPage(call, { '': outcome.added === 'tooMany' ? words.tooMany : words.notAdded })
  return { redirect: PATH, cookies: [{ name: 'session', value: outcome.session }] }
}

const showRemove = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const words = texts[call.language]
  const found = (await listPasskeys(call, personOf(call).id)).find(({ id }) => id === query.id)
  if (!found) return { redirect: PATH }
  const body = html`<h1>${words.removeTitle}</h1>
      <form class="card" method="post" action="${call.base}${PATH}/remove">
        <p><strong>${found.name}</strong></p>
        <p>${words.removeLead}</p>
        ${csrfField(call)}
        <input type="hidden" name="id" value="${found.id}">
        ${passwordField(call)}
        <button class="danger">${words.remove}</button>
      </form>
      <p><a href="${call.base}${PATH}">${words.title}</a></p>`
  return { title: words.removeTitle, body }
}

const postRemove = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { id = '' } = form
  const proof = await proofIn(call, form, false)
  if ('refused' in proof) return proof.refused
  const { passwordHash } = proof
  if (isId(id)) await call.transact((own) => removePasskey(own, { personId: personOf(call).id, id, passwordHash }))
  return { redirect: PATH }
}

const showLogIn = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(query.next) ? query.next : HOME
  if (call.person) return { redirect: next }
  if (!hasPasskeys(call)) return { redirect: `/login?${new URLSearchParams({ next })}` }
  return logInPage(call, next, {})
}

const logInPage = async (call: PageCall, next: string, errors: FormErrors): Promise<PageAnswer> => {
  const words = texts[call.language]
  const body = html`<h1>${words.logInTitle}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/login/passkey">
        <p>${words.logInLead}</p>
        ${csrfField(call)}
        <input type="hidden" name="next" value="${next}">
        ${passkeyPlace(call.language, { kind: 'get', options: await askForLogin(call), word: words.logIn })}
      </form>
      <p><a href="${call.base}/login?${String(new URLSearchParams({ next }))}">${words.byPassword}</a></p>`
  return { title: words.logInTitle, body, program: true, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const postLogIn = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(form.next) ? form.next : HOME
  const outcome = await logInByPasskey(call, form.answer ?? '')
  switch (outcome.kind) {
    case 'wrong':
      return logInPage(call, next, { '': texts[call.language].notIn })
    case 'wait':
      return waitAnswer(call, outcome.waitMs)
    case 'in':
      return { redirect: next, cookies: cookiesOf(outcome) }
  }
}

export const passkeyPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'person', run: show },
  { method: 'POST', path: PATH, visitor: 'person', transaction: 'own', run: tellingOfEnd(postAdd) },
  { method: 'POST', path: `${PATH}/new`, visitor: 'person', transaction: 'own', run: postNew },
  { method: 'GET', path: `${PATH}/remove`, visitor: 'person', run: showRemove },
  { method: 'POST', path: `${PATH}/remove`, visitor: 'person', transaction: 'own', run: tellingOfEnd(postRemove) },
  { method: 'GET', path: '/login/passkey', visitor: 'anyone', run: showLogIn },
  { method: 'POST', path: '/login/passkey', visitor: 'anyone', transaction: 'own', run: tellingOfLock(postLogIn) },
]
