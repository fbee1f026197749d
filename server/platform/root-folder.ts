// The root folder of Grundbok, found from the location of the running program: its source, or the build in dist.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from './startup-error.ts'

/**
 * The nearest folder from this one upwards that has a package.json.
 * @throws {StartupError} if there is none
 */
export const packageAbove = (start: string): string => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) {
      throw new StartupError(`There is no package.json in ${start} or above it: install all files of Grundbok again.`)
    }
  }
}

/** The folder of package.json and the migrations. */
export const rootFolder = (): string => packageAbove(dirname(fileURLToPath(import.meta.url)))

/** The path of a program created by the build, such as `pdf-worker.js`. */
export const builtProgram = (name: string): string => join(rootFolder(), 'dist', name)
