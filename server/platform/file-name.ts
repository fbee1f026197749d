// The name of a file as somebody sent it: never a path, and nothing in it that nobody sees.
import { basename } from 'node:path'
import { withoutUnseen } from './unseen.ts'

/** Maximum number of characters in a file name that are kept. */
export const MAX_NAME_LENGTH = 200

/** What is kept of it; `file` where nothing is left. */
export const fileNameOf = (fileName: string | undefined): string => {
  const name = withoutUnseen(basename((fileName ?? '').replaceAll('\\', '/'))).replace(/\p{Surrogate}/gu, '')
  const kept = [...name].slice(0, MAX_NAME_LENGTH).join('')
  return /^[.\s]*$/.test(kept) ? 'file' : kept
}
