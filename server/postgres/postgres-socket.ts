// The embedded PostgreSQL listens on a socket in a folder that only its user can enter. Socket paths are limited in
// length, so a server in a deep folder listens in the system's folder for temporary files instead.
import { chmodSync, existsSync, lstatSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handOver, type Launcher, ownerOf } from './postgres-launcher.ts'

/** Only part of the socket's name: nothing listens on the network. */
export const SOCKET_PORT = 5432

/** The limit for a socket's path, in bytes: 107 on Linux, 103 on macOS. */
const SOCKET_PATH_BYTES = 103

/** The folder for the socket of the server in `root`, created if it is missing. */
export const socketFolder = (root: string, launcher: Launcher): string => {
  const near = join(root, 'socket')
  if (!fits(near)) return farFolder(root, launcher)
  mkdirSync(near, { recursive: true, mode: 0o700 })
  return madePrivate(near, launcher)
}

/** The socket's lock file, in which the server writes its process id. */
export const socketLockOf = (folder: string): string => join(folder, `${socketName}.lock`)

const socketName = `.s.PGSQL.${SOCKET_PORT}`

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, socketName)) <= SOCKET_PATH_BYTES

/** The previous folder is used again, so that clients find the socket after a restart. */
const farFolder = (root: string, launcher: Launcher): string => {
  const note = join(root, 'socket-folder')
  const last = existsSync(note) ? readFileSync(note, 'utf8').trim() : ''
  if (last !== '' && isPrivate(last, launcher)) return last
  const made = mkdtempSync(join(fits(join(tmpdir(), 'grundbok-XXXXXX')) ? tmpdir() : '/tmp', 'grundbok-'))
  madePrivate(made, launcher)
  writeFileSync(note, made)
  handOver(launcher, note)
  return made
}

/** Whether no other user can have placed this folder, or anything in it, in the world-writable folder. */
const isPrivate = (folder: string, launcher: Launcher): boolean => {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  return found?.isDirectory() === true && found.uid === ownerOf(launcher) && (found.mode & 0o777) === 0o700
}

const madePrivate = (folder: string, launcher: Launcher): string => {
  chmodSync(folder, 0o700)
  handOver(launcher, folder)
  return folder
}
