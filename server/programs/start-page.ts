// The page at the root for visitors: what this is, and where to go. Logged-in people get the console, and without any
// account, the first person is invited.
import { dictionary, html, type PageAnswer, type PageCall, type PageRow } from '#http'
import { REFERENCE_PATH } from '#programs/documentation/guides'
import { consolePage, FIRST_RUN } from './console.ts'
import { isFirstRun } from './first-run.ts'

const texts = dictionary(
  {
    title: 'Bokföring för svenska företag',
    lead: 'Grundbok är en öppen bokföringstjänst som du driver själv. Den sköter bokföringen åt ett eller flera företag, och allt den gör går att nå genom ett API.',
    people: 'För dig som har ett konto',
    peopleText: 'Godkänn integrationer, signera betalningar och se vem som arbetar i dina företag.',
    logIn: 'Logga in',
    signUp: 'Skapa ett konto',
    programs: 'För dig som skriver program',
    programsText: 'Guiderna förklarar hur allt hänger ihop, och referensen låter dig prova varje anrop.',
    docs: 'Dokumentation',
    reference: 'Referens',
    api: 'API:et finns på',
    operator: 'För dig som driver tjänsten',
    health: 'Lever tjänsten?',
    ready: 'Svarar databasen?',
    guide: 'Drift',
  },
  {
    title: 'The books of Swedish companies',
    lead: 'Grundbok is an open accounting service that you host yourself. It keeps the books of one company or of many, and everything it does is available through an API.',
    people: 'If you have an account',
    peopleText: 'Approve integrations, sign payments, and see who works in your companies.',
    logIn: 'Log in',
    signUp: 'Create an account',
    programs: 'If you write programs',
    programsText: 'The guides explain how everything fits together, and the reference lets you try each request.',
    docs: 'Documentation',
    reference: 'Reference',
    api: 'The API is at',
    operator: 'If you run the service',
    health: 'Is the service alive?',
    ready: 'Does the database answer?',
    guide: 'Operations',
  },
)

const show = async (call: PageCall): Promise<PageAnswer> => {
  if (call.person) return consolePage(call)
  if (await isFirstRun(call)) return { redirect: FIRST_RUN }
  const { language, base, publicUrl, signUp } = call
  const words = texts[language]
  const doors = html`<a class="button" href="${base}/login">${words.logIn}</a>
          ${signUp !== 'closed' && html`<a class="button second" href="${base}/signup">${words.signUp}</a>`}`
  const body = html`<h1>${words.title}</h1>
      <p class="lead">${words.lead}</p>
      <section class="card" aria-labelledby="people">
        <h2 id="people">${words.people}</h2>
        <p>${words.peopleText}</p>
        <p class="buttons">${doors}</p>
      </section>
      <section class="card" aria-labelledby="programs">
        <h2 id="programs">${words.programs}</h2>
        <p>${words.programsText}</p>
        <p>${words.api} <code>${publicUrl}/v1</code></p>
        <p class="buttons"><a class="button" href="${base}/docs">${words.docs}</a>
          <a class="button second" href="${base}${REFERENCE_PATH}">${words.reference}</a></p>
      </section>
      <section class="card" aria-labelledby="operator">
        <h2 id="operator">${words.operator}</h2>
        <ul class="rows">
          <li><span>${words.health}</span> <a href="${base}/health"><code>/health</code></a></li>
          <li><span>${words.ready}</span> <a href="${base}/ready"><code>/ready</code></a></li>
          <li><span>${words.guide}</span> <a href="${base}/docs/operations"><code>/docs/operations</code></a></li>
        </ul>
      </section>`
  return { title: words.title, body }
}

export const startPage: PageRow = { method: 'GET', path: '/', visitor: 'anyone', run: show }
