// The languages of pages and mails, and which of them a reader gets.

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]

/** How each language calls itself. */
export const languageNames: Readonly<Record<Language, string>> = { sv: 'Svenska', en: 'English' }

const DEFAULT_LANGUAGE: Language = 'sv'

/** The same texts in every language: what Swedish has, English has, and nothing else. */
export type Dictionary<Texts> = Readonly<Record<Language, Texts>>

/** Declares texts. A text with values in it is a function. */
export const dictionary = <Texts>(sv: Texts, en: NoInfer<Texts>): Dictionary<Texts> => ({ sv, en })

export const isLanguage = (text: unknown): text is Language => languages.some((one) => one === text)

/** The first language that somebody has asked for, otherwise the one that the browser likes best (RFC 9110 §12.5.4). */
export const chooseLanguage = (asked: readonly unknown[], acceptLanguage: string | undefined): Language =>
  asked.find(isLanguage) ?? preferred(acceptLanguage) ?? DEFAULT_LANGUAGE

const preferred = (header: string | undefined): Language | undefined =>
  preferencesIn(header)
    .map((tag) => tag.split('-')[0])
    .find(isLanguage)

/** What a header of preferences names, in small letters, what is liked best first (RFC 9110 §12.4.2). */
export const preferencesIn = (header = ''): string[] =>
  header
    .slice(0, MAX_HEADER)
    .split(',')
    .map((part, place) => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/)
      const quality = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1'
      return { name, quality: Number(quality) || 0, place }
    })
    .filter(({ quality }) => quality > 0)
    .sort((left, right) => right.quality - left.quality || left.place - right.place)
    .map(({ name }) => name)

/** Maximum number of characters in such a header that are read. */
const MAX_HEADER = 500
