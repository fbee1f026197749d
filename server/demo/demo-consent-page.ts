// The redirect target of the demo integration: a page that shows the code for copying. A real integration has a program
// at its redirect URI; this one is used from a shell.
import { dictionary, html, type PageAnswer, type PageCall, type PageInput, type PageRow } from '#http'

/** The path of the demo integration's redirect URI, below PUBLIC_URL. */
export const DEMO_CONSENT_PATH = '/demo/consent'

const texts = dictionary(
  {
    granted: 'Åtkomst given',
    copy: 'Klistra in raden i skalet där du kör kommandona från demo oauth. Koden gäller i fem minuter och en gång.',
    state: 'Kontrollera att state är det som stod i adressen som du öppnade.',
    refused: 'Åtkomst nekad',
    answer: 'Tjänsten svarade så här i stället för med en kod:',
    nothing: 'Ingen kod',
    open: 'Hit kommer webbläsaren när du har gett demointegrationen åtkomst. Kör ./grundbok demo oauth och öppna adressen som det skriver ut.',
  },
  {
    granted: 'Access granted',
    copy: 'Paste the line into the shell in which you run the commands of demo oauth. The code is valid for five minutes, and once.',
    state: 'Check that the state is the one in the address that you opened.',
    refused: 'Access refused',
    answer: 'Instead of a code the service answered:',
    nothing: 'No code',
    open: 'The browser comes here once you have granted the demo integration access. Run ./grundbok demo oauth, and open the address that it prints.',
  },
)

/** A code is base64url; anything else is not from here and must not be pasted into a shell. */
const CODE = /^[\w-]+$/

const show = async ({ language }: PageCall, { query }: PageInput): Promise<PageAnswer> => {
  const words = texts[language]
  const { code = '', state = '', error = '', error_description: description = '' } = query
  if (CODE.test(code)) {
    const body = html`<h1>${words.granted}</h1>
      <p>${words.copy}</p>
      <pre><code>CODE='${code}'</code></pre>
      <p>${words.state}</p>
      <pre><code>${state}</code></pre>`
    return { title: words.granted, body }
  }
  if (error === '') {
    return { title: words.nothing, body: html`<h1>${words.nothing}</h1><p>${words.open}</p>`, status: 404 }
  }
  const body = html`<h1>${words.refused}</h1>
      <p>${words.answer}</p>
      <pre><code>${error}</code></pre>
      <p>${description}</p>`
  return { title: words.refused, body }
}

export const demoConsentPage: PageRow = { method: 'GET', path: DEMO_CONSENT_PATH, visitor: 'anyone', run: show }
