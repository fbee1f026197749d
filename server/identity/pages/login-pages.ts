// The pages of logging in and out.
import {
  type Cookie,
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  html,
  isOwnPath,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import { DEVICE_MAX_AGE, enterCode, HALF_LOGIN_MS, isHalfLoggedIn, type LoggedIn, logIn } from '#identity/people/login'
import { MAX_EMAIL } from '#identity/people/name.rules'
import { hasPasskeys } from '#identity/people/passkey'
import { MAX_PASSWORD } from '#identity/people/password.rules'
import { logOut } from '#identity/people/session'
import { HOME } from './home-page.ts'
import { tellingOfLock, waitAnswer } from './page-parts.ts'

const texts = dictionary(
  {
    title: 'Logga in',
    email: 'E-postadress',
    password: 'Lösenord',
    logIn: 'Logga in',
    passkey: 'Logga in med passnyckel',
    forgot: 'Har du glömt lösenordet?',
    signUp: 'Skapa ett konto',
    none: 'Har du inget konto?',
    wrong: 'Adressen eller lösenordet stämmer inte. Kontrollera båda och försök igen.',
    reset: 'Ditt lösenord är bytt. Logga in med det nya.',
    out: 'Du är utloggad.',
    codeTitle: 'Ange din kod',
    codeLead: 'Ditt konto skyddas av ett andra steg.',
    code: 'Engångskod',
    codeHint: 'Sex siffror från din app, eller en av dina återställningskoder.',
    codeWrong: 'Koden stämmer inte, eller har redan använts. Vänta på nästa kod och försök igen.',
    over: 'Det tog för lång tid. Logga in igen.',
    again: 'Börja om',
  },
  {
    title: 'Log in',
    email: 'E-mail address',
    password: 'Password',
    logIn: 'Log in',
    passkey: 'Log in with a passkey',
    forgot: 'Forgot your password?',
    signUp: 'Create an account',
    none: 'No account yet?',
    wrong: 'The address or the password is wrong. Check both and try again.',
    reset: 'Your password has been changed. Log in with the new one.',
    out: 'You have logged out.',
    codeTitle: 'Enter your code',
    codeLead: 'Your account is protected by a second step.',
    code: 'One-time code',
    codeHint: 'Six digits from your app, or one of your recovery codes.',
    codeWrong: 'The code is wrong, or has already been used. Wait for the next one and try again.',
    over: 'That took too long. Log in again.',
    again: 'Start again',
  },
)

const notices = ['reset', 'out', 'over'] as const

const showLogin = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(query.next) ? query.next : HOME
  // A visitor who is already logged in continues. This cannot loop, because the next page accepts the session.
  if (call.person) return { redirect: next }
  const notice = notices.find((one) => one === query.notice)
  return loginPage(call, { next, email: '', errors: {}, notice })
}

type Shown = { next: string; email: string; errors: FormErrors; notice?: (typeof notices)[number] | undefined }

const loginPage = (call: PageCall, { next, email, errors, notice }: Shown): PageAnswer => {
  const words = texts[call.language]
  const wrong = errors[''] !== undefined
  const onward = next === HOME ? '' : `?${new URLSearchParams({ next })}`
  const body = html`<h1>${words.title}</h1>
      ${notice && html`<div class="notice" role="status"><p>${words[notice]}</p></div>`}
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/login">
        ${csrfField(call)}
        <input type="hidden" name="next" value="${next}">
        ${field({
          name: 'email',
          label: words.email,
          type: 'email',
          autocomplete: 'username',
          value: email,
          maxlength: MAX_EMAIL,
          autofocus: !wrong,
        })}
        ${field({
          name: 'password',
          label: words.password,
          type: 'password',
          autocomplete: 'current-password',
          maxlength: MAX_PASSWORD,
        })}
        <button>${words.logIn}</button>
      </form>
      ${hasPasskeys(call) && html`<p><a href="${call.base}/login/passkey${onward}">${words.passkey}</a></p>`}
      <p><a href="${call.base}/reset">${words.forgot}</a></p>
      ${call.signUp !== 'closed' && html`<p>${words.none} <a href="${call.base}/signup${onward}">${words.signUp}</a></p>`}`
  return { title: words.title, body, ...(wrong ? { status: 400 } : {}) }
}

