// What counts as out of order around us, by what the database says.
import pg from 'pg'
import { expect, test } from 'vitest'
import { isUndone, outageOf } from '#platform/outage'

const said = (code: string, message: string): pg.DatabaseError =>
  Object.assign(new pg.DatabaseError(message, message.length, 'error'), { code })

test.each([
  ['08006', 'connection to the remote node postgres@10.0.0.2:5432 failed', 'database', false],
  ['XX000', 'failure on connection marked as essential: 10.0.0.2:5432', 'database', false],
  ['XX000', 'connection not open', 'database', false],
  ['XX000', 'connection lost', 'database', false],
  ['XX000', 'could not find an available connection', 'database', false],
  [
    'XX000',
    'execution cannot recover from multiple connection failures. Last node failed 10.0.0.2:5432',
    'database',
    false,
  ],
  ['57P01', 'terminating connection due to unexpected postmaster exit', 'database', false],
  ['57014', 'canceling statement due to statement timeout', 'time', true],
  ['40P01', 'deadlock detected', 'lock', true],
  ['XX000', 'cache lookup failed for function 4711', null, false],
  ['23505', 'failure on connection marked as essential: 10.0.0.2:5432', null, true],
] as const)('%s: %s', (code, message, kind, isSurelyUndone) => {
  const cause = said(code, message)
  expect({ kind: outageOf(cause), isUndone: isUndone(cause) }).toEqual({ kind, isUndone: isSurelyUndone })
})
