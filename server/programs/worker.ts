// The worker: a separate program that runs jobs, beside the service or on another machine. Any number of them share the
// jobs with services.
import { parseArgs } from 'node:util'
import { notifyOtherProcesses } from '#platform/event-notifications'
import { NeedsCorrection } from '#platform/startup-error'
import { keepBackup } from './backup-keeper.ts'
import { jobRunnerOf } from './jobs.ts'
import { newLogger } from './log.ts'
import { metricsOf, serveMetrics, tracingOf } from './metrics.ts'
import { warnOfNode } from './node-version.ts'
import { managerOf } from './service-manager.ts'
import { runProgram, stopSignal, unlessStopped } from './stopping.ts'
import { openSystem } from './system.ts'

const run = async (): Promise<void> => {
  refuseArguments()
  const stopping = stopSignal()
  const logger = newLogger(process.env.LOG_LEVEL || 'info')
  const system = await unlessStopped(
    openSystem('command', (sentence) => logger.warn(sentence)),
    stopping,
  )
  logger.level = system.config.logLevel
  warnOfNode(logger)
  try {
    const metrics = await metricsOf(system)
    const tracing = await tracingOf(system)
    const jobs = await jobRunnerOf(system, logger, { metrics, tracing })
    // Its settings may be those of a service on the same machine, so the port may be taken; the worker runs without
    // metrics then.
    const unread = await serveMetrics(metrics, system, logger).catch((err: unknown) => {
      logger.warn({ err }, 'METRICS_PORT could not be used: use a different one for each process on a machine')
      return async () => {}
    })
    // Requests that wait for events of its jobs are in the services.
    const giveUpTelling = notifyOtherProcesses(system.database)
    jobs.start()
    const backup = keepBackup(system, logger)
    logger.info('the worker is running')
    const manager = managerOf({
      env: process.env,
      // Jobs have time limits, and are retried elsewhere.
      isAlive: () => true,
      report: (err) => logger.warn({ err }, 'systemd could not be notified'),
    })
    await manager.ready()
    await stopping
    logger.info('stopping')
    await Promise.all([manager.stopping(), jobs.stop()])
    giveUpTelling()
    await backup.stop()
    await unread()
    metrics?.close()
    await tracing?.close()
  } finally {
    await system.close()
    logger.info('stopped')
  }
}

const refuseArguments = (): void => {
  try {
    parseArgs({ options: {} })
  } catch {
    throw new NeedsCorrection(`The worker takes no options, but was given: ${process.argv.slice(2).join(' ')}`)
  }
}

await runProgram(run)
