// The page behind the link that is mailed to a person's new address.
import { csrfField, dictionary, html, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { changeEmail, type EmailChange, findEmailChange } from '#identity/people/email-change'

const texts = dictionary(
  {
    title: 'Byt e-postadress',
    lead: 'Härifrån loggar du in med',
    instead: 'i stället för',
    change: 'Byt adress',
    doneTitle: 'Din adress är bytt',
    done: 'Nu loggar du in med din nya adress, och mejl från Grundbok kommer dit.',
    overTitle: 'Länken gäller inte längre',
    over: 'Den har redan använts, är för gammal, eller så har adressen redan ett konto. Be om en ny länk under Mitt konto.',
    account: 'Till mitt konto',
  },
  {
    title: 'Change your e-mail address',
    lead: 'From now on you log in with',
    instead: 'instead of',
    change: 'Change address',
    doneTitle: 'Your address has been changed',
    done: 'You now log in with your new address, and e-mails from Grundbok go there.',
    overTitle: 'The link no longer works',
    over: 'It has already been used, is too old, or the address has an account already. Ask for a new link under My account.',
    account: 'To my account',
  },
)

const showChange = async (call: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const token = query.token ?? ''
  const found = await findEmailChange(call, token)
  return found ? changePage(call, token, found) : overPage(call)
}

const changePage = (call: PageCall, token: string, { person, email }: EmailChange): PageAnswer => {
  const words = texts[call.language]
  const body = html`<h1>${words.title}</h1>
      <form class="card" method="post" action="${call.base}/email">
        <p>${words.lead} <strong>${email}</strong> ${words.instead} ${person.email}.</p>
        ${csrfField(call)}
        <input type="hidden" name="token" value="${token}">
        <button>${words.change}</button>
      </form>`
  return { title: words.title, body }
}

const postChange = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  if (!(await changeEmail(call, form.token ?? ''))) return overPage(call)
  const words = texts[call.language]
  return { title: words.doneTitle, body: toAccount(call, words.doneTitle, words.done) }
}

const overPage = (call: PageCall): PageAnswer => {
  const words = texts[call.language]
  return { title: words.overTitle, body: toAccount(call, words.overTitle, words.over), status: 404 }
}

const toAccount = ({ language, base }: PageCall, title: string, text: string) => html`<h1>${title}</h1>
      <div class="card"><p>${text}</p>
        <p class="buttons"><a class="button" href="${base}/account">${texts[language].account}</a></p></div>`

export const emailPages: readonly PageRow[] = [
  { method: 'GET', path: '/email', visitor: 'anyone', run: showChange },
  { method: 'POST', path: '/email', visitor: 'anyone', run: postChange },
]
