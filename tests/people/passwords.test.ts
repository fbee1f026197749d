// Which passwords are taken: length counts, what everybody tries first does not pass, and there are no other rules.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { identityService } from '#identity'
import type { Refusal } from '#platform/refusal'
import { type Service, startService } from '#support/service'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

/** The errors of a password, in words; `taken` if it is valid. No account is stored. */
const judge = async (password: string, email = 'karin.ek@example.com'): Promise<string> => {
  const undone = new Error('taken')
  const outcome = service.operate(async (call) => {
    await identityService.createPerson(call, { name: 'Karin', email, password })
    throw undone
  })
  return outcome.catch((cause: Refusal) => (cause === undone ? 'taken' : (cause.errors[0]?.message ?? cause.message)))
}

const FIRST = 'is a common password that attackers try first'
const cases: [string, string][] = [
  ['tre blå kaniner', 'taken'],
  ['aaaa bbbb cccc dddd', 'taken'],
  ['1973-04-12 kl. 14', 'taken'],
  ['🐇🐇🐇 hoppar fort', 'taken'],
  ['lösenord till banken', 'taken'],
  ['         x', FIRST],
  ['niotecken', 'must have at least 10 characters'],
  ['🐇🐇🐇🐇🐇', 'must have at least 10 characters'],
  ['ord '.repeat(51), 'must have at most 200 characters'],
  ['aaaaaaaaaaaa', FIRST],
  ['abababababab', FIRST],
  ['1234567890', FIRST],
  ['0987654321', FIRST],
  ['qwertyuiop', FIRST],
  ['abcdefghijkl', FIRST],
  ['password123', FIRST],
  ['P@ssw0rd2026!', FIRST],
  ['Lösenord2026', FIRST],
  ['Sommar2026!!', FIRST],
  ['CorrectHorseBatteryStaple', FIRST],
  ['karin.ek@example.com', FIRST],
  ['KARIN.EK@EXAMPLE.COM', FIRST],
  ['karin.ek1973', FIRST],
  ['example.com', FIRST],
]

test.each(cases)('%j: %s', async (password, expected) => {
  expect(await judge(password)).toBe(expected)
})
