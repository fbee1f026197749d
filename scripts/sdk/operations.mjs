// The operations of docs/openapi.json, named as the service names them in its samples.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, serverCode } from '#scripts/bundle'

/** The document that everything is made from. */
export const DOCUMENT = join(root, 'docs', 'openapi.json')

/** @returns {any} */
export const readDocument = () => JSON.parse(readFileSync(DOCUMENT, 'utf8'))

const named = await serverCode([`export { operationsOf } from './server/programs/documentation/operations.ts'`])

/** @type {typeof import('../../server/programs/documentation/operations.ts').operationsOf} */
export const operationsOf = named.operationsOf
