// Loaded into the service before its program: at a signal it collects all garbage and writes what memory is left into
// a file. The program itself knows nothing of it.
import { renameSync, writeFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

const file = process.env.FUZZ_MEMORY
if (isMainThread && file && process.argv[1]?.endsWith('main.js')) {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc')
  process.on('SIGUSR2', () => {
    collect()
    collect()
    writeFileSync(`${file}.new`, JSON.stringify(process.memoryUsage()))
    renameSync(`${file}.new`, file)
  })
}
