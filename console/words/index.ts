// The two languages of the console.
export { type Dictionary, dictionary, type Language } from './dictionary.ts'
export { LanguageProvider, useLanguage, useWords } from './language.tsx'
