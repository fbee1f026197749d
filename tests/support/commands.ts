// The operator's commands in this process, on the database of a service: what the program does with its words, without
// the start of a process. That the program takes its words and ends as it should is held by tests/process.
import { runWords } from '#server/admin/run'

import type { Service } from '#support/service'

export type Said = { code: number; stdout: string; stderr: string }

/** Runs a command beside a service, with its data folder; `env` has further settings. */
export const command = async (
  { databaseUrl, folder }: Pick<Service, 'databaseUrl' | 'folder'>,
  words: readonly string[],
  env: Record<string, string> = {},
): Promise<Said> => {
  const said = { stdout: '', stderr: '' }
  const code = await runWords([...words], {
    env: { DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env },
    print: (text) => {
      said.stdout += `${text}\n`
    },
    report: (sentence) => {
      said.stderr += `${sentence}\n`
    },
  })
  return { code, ...said }
}
