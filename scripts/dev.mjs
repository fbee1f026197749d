// The service for development: rebuilt and restarted when its sources change. New migrations and functions are read at
// the next start: save any source file. Further arguments are passed to the service.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { context } from 'esbuild'
import { programs, root, threads } from './bundle.mjs'

/** @type {import('node:child_process').ChildProcess | undefined} */
let service
let stopping = false
/** Restarts run one after the other. @type {Promise<void>} */
let turn = Promise.resolve()

const start = () => {
  service = spawn(process.execPath, [join(root, 'dist', 'main.js'), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
}

const stop = async () => {
  if (!service || service.exitCode !== null || service.signalCode !== null) return
  const exit = once(service, 'exit')
  service.kill('SIGTERM')
  await exit
}

/** @param {import('esbuild').BuildResult} result */
const restart = ({ errors }) => {
  if (errors.length > 0) return
  turn = turn.then(stop).then(() => {
    if (!stopping) start()
  })
}

const watchingThreads = await context(threads)
await watchingThreads.rebuild()
await watchingThreads.watch()
const [program] = programs
const watching = await context({
  ...program,
  plugins: [{ name: 'restart', setup: (building) => building.onEnd(restart) }],
})
await watching.watch()

for (const signal of ['SIGTERM', 'SIGINT']) {
  process.on(signal, async () => {
    stopping = true
    await watching.dispose()
    await watchingThreads.dispose()
    await turn
    await stop()
  })
}
