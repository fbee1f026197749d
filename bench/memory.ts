// Memory of the service and of the database, from Linux's /proc; zero on other systems.
import { readdirSync, readFileSync } from 'node:fs'
import type { Service } from './service.ts'

/** Memory of the service, and of the largest process of the database without shared memory, in MiB. */
export type Used = { service: number; database: number }

/** Sampling interval, in milliseconds. */
const LOOK_MS = 50

/** Runs work, and returns the peak memory. */
export const watchMemory = async <T>(
  service: Service,
  work: () => Promise<T>,
): Promise<{ outcome: T; before: Used; most: Used }> => {
  const before = memoryOf(service)
  const most = { ...before }
  const look = setInterval(() => {
    const now = memoryOf(service)
    most.service = Math.max(most.service, now.service)
    most.database = Math.max(most.database, now.database)
  }, LOOK_MS)
  try {
    return { outcome: await work(), before, most }
  } finally {
    clearInterval(look)
  }
}

const memoryOf = ({ pid, postmaster }: Service): Used => {
  const backends = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster)
  return {
    service: statusOf(String(pid), 'VmRSS'),
    database: Math.max(0, ...backends.map((one) => statusOf(one, 'RssAnon'))),
  }
}

const parentOf = (pid: string): number | null => {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    return null
  }
}

const statusOf = (pid: string, name: string): number => {
  try {
    const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Math.round(Number(found?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}
