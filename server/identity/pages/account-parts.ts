// Shared parts of the account pages: the person, and the display of browsers and moments.
import { type Html, html, type Language, type PageCall, type Visitor } from '#http'

/** For pages that the engine only opens for logged-in people. */
export const personOf = ({ person }: PageCall): Visitor['person'] => {
  if (!person) throw new Error('A page for people was opened without a login')
  return person
}

/** The names of a browser and its machine; null if they are unknown. */
export const browserOf = (agent: string): string | null => {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const machine = MACHINES.find(([pattern]) => pattern.test(agent))?.[1]
  return browser && machine ? `${browser}, ${machine}` : (browser ?? machine ?? null)
}

/** More specific ones first, because browsers also claim to be others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS/, 'Firefox'],
  [/Chrom(?:e|ium)\/|CriOS/, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const MACHINES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
]

const localeOf = (language: Language) => (language === 'sv' ? 'sv-SE' : 'en-GB')

/** A moment to the minute, in the language's format. */
export const momentIn = (language: Language, moment: Date): Html => {
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Stockholm',
  }).format(moment)
  return html`<time datetime="${moment.toISOString()}">${shown}</time>`
}

export const dayIn = (language: Language, moment: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'Europe/Stockholm' }).format(moment)
