// Transactions that the database ended since they waited for each other: how they are run again.
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { retryAfterDeadlock } from '#platform/deadlock-retry'

const deadlock = () => Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })

test('many that end each other go one after the other from their third attempt on', async () => {
  let inside = 0
  let most = 0
  const one = () => {
    let attempt = 0
    return retryAfterDeadlock(async () => {
      attempt += 1
      if (attempt < 3) throw deadlock()
      inside += 1
      most = Math.max(most, inside)
      await pause(100)
      inside -= 1
      return attempt
    })
  }
  expect(await Promise.all(Array.from({ length: 20 }, one))).toEqual(Array.from({ length: 20 }, () => 3))
  expect(most).toBe(1)
})

test('one that fails for another reason in its turn is not run again, and holds up no other', async () => {
  const third = (outcome: () => string) => {
    let attempt = 0
    return retryAfterDeadlock(async () => {
      attempt += 1
      if (attempt < 3) throw deadlock()
      return `${attempt} ${outcome()}`
    })
  }
  const failing = third(() => {
    throw new Error('no deadlock')
  })
  await expect(failing).rejects.toThrow('no deadlock')
  expect(await third(() => 'done')).toBe('3 done')
})
