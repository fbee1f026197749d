// The language of the reader, and how it writes amounts, numbers and days.
import { createContext, type ReactNode, useContext } from 'react'
import type { Dictionary, Language } from './dictionary.ts'

const Chosen = createContext<Language>('sv')

export const LanguageProvider = ({ language, children }: { language: Language; children: ReactNode }) => (
  <Chosen value={language}>{children}</Chosen>
)

export const useLanguage = (): Language => useContext(Chosen)

/** The words of a dictionary in the reader's language. */
export const useWords = <Words,>(words: Dictionary<Words>): Words => words[useLanguage()]
