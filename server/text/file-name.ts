// The name of an uploaded file: never a path, and without invisible characters.
import { basename } from 'node:path'
import { withoutInvisibleCharacters } from './invisible-characters.ts'

/** Most characters of a file name that are kept. */
export const MAX_NAME_LENGTH = 200

/** The cleaned name; `file` if nothing is left. */
export const fileNameOf = (fileName: string | undefined): string => {
  const name = withoutInvisibleCharacters(basename((fileName ?? '').replaceAll('\\', '/'))).replace(
    /\p{Surrogate}/gu,
    '',
  )
  const kept = [...name].slice(0, MAX_NAME_LENGTH).join('')
  return /^[.\s]*$/.test(kept) ? 'file' : kept
}
