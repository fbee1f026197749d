// What the service has written into what it keeps, such as why a mail failed: its answers are in the language of the
// page, and name fields by their places.
import { useEffect, useState } from 'react'
import { useLanguage } from '#words'
import { failureText } from './refused.ts'

/** The sentences with the names of their fields, each by how the service wrote it; as written until they are here. */
export const useStoredSentences = (sentences: readonly (string | null)[]): ReadonlyMap<string, string> => {
  const language = useLanguage()
  const [told, setTold] = useState<ReadonlyMap<string, string>>(new Map())
  const all = JSON.stringify([...new Set(sentences.filter(Boolean))])
  useEffect(() => {
    if (all === '[]') return setTold(new Map())
    let isGone = false
    void toldIn(JSON.parse(all) as string[]).then((said) => {
      if (!isGone) setTold(said)
    })
    return () => {
      isGone = true
    }
  }, [all, language])
  return told
}

/** What is about a field begins with where it is: `#/to must have …`. */
const toldIn = async (written: readonly string[]): Promise<ReadonlyMap<string, string>> =>
  new Map(await Promise.all(written.map(async (one) => [one, await failureText(one)] as const)))
