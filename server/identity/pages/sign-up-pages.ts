// The pages of signing up: the form, "check your mail", and the page behind the link.
import {
  csrfField,
  dictionary,
  errorSummary,
  type FormErrors,
  field,
  html,
  isOwnPath,
  isWrong,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
} from '#http'
import { isEmail, MAX_EMAIL, MAX_PERSON_NAME } from '#identity/people/name.rules'
import { MAX_PASSWORD, passwordFault } from '#identity/people/password.rules'
import { confirmSignUp, findSignUp, signUp } from '#identity/people/sign-up'
import { HOME } from './home-page.ts'
import { cookiesOf } from './login-pages.ts'
import { nameWords, passwordHint, passwordWords, waitAnswer } from './page-parts.ts'

const texts = dictionary(
  {
    title: 'Skapa ett konto',
    name: 'Ditt namn',
    email: 'E-postadress',
    emailHint: 'Vi skickar en länk dit.',
    invitedHint: 'Den som din inbjudan gick till. Vi skickar en länk dit.',
    closed: 'Här skapar den som driver tjänsten alla konton. Hör av dig dit om du behöver ett.',
    password: 'Lösenord',
    create: 'Skapa konto',
    have: 'Har du redan ett konto?',
    logIn: 'Logga in',
    emailWrong: 'Skriv en e-postadress, till exempel namn@exempel.se.',
    sentTitle: 'Titta i din inkorg',
    sent: 'Vi har skickat ett mejl till',
    sentNext: 'Öppna länken i mejlet för att gå vidare. Kommer det inget, titta i skräpposten.',
    confirmTitle: 'Bekräfta din adress',
    confirmLead: 'Ange lösenordet du valde, så är ditt konto klart.',
    confirm: 'Bekräfta',
    confirmWrong: 'Lösenordet stämmer inte med det du valde när du skapade kontot.',
    overTitle: 'Länken gäller inte längre',
    over: 'Den har redan använts, eller är för gammal. Logga in, eller skapa ett konto på nytt.',
  },
  {
    title: 'Create an account',
    name: 'Your name',
    email: 'E-mail address',
    emailHint: 'We will send a link to it.',
    invitedHint: 'The one that your invitation went to. We will send a link to it.',
    closed: 'All accounts here are made by the operator of the service. Ask the operator if you need one.',
    password: 'Password',
    create: 'Create account',
    have: 'Already have an account?',
    logIn: 'Log in',
    emailWrong: 'Enter an e-mail address, such as name@example.com.',
    sentTitle: 'Check your inbox',
    sent: 'We have sent a mail to',
    sentNext: 'Open the link in the mail to go on. If nothing comes, look in your junk mail.',
    confirmTitle: 'Confirm your address',
    confirmLead: 'Enter the password you chose, and your account is ready.',
    confirm: 'Confirm',
    confirmWrong: 'The password is not the one you chose when you created the account.',
    overTitle: 'The link no longer works',
    over: 'It has already been used, or is too old. Log in, or create an account again.',
  },
)

type Given = { name: string; email: string; next: string }

const showSignUp = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const next = isOwnPath(query.next) ? query.next : HOME
  if (call.person) return { redirect: next }
  if (call.signUp === 'closed') return closedPage(call)
  return signUpPage(call, { name: '', email: '', next }, {})
}

const closedPage = ({ language, base }: PageCall): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.title}</h1>
      <div class="card"><p>${words.closed}</p></div>
      <p>${words.have} <a href="${base}/login">${words.logIn}</a></p>`
  return { title: words.title, body, status: 403 }
}

const signUpPage = (call: PageCall, { name, email, next }: Given, errors: FormErrors): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/signup">
        ${csrfField(call)}
        <input type="hidden" name="next" value="${next}">
        ${field({
          name: 'name',
          label: words.name,
          autocomplete: 'name',
          value: name,
          error: errors.name,
          maxlength: MAX_PERSON_NAME,
        })}
        ${field({
          name: 'email',
          label: words.email,
          type: 'email',
          hint: call.signUp === 'invited' ? words.invitedHint : words.emailHint,
          autocomplete: 'username',
          value: email,
          error: errors.email,
          maxlength: MAX_EMAIL,
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
      </form>
      <p>${words.have} <a href="${call.base}/login">${words.logIn}</a></p>`
  return { title: words.title, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const postSignUp = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  if (call.signUp === 'closed') return closedPage(call)
  const { name = '', email = '', password = '' } = form
  const next = isOwnPath(form.next) ? form.next : HOME
  const words = texts[call.language]
  const errors: FormErrors = {
    name: nameWords(call.language, name),
    email: isEmail(email.trim()) ? undefined : words.emailWrong,
    password: passwordWords(call.language, passwordFault(password, email.trim())),
  }
  if (isWrong(errors)) return signUpPage(call, { name, email, next }, errors)
  const outcome = await signUp(call, { name, email, password, next })
  return outcome.kind === 'wait' ? waitAnswer(call, outcome.waitMs) : sentPage(call, email.trim())
}

/** The same page in all cases. */
export const sentPage = ({ language }: PageCall, email: string): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.sentTitle}</h1>
      <div class="card"><p>${words.sent} <strong>${email}</strong>.</p><p>${words.sentNext}</p></div>`
  return { title: words.sentTitle, body }
}

const showConfirm = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const found = await findSignUp(call, query.token ?? '')
  return found ? confirmPage(call, { token: query.token ?? '', email: found.email }, {}) : overPage(call)
}

const confirmPage = (
  call: PageCall,
  { token, email }: { token: string; email: string },
  errors: FormErrors,
): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.confirmTitle}</h1>
      ${errorSummary(call.language, errors)}
      <form class="card" method="post" action="${call.base}/confirm">
        <p>${words.confirmLead}</p>
        ${csrfField(call)}
        <input type="hidden" name="token" value="${token}">
        <input type="hidden" name="username" value="${email}" autocomplete="username">
        ${field({
          name: 'password',
          label: words.password,
          type: 'password',
          autocomplete: 'current-password',
          error: errors.password,
          maxlength: MAX_PASSWORD,
        })}
        <button>${words.confirm}</button>
      </form>`
  return { title: words.confirmTitle, body, ...(isWrong(errors) ? { status: 400 } : {}) }
}

/** For all reasons why a link does not work. */
export const overPage = ({ language, base }: PageCall): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.overTitle}</h1>
      <div class="card"><p>${words.over}</p>
        <p class="buttons"><a class="button" href="${base}/login">${words.logIn}</a>
          <a class="button second" href="${base}/signup">${words.title}</a></p></div>`
  return { title: words.overTitle, body, status: 404 }
}

const postConfirm = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { token = '', password = '' } = form
  const outcome = await confirmSignUp(call, { token, password: password.slice(0, MAX_PASSWORD) })
  switch (outcome.kind) {
    case 'over':
      return overPage(call)
    case 'wait':
      return waitAnswer(call, outcome.waitMs)
    case 'wrong': {
      const email = form.username ?? ''
      return confirmPage(call, { token, email }, { password: texts[call.language].confirmWrong })
    }
    case 'in':
      return { redirect: outcome.next, cookies: cookiesOf(outcome) }
  }
}

export const signUpPages: readonly PageRow[] = [
  { method: 'GET', path: '/signup', visitor: 'anyone', run: showSignUp },
  { method: 'POST', path: '/signup', visitor: 'anyone', transaction: 'own', run: postSignUp },
  { method: 'GET', path: '/confirm', visitor: 'anyone', run: showConfirm },
  { method: 'POST', path: '/confirm', visitor: 'anyone', transaction: 'own', run: postConfirm },
]
