// Shared parts of account pages.
import { dictionary, html, type Language, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'
import { MAX_PERSON_NAME, type NameFault, nameFault } from '#identity/people/name.rules'
import { MAX_PASSWORD, MIN_PASSWORD, type PasswordFault } from '#identity/people/password.rules'
import { accountRefusals, identityRefusals } from '#identity/refusals'
import { Refusal } from '#platform/refusal'
import { roleNames } from '#rule/roles'

const texts = dictionary(
  {
    wait: 'För många försök',
    minutes: (count: number) =>
      count === 1 ? 'Vänta en minut och försök igen.' : `Vänta ${count} minuter och försök igen.`,
    reset: 'Är kontot ditt kan du alltid välja ett nytt lösenord via ett mejl till din adress.',
    resetLink: 'Välj ett nytt lösenord',
    back: 'Tillbaka',
    lockedTitle: 'Kontot är låst',
    locked: 'Den som driver tjänsten har låst ditt konto, så du kan inte logga in. Företagens böcker är oförändrade.',
    lockedNext: 'Hör av dig till den som driver tjänsten för att få det upplåst. Du får ett mejl när det är gjort.',
    toLogin: 'Till inloggningen',
    name: {
      missing: 'Skriv ditt namn.',
      long: `Namnet får ha högst ${MAX_PERSON_NAME} tecken.`,
      unseen: 'Namnet får inte ha osynliga tecken. Skriv det för hand.',
    } satisfies Record<NameFault, string>,
    passwordHint: `Minst ${MIN_PASSWORD} tecken. Gärna några ord som bara du skulle sätta ihop.`,
    short: `Lösenordet måste ha minst ${MIN_PASSWORD} tecken.`,
    long: `Lösenordet får ha högst ${MAX_PASSWORD} tecken.`,
    common: 'Det är ett av de lösenord som alla provar först. Välj ett annat.',
    own: 'Lösenordet får inte vara din adress.',
    ...roleNames.sv,
    company: 'företag',
    agency: 'byrå',
  },
  {
    wait: 'Too many attempts',
    minutes: (count: number) => (count === 1 ? 'Wait a minute and try again.' : `Wait ${count} minutes and try again.`),
    reset: 'If the account is yours, you can always choose a new password through a mail to your address.',
    resetLink: 'Choose a new password',
    back: 'Back',
    lockedTitle: 'The account is locked',
    locked: "The service operator has locked your account, so you cannot log in. The companies' books are unchanged.",
    lockedNext: 'Ask the service operator to unlock it. You get an e-mail when that is done.',
    toLogin: 'To the login',
    name: {
      missing: 'Enter your name.',
      long: `The name must have at most ${MAX_PERSON_NAME} characters.`,
      unseen: 'The name must not have invisible characters. Type it by hand.',
    },
    passwordHint: `At least ${MIN_PASSWORD} characters. A few words that only you would put together work well.`,
    short: `The password must have at least ${MIN_PASSWORD} characters.`,
    long: `The password must have at most ${MAX_PASSWORD} characters.`,
    common: 'That is one of the passwords that everybody tries first. Choose another one.',
    own: 'The password must not be your address.',
    ...roleNames.en,
    company: 'company',
    agency: 'agency',
  },
)

export const partTexts = texts

/** Shows a person who has proved their identity that the account is locked, and what to do. */
export const tellingOfLock =
  (run: PageRow['run']): PageRow['run'] =>
  async (call, input) => {
    try {
      return await run(call, input)
    } catch (cause) {
      if (cause instanceof Refusal && cause.message === accountRefusals.locked().message) return lockedPage(call)
      throw cause
    }
  }

/**
 * The same for a person who was logged in at the time of the request; if the session has ended since, they must log in
 * again.
 * @param nextOf the page after the login
 */
export const tellingOfEnd = (
  run: PageRow['run'],
  nextOf: (input: PageInput) => string = () => '/account',
): PageRow['run'] =>
  tellingOfLock(async (call, input) => {
    try {
      return await run(call, input)
    } catch (cause) {
      if (!(cause instanceof Refusal) || cause.message !== identityRefusals.sessionOver().message) throw cause
      return { redirect: `/login?${new URLSearchParams({ next: nextOf(input) })}` }
    }
  })

const lockedPage = ({ language, base }: PageCall): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.lockedTitle}</h1>
      <div class="card"><p>${words.locked}</p><p>${words.lockedNext}</p></div>
      <p><a href="${base}/login">${words.toLogin}</a></p>`
  return { title: words.lockedTitle, body, status: 403 }
}

const MINUTE_MS = 60_000

/** Too many attempts: when to retry, and how the owner can get in anyway. */
export const waitAnswer = ({ language, base }: PageCall, waitMs: number): PageAnswer => {
  const words = texts[language]
  const body = html`<h1>${words.wait}</h1>
      <div class="card">
        <p>${words.minutes(Math.ceil(waitMs / MINUTE_MS))}</p>
        <p>${words.reset}</p>
        <p class="buttons"><a class="button" href="${base}/login">${words.back}</a>
          <a class="button second" href="${base}/reset">${words.resetLink}</a></p>
      </div>`
  return { title: words.wait, body, status: 429, headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) } }
}

export const passwordHint = (language: Language): string => texts[language].passwordHint

export const passwordWords = (language: Language, fault: PasswordFault | null): string | undefined =>
  fault === null ? undefined : texts[language][fault]

/** The error of a person's name, in words. */
export const nameWords = (language: Language, name: string): string | undefined => {
  const fault = nameFault(name, MAX_PERSON_NAME)
  return fault === null ? undefined : texts[language].name[fault]
}
