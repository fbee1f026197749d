// The page of one's own account: name and language, memberships, password, the second step, and where one is logged in.
import {
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  isLanguage,
  isWrong,
  languageNames,
  languages,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import { type Membership, membershipsOf } from '#identity/members/membership'
import { askForNewEmail } from '#identity/people/email-change'
import { holdProved, proves } from '#identity/people/login'
import { isEmail, MAX_EMAIL, MAX_PERSON_NAME } from '#identity/people/name.rules'
import { hashPassword } from '#identity/people/password'
import { MAX_PASSWORD, passwordFault } from '#identity/people/password.rules'
import { changeProfile, findPerson, isSameAddress } from '#identity/people/person'
import { type SecondFactor, secondFactorOf } from '#identity/people/second-factor'
import { endOtherSessions, endSession, listSessions, renewSession, type Session } from '#identity/people/session'
import { changePassword } from '#identity/people/sign-up'
import { isId } from '#platform/id'
import { browserOf, momentIn, personOf } from './account-parts.ts'
import { nameWords, partTexts, passwordHint, passwordWords, tellingOfEnd, waitAnswer } from './page-parts.ts'
import { sentPage } from './sign-up-pages.ts'

const texts = dictionary(
  {
    title: 'Mitt konto',
    saved: 'Ändringen är sparad.',
    about: 'Om dig',
    name: 'Namn',
    email: 'E-postadress',
    newEmail: 'Ny e-postadress',
    newEmailHint: 'Vi skickar en länk dit. Adressen byts när du öppnar den.',
    changeEmail: 'Byt adress',
    emailWrong: 'Skriv en e-postadress, till exempel namn@exempel.se.',
    emailSame: 'Det är adressen du redan har.',
    yourPassword: 'Ditt lösenord',
    language: 'Språk på sidor och i mejl',
    save: 'Spara',
    memberships: 'Företag och byråer',
    noMemberships: 'Du är inte med i något företag än. Den som äger ett företag kan lägga till dig.',
    sign: 'Bankbetalningar',
    integrations: 'Integrationer',
    integrationsText: 'Program som arbetar i bokföringen, och program som du själv erbjuder andra.',
    connected: 'Anslutningar',
    ownIntegrations: 'Dina integrationer',
    password: 'Lösenord',
    current: 'Nuvarande lösenord',
    wanted: 'Nytt lösenord',
    change: 'Byt lösenord',
    currentWrong: 'Lösenordet stämmer inte.',
    passwordNote: 'Du loggas ut överallt utom här.',
    factor: 'Inloggning i två steg',
    factorOff: 'Av. Slå på det, så räcker inte lösenordet för att komma in på ditt konto.',
    factorOn: (left: number) => `På. Du har ${left} återställningskoder kvar.`,
    turnOn: 'Slå på',
    manage: 'Hantera',
    passkeys: 'Passnycklar',
    passkeysText: 'Logga in med finger, ansikte eller koden till din telefon eller dator.',
    sessions: 'Där du är inloggad',
    thisOne: 'den här',
    lastUsed: 'Senast använd',
    unknownAgent: 'Okänd webbläsare',
    end: 'Logga ut',
    endLabel: (what: string) => `Logga ut ${what}`,
    endOthers: 'Logga ut alla andra',
    copy: 'Dina uppgifter',
    copyText: 'Allt som tjänsten har sparat om dig som användare, i en fil som program också kan läsa (JSON).',
    copyGet: 'Hämta dina uppgifter',
    closing: 'Avsluta kontot',
    closingText: 'Sidan berättar vad som tas bort och vad som står kvar, innan något händer.',
  },
  {
    title: 'My account',
    saved: 'The change has been saved.',
    about: 'About you',
    name: 'Name',
    email: 'E-mail address',
    newEmail: 'New e-mail address',
    newEmailHint: 'We will send a link to it. The address changes when you open it.',
    changeEmail: 'Change address',
    emailWrong: 'Enter an e-mail address, such as name@example.com.',
    emailSame: 'That is the address you already have.',
    yourPassword: 'Your password',
    language: 'Language of pages and e-mails',
    save: 'Save',
    memberships: 'Companies and agencies',
    noMemberships: 'You are not a member of any company yet. An owner of a company can add you.',
    sign: 'Bank payments',
    integrations: 'Integrations',
    integrationsText: 'Programs that work in the books, and programs that you offer others yourself.',
    connected: 'Connections',
    ownIntegrations: 'Your integrations',
    password: 'Password',
    current: 'Current password',
    wanted: 'New password',
    change: 'Change password',
    currentWrong: 'The password is wrong.',
    passwordNote: 'You will be logged out everywhere but here.',
    factor: 'Two-step login',
    factorOff: 'Off. Turn it on, and the password alone will not open your account.',
    factorOn: (left: number) => `On. You have ${left} recovery codes left.`,
    turnOn: 'Turn on',
    manage: 'Manage',
    passkeys: 'Passkeys',
    passkeysText: 'Log in by finger, face or the code of your phone or computer.',
    sessions: 'Where you are logged in',
    thisOne: 'this one',
    lastUsed: 'Last used',
    unknownAgent: 'Unknown browser',
    end: 'Log out',
    endLabel: (what: string) => `Log out ${what}`,
    endOthers: 'Log out all others',
    copy: 'Your data',
    copyText:
      'Everything that the service has stored about you as its user, in a file that programs can read too (JSON).',
    copyGet: 'Download your data',
    closing: 'Close your account',
    closingText: 'The page tells what is removed and what stays, before anything happens.',
  },
)

const showAccount = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> =>
  accountPage(call, { saved: query.saved !== undefined, name: personOf(call).name, errors: {} })

const accountPage = async (
  call: PageCall,
  { saved = false, name, email = '', errors }: { saved?: boolean; name: string; email?: string; errors: FormErrors },
): Promise<PageAnswer> => {
  const { id } = personOf(call)
  const words = texts[call.language]
  const memberships = await membershipsOf(call, id)
  const factor = await secondFactorOf(call, id)
  const sessions = await listSessions(call, id)
  const body = html`<h1>${words.title}</h1>
      ${saved && html`<div class="notice" role="status"><p>${words.saved}</p></div>`}
      ${errorSummary(call.language, errors)}
      ${await profileCard(call, name, errors)}
      ${membershipsCard(call, memberships)}
      ${integrationsCard(call)}
      ${emailCard(call, email, errors)}
      ${passwordCard(call, errors)}
      ${factorCard(call, factor)}
      ${passkeysCard(call)}
      ${sessionsCard(call, sessions)}
      ${copyCard(call)}
      ${closingCard(call)}`
  return { title: words.title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const profileCard = async (call: PageCall, name: string, errors: FormErrors): Promise<Html> => {
  const { id } = personOf(call)
  const words = texts[call.language]
  const { language } = await findPerson(call, id)
  return html`<section class="card" aria-labelledby="about">
        <h2 id="about">${words.about}</h2>
        <form method="post" action="${call.base}/account/profile">
          ${csrfField(call)}
          ${field({
            name: 'name',
            label: words.name,
            autocomplete: 'name',
            value: name,
            error: errors.name,
            maxlength: MAX_PERSON_NAME,
          })}
          <div class="field">
            <label for="language">${words.language}</label>
            <select id="language" name="language">${languages.map(
              (one) =>
                html`<option value="${one}" lang="${one}"${one === language && html` selected`}>${languageNames[one]}</option>`,
            )}</select>
          </div>
          <button class="second">${words.save}</button>
        </form>
      </section>`
}

const membershipsCard = ({ language, base }: PageCall, memberships: readonly Membership[]): Html => {
  const words = texts[language]
  const list = memberships.map(
    ({ tenant, name, role, isSignatory }) =>
      html`<li><span>${name} <span class="hint">(${partTexts[language][tenant.type]})</span></span>
          <span class="tag">${partTexts[language][role]}</span>
          ${isSignatory && html`<a href="${base}/companies/${tenant.id}/bank-payments" class="button second">${words.sign}</a>`}</li>`,
  )
  return html`<section class="card" aria-labelledby="memberships">
        <h2 id="memberships">${words.memberships}</h2>
        ${list.length > 0 ? html`<ul class="rows">${list}</ul>` : html`<p>${words.noMemberships}</p>`}
      </section>`
}

const integrationsCard = ({ language, base }: PageCall): Html => {
  const words = texts[language]
  return html`<section class="card" aria-labelledby="integrations">
        <h2 id="integrations">${words.integrations}</h2>
        <p>${words.integrationsText}</p>
        <p class="buttons"><a class="button second" href="${base}/account/connections">${words.connected}</a>
          <a class="button second" href="${base}/account/integrations">${words.ownIntegrations}</a></p>
      </section>`
}

const emailCard = (call: PageCall, wanted: string, errors: FormErrors): Html => {
  const words = texts[call.language]
  return html`<section class="card" aria-labelledby="address">
        <h2 id="address">${words.email}</h2>
        <p>${personOf(call).email}</p>
        <form method="post" action="${call.base}/account/email">
          ${csrfField(call)}
          ${field({
            name: 'email',
            label: words.newEmail,
            type: 'email',
            hint: words.newEmailHint,
            autocomplete: 'email',
            value: wanted,
            error: errors.email,
            maxlength: MAX_EMAIL,
          })}
          ${field({
            name: 'proof',
            label: words.yourPassword,
            type: 'password',
            autocomplete: 'current-password',
            error: errors.proof,
            maxlength: MAX_PASSWORD,
          })}
          <button class="second">${words.changeEmail}</button>
        </form>
      </section>`
}

const passwordCard = (call: PageCall, errors: FormErrors): Html => {
  const words = texts[call.language]
  return html`<section class="card" aria-labelledby="passwords">
        <h2 id="passwords">${words.password}</h2>
        <form method="post" action="${call.base}/account/password">
          ${csrfField(call)}
          <input type="hidden" name="username" value="${personOf(call).email}" autocomplete="username">
          ${field({
            name: 'current',
            label: words.current,
            type: 'password',
            autocomplete: 'current-password',
            error: errors.current,
            maxlength: MAX_PASSWORD,
          })}
          ${field({
            name: 'password',
            label: words.wanted,
            type: 'password',
            hint: passwordHint(call.language),
            autocomplete: 'new-password',
            error: errors.password,
            maxlength: MAX_PASSWORD,
          })}
          <p class="hint">${words.passwordNote}</p>
          <button class="second">${words.change}</button>
        </form>
      </section>`
}

const factorCard = ({ language, base }: PageCall, factor: SecondFactor | null): Html => {
  const words = texts[language]
  return html`<section class="card" aria-labelledby="factor">
        <h2 id="factor">${words.factor}</h2>
        <p>${factor ? words.factorOn(factor.codesLeft) : words.factorOff}</p>
        <p><a class="button second" href="${base}/account/second-factor">${factor ? words.manage : words.turnOn}</a></p>
      </section>`
}

const passkeysCard = ({ language, base }: PageCall): Html => {
  const words = texts[language]
  return html`<section class="card" aria-labelledby="passkeys">
        <h2 id="passkeys">${words.passkeys}</h2>
        <p>${words.passkeysText}</p>
        <p><a class="button second" href="${base}/account/passkeys">${words.passkeys}</a></p>
      </section>`
}

const sessionsCard = (call: PageCall, sessions: readonly Session[]): Html => {
  const words = texts[call.language]
  const list = sessions.map(({ id, agent, from, lastUsedAt }) => {
    const name = browserOf(agent) ?? words.unknownAgent
    const action = html`<form method="post" action="${call.base}/account/sessions/end">${csrfField(call)}
            <input type="hidden" name="id" value="${id}">
            <button class="danger" aria-label="${words.endLabel(`${name}, ${from}`)}">${words.end}</button></form>`
    return html`<li>
          <span>${name} ${id === call.sessionId && html`<span class="tag">${words.thisOne}</span>`}<br>
            <span class="hint">${from} · ${words.lastUsed} ${momentIn(call.language, lastUsedAt)}</span></span>
          ${id === call.sessionId ? null : action}
        </li>`
  })
  const others = html`<form method="post" action="${call.base}/account/sessions/end-others">${csrfField(call)}
          <button class="danger">${words.endOthers}</button></form>`
  return html`<section class="card" aria-labelledby="sessions">
        <h2 id="sessions">${words.sessions}</h2>
        <ul class="rows">${list}</ul>
        ${sessions.length > 1 && others}
      </section>`
}

const copyCard = ({ language, base }: PageCall): Html => {
  const words = texts[language]
  return html`<section class="card" aria-labelledby="copy">
        <h2 id="copy">${words.copy}</h2>
        <p>${words.copyText}</p>
        <p><a class="button second" href="${base}/v1/me/personal-data" download>${words.copyGet}</a></p>
      </section>`
}

const closingCard = ({ language, base }: PageCall): Html => {
  const words = texts[language]
  return html`<section class="card" aria-labelledby="closing">
        <h2 id="closing">${words.closing}</h2>
        <p>${words.closingText}</p>
        <p><a class="button second" href="${base}/account/close">${words.closing}</a></p>
      </section>`
}

const SAVED: PageAnswer = { redirect: '/account?saved=1' }

const postProfile = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { name = '', language } = form
  const error = nameWords(call.language, name)
  if (error !== undefined) return accountPage(call, { name, errors: { name: error } })
  const chosen = isLanguage(language) ? language : call.language
  await changeProfile(call, { personId: personOf(call).id, name, language: chosen })
  // The account's language replaces the one stored in the browser.
  return { ...SAVED, cookies: [{ name: 'language', value: null }] }
}

const postPassword = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { id, name, email } = personOf(call)
  const { current = '', password = '' } = form
  const proof = await proves(call, { personId: id, password: current.slice(0, MAX_PASSWORD) })
  if (proof.kind === 'wait') return waitAnswer(call, proof.waitMs)
  const errors: FormErrors = {
    current: proof.kind === 'wrong' ? texts[call.language].currentWrong : undefined,
    password: passwordWords(call.language, passwordFault(password, email)),
  }
  if (proof.kind === 'wrong' || isWrong(errors)) return accountPage(call, { name, errors })
  const passwordHash = await hashPassword(password)
  const session = await call.transact(async (own) => {
    await holdProved(own, { personId: id, passwordHash: proof.passwordHash })
    const person = await findPerson(own, id)
    const begun = await renewSession(own, id)
    await changePassword(own, { person, passwordHash, keep: begun.id })
    return begun.cookie
  })
  return { ...SAVED, cookies: [{ name: 'session', value: session }] }
}

const postEmail = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { id, name, email: held } = personOf(call)
  const { proof: password = '' } = form
  const email = (form.email ?? '').trim()
  const words = texts[call.language]
  const wrong = isEmail(email) ? undefined : words.emailWrong
  const fault = wrong ?? ((await isSameAddress(call, email, held)) ? words.emailSame : undefined)
  const proof = await proves(call, { personId: id, password: password.slice(0, MAX_PASSWORD) })
  if (proof.kind === 'wait') return waitAnswer(call, proof.waitMs)
  const errors: FormErrors = { email: fault, proof: proof.kind === 'wrong' ? words.currentWrong : undefined }
  if (proof.kind === 'wrong' || isWrong(errors)) return accountPage(call, { name, email, errors })
  const outcome = await askForNewEmail(call, { personId: id, email, passwordHash: proof.passwordHash })
  return outcome.kind === 'wait' ? waitAnswer(call, outcome.waitMs) : sentPage(call, email)
}

const postEnd = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { id = '' } = form
  if (isId(id)) await endSession(call, { personId: personOf(call).id, id })
  return SAVED
}

const postEndOthers = async (call: PageCall): Promise<PageAnswer> => {
  await endOtherSessions(call, { personId: personOf(call).id, keep: call.sessionId })
  return SAVED
}

export const accountPages: readonly PageRow[] = [
  { method: 'GET', path: '/account', visitor: 'person', run: showAccount },
  { method: 'POST', path: '/account/profile', visitor: 'person', run: postProfile },
  { method: 'POST', path: '/account/password', visitor: 'person', transaction: 'own', run: tellingOfEnd(postPassword) },
  { method: 'POST', path: '/account/email', visitor: 'person', transaction: 'own', run: tellingOfEnd(postEmail) },
  { method: 'POST', path: '/account/sessions/end', visitor: 'person', run: postEnd },
  { method: 'POST', path: '/account/sessions/end-others', visitor: 'person', run: postEndOthers },
]
