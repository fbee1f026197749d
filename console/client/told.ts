// What the service has written into what it keeps, such as why a mail failed: it speaks English, and the page its own
// language.
import { useEffect, useState } from 'react'
import { useLanguage } from '#words'

/** The sentences in the language of the page, each by how the service wrote it; as written until the words are here. */
export const useTold = (sentences: readonly (string | null)[]): ReadonlyMap<string, string> => {
  const language = useLanguage()
  const [told, setTold] = useState<ReadonlyMap<string, string>>(new Map())
  const all = JSON.stringify([...new Set(sentences.filter(Boolean))])
  useEffect(() => {
    if (language !== 'sv' || all === '[]') return setTold(new Map())
    let isGone = false
    void import('#swedish').then(({ inSwedish, mailFailure }) => {
      const written = JSON.parse(all) as string[]
      if (!isGone) setTold(new Map(written.map((one) => [one, mailFailure(one) ?? inSwedish(one)])))
    })
    return () => {
      isGone = true
    }
  }, [all, language])
  return told
}
