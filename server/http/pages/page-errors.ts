// Error pages: plain words, and the id under which the cause is logged.
import { dictionary, type Language } from '#http/answers/language'
import { type Html, html } from './html.ts'

type Sentence = { title: string; text: string }

const texts = dictionary(
  {
    wrong: { title: 'Begäran kunde inte läsas', text: 'Gå tillbaka, ladda om sidan och försök igen.' },
    csrf: {
      title: 'Formuläret gäller inte längre',
      text: 'Sidan har varit öppen för länge, eller har du loggat in eller ut i en annan flik. Öppna den på nytt.',
    },
    forbidden: { title: 'Det får du inte göra', text: 'Ditt konto har inte rätt till det här.' },
    missing: { title: 'Sidan finns inte', text: 'Kontrollera adressen.' },
    method: { title: 'Sidan kan inte öppnas så', text: 'Gå till sidan från början i stället.' },
    large: { title: 'Formuläret är för stort', text: 'Korta det du har skrivit.' },
    media: { title: 'Begäran kunde inte läsas', text: 'Sidan tar emot vanliga formulär.' },
    busy: { title: 'För många försök', text: 'Vänta en stund och försök igen.' },
    away: {
      title: 'Tjänsten är inte tillgänglig just nu',
      text: 'Vänta en stund, kontrollera vad som hann göras och försök igen.',
    },
    broken: { title: 'Något gick fel hos oss', text: 'Felet är antecknat. Försök igen om en stund.' },
    id: 'Felnummer:',
    back: 'Till mitt konto',
  },
  {
    wrong: { title: 'The request could not be read', text: 'Go back, reload the page and try again.' },
    csrf: {
      title: 'The form is no longer valid',
      text: 'The page was open for too long, or you logged in or out in another tab. Open it again.',
    },
    forbidden: { title: 'You may not do that', text: 'Your account does not have the right to do this.' },
    missing: { title: 'There is no such page', text: 'Check the address.' },
    method: { title: 'The page cannot be opened like that', text: 'Go to the page and start from there.' },
    large: { title: 'The form is too large', text: 'Shorten what you have written.' },
    media: { title: 'The request could not be read', text: 'The page accepts ordinary forms.' },
    busy: { title: 'Too many attempts', text: 'Wait a while and try again.' },
    away: {
      title: 'The service is not available right now',
      text: 'Wait a while, check what was done, and try again.',
    },
    broken: { title: 'Something went wrong here', text: 'It has been noted. Try again in a while.' },
    id: 'Error id:',
    back: 'To my account',
  },
)

/** The page for a status, in the reader's language. */
export const errorPage = (
  language: Language,
  { status, isCsrf, errorId, base }: { status: number; isCsrf: boolean; errorId: string; base: string },
): { title: string; body: Html } => {
  const words = texts[language]
  const { title, text } = isCsrf ? words.csrf : sentenceFor(words, status)
  const body = html`<h1>${title}</h1>
      <div class="card">
        <p>${text}</p>
        <p class="hint">${words.id} <code>${errorId}</code></p>
        <p><a class="button second" href="${base}/account">${words.back}</a></p>
      </div>`
  return { title, body }
}

const sentenceFor = (words: (typeof texts)[Language], status: number): Sentence => {
  const sentences: Readonly<Record<number, Sentence>> = {
    401: words.forbidden,
    403: words.forbidden,
    404: words.missing,
    405: words.method,
    413: words.large,
    415: words.media,
    429: words.busy,
    503: words.away,
  }
  return sentences[status] ?? (status >= 500 ? words.broken : words.wrong)
}
