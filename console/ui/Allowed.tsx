// What only some roles may do: who may not is told so before anything is typed, and not when it is saved.
import type { ReactNode } from 'react'
import { useCompany } from '#client'
import { type Dictionary, useLanguage, useWords } from '#words'
import { Page } from './Page.tsx'
import { Empty } from './states.tsx'
import { words } from './words.ts'

type Given = {
  /** What one must be allowed; null: to be in the company. */
  scope: string | null
  /** Of a whole page. */
  title?: Dictionary<string>
  children: ReactNode
}

export const Allowed = ({ scope, title, children }: Given) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { may } = useCompany()
  if (scope === null || may(scope)) return children
  const said = <Empty>{texts.forbidden}</Empty>
  return title ? <Page title={title[language]}>{said}</Page> : said
}
