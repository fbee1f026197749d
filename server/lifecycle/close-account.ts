// Closing one's own account: the page that explains the consequences, asks for the password again, and closes it.
import { accessService, endIntegration } from '#access'
import { deskService } from '#desk'
import {
  csrfField,
  dictionary,
  dropAnswersOf,
  errorSummary,
  type FormErrors,
  field,
  type Html,
  html,
  isWrong,
  type PageAnswer,
  type PageCall,
  type PageInput,
  type PageRow,
  passkeyPlace,
} from '#http'
import {
  acceptCode,
  hasSecondFactor,
  identityService,
  MAX_PASSWORD,
  membershipsOf,
  proves,
  type SolelyOwned,
  tellingOfEnd,
  waitAnswer,
  withCode,
} from '#identity'

const texts = dictionary(
  {
    title: 'Avsluta kontot',
    lead: 'Kontot avslutas genast, och det går inte att ångra.',
    memberships: (count: number) =>
      count === 1
        ? 'Du är inte längre med i det företag eller den byrå där du är med i dag.'
        : `Du är inte längre med i något av de ${count} företag och byråer där du är med i dag.`,
    integrations: (count: number) =>
      count === 1
        ? 'Din integration tas bort, och slutar fungera för alla som har anslutit den.'
        : `Dina ${count} integrationer tas bort, och slutar fungera för alla som har anslutit dem.`,
    entrances: 'Du loggas ut överallt. Lösenord, passnycklar och inloggning i två steg slutar gälla.',
    drafts: 'Det du har börjat skriva men inte sparat tas bort.',
    tokens: 'Företagens API-nycklar är företagens egna, och fortsätter att gälla.',
    name: 'Det du har bokfört och ändrat står kvar med ditt namn i företagens böcker, så länge lagen kräver att de sparas. Din e-postadress tas bort.',
    again: 'Du får ett mejl som bekräftar det. Vill du komma tillbaka kan du skapa ett nytt konto med samma adress.',
    what: 'Det här händer',
    proof: 'Bekräfta att det är du',
    password: 'Ditt lösenord',
    code: 'Kod från appen, eller en återställningskod',
    close: 'Avsluta kontot',
    byPasskey: 'Bekräfta med passnyckel',
    byPasskeyLead:
      'I stället för lösenordet. Webbläsaren frågar efter ditt finger, ditt ansikte eller din kod, och sedan avslutas kontot.',
    closeByPasskey: 'Använd passnyckel och avsluta kontot',
    passkeyWrong: 'Passnyckeln godtogs inte. Försök igen, eller bekräfta med lösenordet.',
    wrong: 'Lösenordet eller koden stämmer inte. En kod kan bara användas en gång.',
    heldTitle: 'Kontot kan inte avslutas än',
    heldLead:
      'Ett företag måste ha en ägare och en byrå en administratör. Låt någon annan ta över först: bjud in en person, eller ge någon som redan är med en annan roll. Ett företag där ingenting är bokfört kan du i stället ta bort, i företagets inställningar, och en byrå utan klienter på byråns sida.',
    onlyOwner: 'Du är den enda ägaren',
    onlyAdministrator: 'Du är den enda administratören',
    people: 'Användare',
    peopleOf: (name: string) => `Användare i ${name}`,
    noOneElse: 'Finns det ingen som kan ta över? Hör av dig till den som driver tjänsten.',
    back: 'Till mitt konto',
    closedTitle: 'Kontot är avslutat',
    closed: 'Du är utloggad, och vi har skickat en bekräftelse med mejl. Tack för att du använde Grundbok.',
    signUp: 'Skapa ett nytt konto',
  },
  {
    title: 'Close your account',
    lead: 'The account is closed at once, and this cannot be undone.',
    memberships: (count: number) =>
      count === 1
        ? 'You will no longer be a member of the company or agency that you are a member of today.'
        : `You will no longer be a member of any of the ${count} companies and agencies that you are a member of today.`,
    integrations: (count: number) =>
      count === 1
        ? 'Your integration will be deleted, and will stop working for everybody who has connected it.'
        : `Your ${count} integrations will be deleted, and will stop working for everybody who has connected them.`,
    entrances: 'You will be logged out everywhere. Password, passkeys and two-step login will no longer work.',
    drafts: 'What you have begun to type and not saved will be removed.',
    tokens: "The companies' private tokens are their own, and go on working.",
    name: "What you have booked and changed keeps your name in the companies' books, for as long as the law requires them to be kept. Your e-mail address will be removed.",
    again:
      'You will get an e-mail that confirms it. If you want to come back, you can create a new account with the same address.',
    what: 'What happens',
    proof: 'Confirm that it is you',
    password: 'Your password',
    code: 'A code from the app, or a recovery code',
    close: 'Close the account',
    byPasskey: 'Confirm with a passkey',
    byPasskeyLead:
      'In place of the password. Your browser asks for your finger, face or code, and then the account is closed.',
    closeByPasskey: 'Use a passkey and close the account',
    passkeyWrong: 'The passkey was not accepted. Try again, or confirm with the password.',
    wrong: 'The password or the code is wrong. A code can be used only once.',
    heldTitle: 'The account cannot be closed yet',
    heldLead:
      'A company must have an owner, and an agency an administrator. Let another person take over first: invite someone, or change the role of a person who is already a member. A company in which nothing is booked can be removed instead, in its settings, and an agency without clients on its page.',
    onlyOwner: 'You are the only owner',
    onlyAdministrator: 'You are the only administrator',
    people: 'People',
    peopleOf: (name: string) => `People of ${name}`,
    noOneElse: 'Is there no one who can take over? Contact the service operator.',
    back: 'To my account',
    closedTitle: 'The account has been closed',
    closed: 'You have been logged out, and we have sent an e-mail to confirm it. Thank you for using Grundbok.',
    signUp: 'Create a new account',
  },
)

