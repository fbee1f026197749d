// Documents that came along with another: they are kept among those that are to be booked.
import { useCompany, useRefresh } from '#client'
import { useAnnounce } from '#ui'
import { useWords } from '#words'
import { uploadDocument } from './upload.ts'
import { words } from './words.ts'

/** Sends them one after the other, and says which are there, and which are not. */
export const useKeeping = (): ((files: readonly File[]) => Promise<void>) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const say = useAnnounce()
  const refresh = useRefresh()
  return async (files) => {
    const [kept, lost]: [string[], string[]] = [[], []]
    for (const file of files)
      try {
        await uploadDocument(companyId, file)
        kept.push(file.name)
      } catch {
        lost.push(file.name)
      }
    if (kept.length > 0) say(texts.kept(kept.join(', ')))
    if (lost.length > 0) say(texts.notKept(lost.join(', ')), { isWrong: true })
    if (kept.length > 0) await refresh('uploads')
  }
}
