// Something that an operator does by one press: done, said, and the lists read again.
import { useQueryClient } from '@tanstack/react-query'
import { send, useDo } from '#console/form'
import { numberText } from '#ui'
import { useLanguage, useWords } from '#words'
import { words } from './words.ts'

export const useOperate = () => {
  const texts = useWords(words)
  const client = useQueryClient()
  const { isBusy, run } = useDo()
  const refresh = () =>
    client.invalidateQueries({ predicate: ({ queryKey: [, path] }) => String(path).startsWith('/operator') })
  const operate = (address: string, path: Record<string, string>, body?: object, said: string = texts.done) =>
    run(async () => {
      const method = address.endsWith('Id}') ? 'DELETE' : 'POST'
      // After a refusal, another user may have changed what is on the screen: it is read again as well.
      await send(method, address, { path, ...(body ? { body } : {}) }).finally(refresh)
    }, said)
  return { isBusy, operate, refresh }
}

/** Numbers as the reader writes them. */
export const useNumbers = (): ((value: number) => string) => {
  const language = useLanguage()
  return (value) => numberText(value, language)
}