const PATH = '/account/close'
const CLOSED = '/account/closed'

/** Most integrations that the page lists and ends; a person cannot have more. */
const MOST_INTEGRATIONS = 1000

const personOf = ({ person }: PageCall): NonNullable<PageCall['person']> => {
  if (!person) throw new Error('A page for people was opened without a login')
  return person
}

const show = (call: PageCall): Promise<PageAnswer> => closePage(call, {})

const closePage = async (call: PageCall, errors: FormErrors): Promise<PageAnswer> => {
  const { id } = personOf(call)
  const held = await identityService.solelyOwnedBy(call, id)
  if (held.length > 0) return heldPage(call, held)
  const words = texts[call.language]
  const canSign = identityService.hasPasskeys(call) && (await identityService.listPasskeys(call, id)).length > 0
  const memberships = await membershipsOf(call, id)
  const integrations = await accessService.listIntegrations(call, { ownerId: id, limit: MOST_INTEGRATIONS })
  const told = [
    memberships.length > 0 && words.memberships(memberships.length),
    integrations.length > 0 && words.integrations(integrations.length),
    words.entrances,
    words.drafts,
    memberships.length > 0 && words.tokens,
    words.name,
    words.again,
  ].filter((line) => line !== false)
  const body = html`<h1>${words.title}</h1>
      ${errorSummary(call.language, errors)}
      <section class="card" aria-labelledby="what">
        <h2 id="what">${words.what}</h2>
        <p><strong>${words.lead}</strong></p>
        <ul>${told.map((line) => html`<li>${line}</li>`)}</ul>
      </section>
      ${await proofCard(call)}
      ${canSign && (await passkeyCard(call))}
      <p><a href="${call.base}/account">${words.back}</a></p>`
  return { title: words.title, body, program: canSign, ...(isWrong(errors) ? { status: 400 } : {}) }
}

const proofCard = async (call: PageCall): Promise<Html> => {
  const words = texts[call.language]
  const { id, email } = personOf(call)
  const code = { name: 'code', label: words.code, autocomplete: 'one-time-code', maxlength: 40, plain: true } as const
  return html`<section class="card" aria-labelledby="proof">
        <h2 id="proof">${words.proof}</h2>
        <form method="post" action="${call.base}${PATH}">
          ${csrfField(call)}
          <input type="hidden" name="username" value="${email}" autocomplete="username">
          ${field({
            name: 'password',
            label: words.password,
            type: 'password',
            autocomplete: 'current-password',
            maxlength: MAX_PASSWORD,
          })}
          ${(await hasSecondFactor(call, id)) && field(code)}
          <button class="danger">${words.close}</button>
        </form>
      </section>`
}

const passkeyCard = async (call: PageCall): Promise<Html> => {
  const words = texts[call.language]
  const options = await identityService.askForProof(call, personOf(call).id)
  return html`<section class="card" aria-labelledby="passkey">
        <h2 id="passkey">${words.byPasskey}</h2>
        <form method="post" action="${call.base}${PATH}">
          ${csrfField(call)}
          <p>${words.byPasskeyLead}</p>
          ${passkeyPlace(call.language, { kind: 'get', options, word: words.closeByPasskey })}
        </form>
      </section>`
}

