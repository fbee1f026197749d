// The layout of every page: head, header, main part and footer. It needs no scripts.
import { type Dictionary, dictionary, type Language, languageNames, languages } from '#http/answers/language'
import { csrfField } from './form.ts'
import { type Html, html } from './html.ts'
import { stylesheetPath } from './style.ts'

type PageLayout = {
  title: string
  body: Html
  language: Language
  base: string
  /** The URL of this page in each language; null if the page cannot be requested again. */
  addressIn: ((language: Language) => string) | null
  /** The contents of the header; null leaves it out. */
  menu: { person: { name: string } | null; csrf: string } | null
  /** The page reports an error: its title begins with that. */
  wrong: boolean
  /** The page's script, if it has one. */
  program?: string | null
}

const texts: Dictionary<Record<'skip' | 'account' | 'logOut' | 'logIn' | 'languages' | 'error' | 'menu', string>> =
  dictionary(
    {
      skip: 'Hoppa till innehållet',
      account: 'Mitt konto',
      logOut: 'Logga ut',
      logIn: 'Logga in',
      languages: 'Språk',
      error: 'Fel',
      menu: 'Meny',
    },
    {
      skip: 'Skip to content',
      account: 'My account',
      logOut: 'Log out',
      logIn: 'Log in',
      languages: 'Language',
      error: 'Error',
      menu: 'Menu',
    },
  )

export const documentOf = ({
  title,
  body,
  language,
  base,
  addressIn,
  menu,
  wrong,
  program = null,
}: PageLayout): string => {
  const words = texts[language]
  const actions = menu?.person
    ? html`<a href="${base}/account">${words.account}</a>
        <form method="post" action="${base}/logout">
          ${csrfField(menu)}<button class="plain">${words.logOut}</button>
        </form>`
    : html`<a href="${base}/login">${words.logIn}</a>`
  return html`<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta name="robots" content="noindex">
    <title>${wrong && `${words.error}: `}${title} – Grundbok</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${base}${stylesheetPath}">
    ${program && html`<script src="${base}${program}" defer></script>`}
  </head>
  <body>
    <a class="skip" href="#main">${words.skip}</a>
    <header>
      <a class="brand" href="${base}/">Grundbok</a>
      ${menu && html`<nav aria-label="${words.menu}">${actions}</nav>`}
    </header>
    <main id="main" tabindex="-1">
      ${body}
    </main>
    <footer>
      ${
        addressIn &&
        html`<nav aria-label="${words.languages}">${languages.map((one) => languageLink(one, language, addressIn))}</nav>`
      }
    </footer>
  </body>
</html>
`.text
}

const languageLink = (one: Language, current: Language, addressIn: (language: Language) => string): Html =>
  one === current
    ? html`<span aria-current="true" lang="${one}">${languageNames[one]}</span>`
    : html`<a href="${addressIn(one)}" lang="${one}" hreflang="${one}">${languageNames[one]}</a>`