const postLogin = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(form.next) ? form.next : HOME
  const email = (form.email ?? '').slice(0, MAX_EMAIL)
  const password = (form.password ?? '').slice(0, MAX_PASSWORD)
  const outcome = await logIn(call, { email, password })
  switch (outcome.kind) {
    case 'wrong':
      return loginPage(call, { next, email, errors: { '': texts[call.language].wrong } })
    case 'wait':
      return waitAnswer(call, outcome.waitMs)
    case 'half': {
      const cookies: Cookie[] = [{ name: 'login', value: outcome.cookie, maxAge: HALF_LOGIN_MS / 1000 }]
      return { redirect: `/login/code?${new URLSearchParams({ next })}`, cookies }
    }
    case 'in':
      return { redirect: next, cookies: cookiesOf(outcome) }
  }
}

/** The cookies after a login. Anonymous visits and their form tokens end. */
export const cookiesOf = ({ session, device }: Omit<LoggedIn, 'kind'>): Cookie[] => [
  { name: 'session', value: session },
  { name: 'login', value: null },
  { name: 'visit', value: null },
  ...(device === null ? [] : [{ name: 'device', value: device, maxAge: DEVICE_MAX_AGE } as const]),
]

const showCode = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(query.next) ? query.next : HOME
  if (!(await isHalfLoggedIn(call))) return { redirect: '/login' }
  return codePage(call, next, {})
}

const codePage = (call: PageCall, next: string, errors: FormErrors): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.codeTitle}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/login/code">
        <p>${words.codeLead}</p>
        ${csrfField(call)}
        <input type="hidden" name="next" value="${next}">
        ${field({
          name: 'code',
          label: words.code,
          hint: words.codeHint,
          error: errors.code,
          autocomplete: 'one-time-code',
          autofocus: errors.code === undefined,
          maxlength: 40,
          plain: true,
        })}
        <button>${words.logIn}</button>
      </form>
      <p><a href="${call.base}/login?${String(new URLSearchParams({ next }))}">${words.again}</a></p>`
  return { title: words.codeTitle, body, ...(errors.code === undefined ? {} : { status: 400 }) }
}

const postCode = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(form.next) ? form.next : HOME
  const outcome = await enterCode(call, (form.code ?? '').slice(0, MAX_PASSWORD))
  switch (outcome.kind) {
    case 'over':
      return { redirect: `/login?${new URLSearchParams({ next, notice: 'over' })}` }
    case 'wrong':
      return codePage(call, next, { code: texts[call.language].codeWrong })
    case 'wait':
      return waitAnswer(call, outcome.waitMs)
    case 'in':
      return { redirect: next, cookies: cookiesOf(outcome) }
  }
}

const postLogout = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  if (call.person) await logOut(call)
  // The login of another person continues where this one was.
  const next = isOwnPath(form.next) ? { next: form.next } : { notice: 'out' }
  return { redirect: `/login?${new URLSearchParams(next)}`, cookies: [{ name: 'session', value: null }] }
}

export const loginPages: readonly PageRow[] = [
  { method: 'GET', path: '/login', visitor: 'anyone', run: showLogin },
  { method: 'POST', path: '/login', visitor: 'anyone', transaction: 'own', run: tellingOfLock(postLogin) },
  { method: 'GET', path: '/login/code', visitor: 'anyone', run: showCode },
  { method: 'POST', path: '/login/code', visitor: 'anyone', transaction: 'own', run: tellingOfLock(postCode) },
  { method: 'POST', path: '/logout', visitor: 'anyone', run: postLogout },
]
