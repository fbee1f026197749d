// The pages of choosing a new password by mail.
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
import { DEVICE_MAX_AGE } from '#identity/people/login'
import { isEmail, MAX_EMAIL } from '#identity/people/name.rules'
import { MAX_PASSWORD, passwordFault } from '#identity/people/password.rules'
import { askForReset, findReset, resetPassword } from '#identity/people/sign-up'
import { passwordHint, passwordWords, waitAnswer } from './page-parts.ts'
import { overPage, sentPage } from './sign-up-pages.ts'

const texts = dictionary(
  {
    title: 'Välj ett nytt lösenord',
    lead: 'Vi skickar en länk till din adress. Den gäller i en timme.',
    email: 'E-postadress',
    emailWrong: 'Skriv en e-postadress, till exempel namn@exempel.se.',
    send: 'Skicka länken',
    back: 'Tillbaka till inloggningen',
    password: 'Nytt lösenord',
    save: 'Byt lösenord',
    note: 'Du loggas ut överallt där du är inloggad.',
    firstTitle: 'Välj ett lösenord',
    firstLead: (email: string) => `Med det loggar du in som ${email}.`,
    firstSave: 'Spara lösenordet',
  },
  {
    title: 'Choose a new password',
    lead: 'We will send a link to your address. It works for one hour.',
    email: 'E-mail address',
    emailWrong: 'Enter an e-mail address, such as name@example.com.',
    send: 'Send the link',
    back: 'Back to the login',
    password: 'New password',
    save: 'Change password',
    note: 'You will be logged out everywhere you are logged in.',
    firstTitle: 'Choose a password',
    firstLead: (email: string) => `You log in with it as ${email}.`,
    firstSave: 'Save the password',
  },
)

const showReset = async (call: PageCall): Promise<PageAnswer> => resetPage(call, '', {})

const resetPage = (call: PageCall, email: string, errors: FormErrors): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/reset">
        <p>${words.lead}</p>
        ${csrfField(call)}
        ${field({
          name: 'email',
          label: words.email,
          type: 'email',
          autocomplete: 'username',
          value: email,
          error: errors.email,
          maxlength: MAX_EMAIL,
        })}
        <button>${words.send}</button>
      </form>
      <p><a href="${call.base}/login">${words.back}</a></p>`
  return { title: words.title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const postReset = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const email = (form.email ?? '').trim()
  if (!isEmail(email)) return resetPage(call, email, { email: texts[call.language].emailWrong })
  const outcome = await askForReset(call, email)
  return outcome.kind === 'wait' ? waitAnswer(call, outcome.waitMs) : sentPage(call, email)
}

const showNew = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const found = await findReset(call, query.token ?? '')
  return found ? newPage(call, { ...found, token: query.token ?? '' }, {}) : overPage(call)
}

const newPage = (
  call: PageCall,
  { token, email, byOperator }: { token: string; email: string; byOperator: boolean },
  errors: FormErrors,
): PageAnswer => {
  const words = texts[call.language]
  const title = byOperator ? words.firstTitle : words.title
  const body = html`<h1>${title}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/reset/new">
        ${csrfField(call)}
        <input type="hidden" name="token" value="${token}">
        <input type="hidden" name="username" value="${email}" autocomplete="username">
        ${field({
          name: 'password',
          label: words.password,
          type: 'password',
          hint: passwordHint(call.language),
          autocomplete: 'new-password',
          error: errors.password,
          maxlength: MAX_PASSWORD,
        })}
        <p class="hint">${byOperator ? words.firstLead(email) : words.note}</p>
        <button>${byOperator ? words.firstSave : words.save}</button>
      </form>`
  return { title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const postNew = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { token = '', password = '' } = form
  const person = await findReset(call, token)
  if (!person) return overPage(call)
  const error = passwordWords(call.language, passwordFault(password, person.email))
  if (error !== undefined) return newPage(call, { ...person, token }, { password: error })
  const done = await resetPassword(call, { token, password })
  if (!done) return overPage(call)
  return {
    redirect: '/login?notice=reset',
    cookies: [
      { name: 'session', value: null },
      { name: 'device', value: done.device, maxAge: DEVICE_MAX_AGE },
    ],
  }
}

export const resetPages: readonly PageRow[] = [
  { method: 'GET', path: '/reset', visitor: 'anyone', run: showReset },
  { method: 'POST', path: '/reset', visitor: 'anyone', transaction: 'own', run: postReset },
  { method: 'GET', path: '/reset/new', visitor: 'anyone', run: showNew },
  { method: 'POST', path: '/reset/new', visitor: 'anyone', transaction: 'own', run: postNew },
]
