// The languages of pages and mails, and which of them a reader gets.
import { type Language, languages } from '#platform/sentences'

export { type Language, languages }

/** The name of each language in that language. */
export const languageNames: Readonly<Record<Language, string>> = { sv: 'Svenska', en: 'English' }

const DEFAULT_LANGUAGE: Language = 'sv'

/** The same texts in every language, with the same keys. */
export type Dictionary<Texts> = Readonly<Record<Language, Texts>>

/** Declares texts. A text with values is a function. */
export const dictionary = <Texts>(sv: Texts, en: NoInfer<Texts>): Dictionary<Texts> => ({ sv, en })

export const isLanguage = (text: unknown): text is Language => languages.some((one) => one === text)

/** The first valid language among those asked for, otherwise the one that the browser prefers (RFC 9110 §12.5.4). */
export const chooseLanguage = (asked: readonly unknown[], acceptLanguage: string | undefined): Language =>
  asked.find(isLanguage) ?? preferred(acceptLanguage) ?? DEFAULT_LANGUAGE

/** The language of messages to programs: what they ask for, English otherwise. */
export const messageLanguage = (acceptLanguage: string | undefined): Language => preferred(acceptLanguage) ?? 'en'

const preferred = (header: string | undefined): Language | undefined =>
  preferencesIn(header)
    .map((tag) => tag.split('-')[0])
    .find(isLanguage)

/** The entries of a preference header in lower case, most preferred first (RFC 9110 §12.4.2). */
export const preferencesIn = (header = ''): string[] =>
  header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part, place) => {
      const [name = '', ...parameters] = part
        .toLowerCase()
        .split(';')
        .map((one) => one.trim())
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
      return { name, quality: Number(quality) || 0, place }
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality || left.place - right.place)
    .map(({ name }) => name)

/** Most characters of such a header that are parsed. */
const MAX_HEADER = 500
