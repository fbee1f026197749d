// The folder of Grundbok itself, found from where the program that runs stands: its source, or the build in dist.
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { StartupError } from './startup-error.ts'

/**
 * The nearest folder from this one upwards that has a package.json.
 * @throws {StartupError} where none has
 */
export const packageAbove = (start: string): string => {
  for (let folder = start; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder
    if (folder === dirname(folder)) {
      throw new StartupError(`There is no package.json in ${start} or above it: install all files of Grundbok again.`)
    }
  }
}

/** Where package.json and the migrations are. */
export const rootFolder = (): string => packageAbove(dirname(fileURLToPath(import.meta.url)))

/** The path of a program that the build makes, such as `pdf-worker.js`. */
export const builtProgram = (name: string): string => join(rootFolder(), 'dist', name)
