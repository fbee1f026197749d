// What the pages of one's own account have in common: whose they are, and how browsers and moments are told.
import { type Html, html, type Language, type PageCall, type Visitor } from '#http'

/** Pages that only who has logged in reaches: the engine sees to it. */
export const personOf = ({ person }: PageCall): Visitor['person'] => {
  if (!person) throw new Error('A page for people was opened by nobody')
  return person
}

/** What a browser and its machine are called; null when it does not say. */
export const browserOf = (agent: string): string | null => {
  const browser = BROWSERS.find(([pattern]) => pattern.test(agent))?.[1]
  const machine = MACHINES.find(([pattern]) => pattern.test(agent))?.[1]
  return browser && machine ? `${browser}, ${machine}` : (browser ?? machine ?? null)
}

/** The more particular first: browsers say that they are others too. */
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

/** A moment to the minute, as people say it. */
export const momentIn = (language: Language, moment: Date): Html => {
  const shown = new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: 'Europe/Stockholm',
  }).format(moment)
  return html`<time datetime="${moment.toISOString()}">${shown}</time>`
}

/** The day of a moment. */
export const dayIn = (language: Language, moment: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'medium', timeZone: 'Europe/Stockholm' }).format(moment)
