// What the tests of customers and items share.
import { expect } from 'vitest'
import type { Answer, TestCompany } from '#support/service'

export const aCustomer = (changes: Record<string, unknown> = {}) => ({ name: 'Kund AB', type: 'company', ...changes })

export const anAddress = (changes: Record<string, unknown> = {}) => ({
  line1: 'Storgatan 1',
  city: 'Umeå',
  postalCode: '903 26',
  country: 'SE',
  ...changes,
})

/** Makes something of a company, and answers what came back. */
export const madeAt = async (company: TestCompany, path: string, body: object): Promise<Answer['body']> => {
  const answer = await company.post(path, body)
  expect(answer.status, answer.text).toBe(200)
  return answer.body
}

/** What is wrong by an answer: `field: message`. */
export const wrongIn = ({ status, body }: Answer): string[] => {
  expect([status, body.code]).toEqual([400, 'validation-error'])
  return body.errors.map(({ field, message }: Answer['body']) => `${field}: ${message}`)
}