/**
 * A person whose companies or agencies would have no owner or administrator left is sent to where that can be changed.
 */
const heldPage = (call: PageCall, held: readonly SolelyOwned[]): PageAnswer => {
  const words = texts[call.language]
  const rows = held.map(({ tenant: { type, id }, name }) => {
    const at = type === 'company' ? `/companies/${id}/settings/members` : `/agency?agency=${id}`
    const members = html`<a class="button second" href="${call.base}${at}"
            aria-label="${words.peopleOf(name)}">${words.people}</a>`
    return html`<li><span>${name}<br>
            <span class="hint">${type === 'company' ? words.onlyOwner : words.onlyAdministrator}</span></span>
          ${members}</li>`
  })
  const body = html`<h1>${words.heldTitle}</h1>
      <div class="card"><p>${words.heldLead}</p>
        <ul class="rows">${rows}</ul>
        <p>${words.noOneElse}</p></div>
      <p><a href="${call.base}/account">${words.back}</a></p>`
  return { title: words.heldTitle, body, status: 409 }
}

const post = async (call: PageCall, { form }: PageInput): Promise<PageAnswer> => {
  const { id } = personOf(call)
  const proof = await proofIn(call, form)
  if ('refused' in proof) return proof.refused
  const outcome = await call.transact(async (own) => {
    const tenants = (await membershipsOf(own, id)).map(({ tenant }) => tenant.id)
    const closing = await identityService.closeAccount(own, { personId: id, passwordHash: proof.passwordHash })
    if (closing.kind !== 'closed') return closing
    // Replies stored for those who invited them, or changed their role, contain their address.
    await dropAnswersOf(own, [id, ...tenants])
    for (const integration of await accessService.listIntegrations(own, { ownerId: id, limit: MOST_INTEGRATIONS }))
      await endIntegration(own, integration)
    await deskService.dropDraftsOf(own, id)
    return closing
  })
  // If the account cannot be closed, or the data has changed, the page now shows why.
  if (outcome.kind !== 'closed') return { redirect: PATH }
  return { redirect: CLOSED, cookies: [{ name: 'session', value: null }] }
}

/** The page to show, or the hash of the password that was right; null for a passkey. */
type Proof = { refused: PageAnswer } | { passwordHash: string | null }

/** Checks password and code, or the passkey. */
const proofIn = async (call: PageCall, form: PageInput['form']): Promise<Proof> => {
  const { id } = personOf(call)
  if (form.answer) {
    const signed = await identityService.provesByPasskey(call, { personId: id, answer: form.answer })
    if (signed.kind === 'wait') return { refused: await waitAnswer(call, signed.waitMs) }
    if (signed.kind === 'right') return { passwordHash: null }
    return { refused: await closePage(call, { '': texts[call.language].passkeyWrong }) }
  }
  const wrong = async () => ({ refused: await closePage(call, { '': texts[call.language].wrong }) })
  const proof = await proves(call, { personId: id, password: (form.password ?? '').slice(0, MAX_PASSWORD) })
  if (proof.kind === 'wait') return { refused: await waitAnswer(call, proof.waitMs) }
  if (proof.kind === 'wrong') return wrong()
  const { passwordHash } = proof
  if (!(await hasSecondFactor(call, id))) return { passwordHash }
  const outcome = await withCode(call, id, (own) => acceptCode(own, id, form.code ?? ''))
  if (outcome.kind === 'wait') return { refused: await waitAnswer(call, outcome.waitMs) }
  return outcome.kind === 'wrong' ? wrong() : { passwordHash }
}

const closed = async (call: PageCall): Promise<PageAnswer> => {
  const words = texts[call.language]
  const body = html`<h1>${words.closedTitle}</h1>
      <div class="card"><p>${words.closed}</p>
        <p class="buttons"><a class="button second" href="${call.base}/signup">${words.signUp}</a></p></div>`
  return { title: words.closedTitle, body }
}

export const closingPages: readonly PageRow[] = [
  { method: 'GET', path: PATH, visitor: 'person', run: show },
  { method: 'POST', path: PATH, visitor: 'person', transaction: 'own', run: tellingOfEnd(post) },
  { method: 'GET', path: CLOSED, visitor: 'anyone', run: closed },
]
