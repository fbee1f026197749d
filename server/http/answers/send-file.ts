// Sends a file as a download, streamed from disk.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import type { FileAnswer } from '#http/row'
import { attachmentNamed } from './disposition.ts'
import { hangUpOnceStalled } from './slow-reader.ts'

/** A work file is removed after sending; a stored one stays. */
export const sendFile = (reply: FastifyReply, { path, name, size, contentType, kept }: FileAnswer): FastifyReply => {
  const stream = createReadStream(path)
  hangUpOnceStalled(reply)
  if (!kept) stream.once('close', () => void rm(path, { force: true }).catch(() => {}))
  return (
    reply
      .header('content-type', contentType)
      .header('content-length', size)
      .header('content-disposition', attachmentNamed(name))
      // A proxy that buffered it for a slow reader would stop reading meanwhile, and be disconnected.
      .header('x-accel-buffering', 'no')
      // If a browser displays it anyway, no script in it runs.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream)
  )
}
