// Words of the console in both languages. A text that one of them lacks does not compile.
import type { Language } from '#rule/language'

export type { Language } from '#rule/language'

/** Words by their names; those that depend on something are functions. */
export type Dictionary<Words> = Readonly<Record<Language, Words>>

/** As TypeScript infers them from the Swedish words: any text, and functions of the same arguments. */
type Likewise<Words> = {
  [Name in keyof Words]: Words[Name] extends (...given: infer Given) => string
    ? (...given: Given) => string
    : Words[Name] extends string
      ? string
      : Likewise<Words[Name]>
}

export const dictionary = <const Words extends object>(
  sv: Words,
  en: Likewise<NoInfer<Words>>,
): Dictionary<Likewise<Words>> => ({ sv: sv as Likewise<Words>, en })
