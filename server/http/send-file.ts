// Sends a file, streamed from disk, to be kept under its name.
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'
import { attachmentNamed } from './disposition.ts'
import type { FileAnswer } from './row.ts'
import { hangUpOnceStalled } from './slow-reader.ts'

/** A work file is removed once it was sent; a kept one stays. */
export const sendFile = (reply: FastifyReply, { path, name, size, contentType, kept }: FileAnswer): FastifyReply => {
  const stream = createReadStream(path)
  hangUpOnceStalled(reply)
  if (!kept) stream.once('close', () => void rm(path, { force: true }).catch(() => {}))
  return (
    reply
      .header('content-type', contentType)
      .header('content-length', size)
      .header('content-disposition', attachmentNamed(name))
      // A proxy that kept it for a slow reader would take nothing meanwhile, and be hung up on.
      .header('x-accel-buffering', 'no')
      // Should a browser show it all the same, nothing in it runs.
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(stream)
  )
}
