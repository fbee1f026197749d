// Warns at the start about the version of Node.
import type { Logger } from 'pino'
import { dayOf } from '#platform/day'
import { nodeSentence } from './node-version.rules.ts'

export const warnOfNode = (logger: Logger): void => {
  const sentence = nodeSentence(process.version, dayOf(new Date()))
  if (sentence !== null) logger.warn(sentence)
}
