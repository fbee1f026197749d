// Every rule holds of its document, and does not when that document is changed: a rule that cannot fail says nothing.
import { describe, expect, test } from 'vitest'
import { ublOf } from '#paper'
import { every } from '#support/every'
import { rootOf } from './ubl-document.ts'
import { papers } from './ubl-papers.ts'
import { rules } from './ubl-rules.ts'
import { misplaced } from './ubl-structure.ts'

test('rules have names of their own', () => {
  const ids = rules.map(({ id }) => id)
  expect(ids).toEqual([...new Set(ids)])
  expect(ids.length).toBeGreaterThan(120)
})

test('every rule holds of its document, and not of that document when it is changed', () =>
  every(
    rules,
    ({ id, says }) => `${id}: ${says}`,
    ({ holds, of, breaks: [what, instead] }) => {
      const xml = ublOf(papers[of])
      expect(holds(rootOf(xml)), 'as it is').toBe(true)
      const changed = xml.replace(what, instead)
      expect(changed).not.toBe(xml)
      expect(holds(rootOf(changed)), 'changed').toBe(false)
    },
  ))

describe('the structure', () => {
  const wrong: [string, RegExp, string, RegExp][] = [
    ['a root element out of order  ', /(<cbc:ID>.*)(\s*<cbc:IssueDate>.*)/, '$2$1', /Invoice has ID after IssueDate/],
    ['an inner element out of order', /(<cbc:CityName>.*)(\s*<cbc:PostalZone>.*)/, '$2$1', /has cbc:CityName after/],
    ['an element that is not known ', /<cbc:CityName>.*/, '<cbc:Town>Åmål</cbc:Town>', /cbc:Town/],
    ['an element twice             ', /(<cbc:DueDate>.*)/, '$1$1', /DueDate must be string/],
    ['no country                   ', /<cac:Country>[\s\S]*?<\/cac:Country>/, '', /required property 'cac:Country'/],
    ['a currency that is none      ', /(<cbc:PayableAmount currencyID=")SEK/, '$1SKR', /PayableAmount@currencyID/],
    ['a unit that is none          ', /unitCode="HUR"/, 'unitCode="HOUR"', /InvoicedQuantity@unitCode/],
    ['a country that is none       ', /(<cbc:IdentificationCode>)SE/, '$1XX', /IdentificationCode/],
    ['a network that is none       ', /schemeID="0007"/, 'schemeID="7000"', /EndpointID@schemeID/],
    ['a tax category that is none  ', /(<cac:TaxCategory>\s*<cbc:ID>)S/, '$1X', /TaxCategory\/cbc:ID/],
    ['a means of payment unknown   ', /<cbc:PaymentMeansCode>30/, '<cbc:PaymentMeansCode>999', /PaymentMeansCode/],
    ['an amount that is none       ', /(<cbc:PayableAmount[^>]*>)/, '$1x', /PayableAmount must match pattern/],
  ]
  test('is seen where it is wrong', () =>
    every(
      wrong,
      ([what]) => what.trim(),
      ([, what, instead, sentence]) => {
        const xml = ublOf(papers.plain)
        expect(misplaced(rootOf(xml))).toEqual([])
        expect(misplaced(rootOf(xml.replace(what, instead))).join('\n')).toMatch(sentence)
      },
    ))
})
