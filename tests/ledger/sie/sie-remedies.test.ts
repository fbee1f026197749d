// What a refused SIE file proposes works: each remedy is taken as it is written, and the file is imported.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { resultAccounts } from '#rules/ledger/accounts/chart'
import { forms } from '#rules/year-end/form'
import { type Service, startService, type TestCompany } from '#support/service'
import { balanceOf, verified } from '#tests/ledger/support'
import { imported, send, voucher, yearFile } from './sie-support.ts'

let service: Service
beforeAll(async () => {
  service = await startService()
})
afterAll(() => service.close())

const newCompany = () => service.newCompany({ fiscalYear: null })

/** The parameters that the remedies of a refusal name, such as `force=true`. */
const remediesIn = ({ body }: { body: { errors?: { message: string }[] } }): string[] => [
  ...new Set((body.errors ?? []).flatMap(({ message }) => message.match(/\b[a-zA-Z]+=[\w:]+/g) ?? [])),
]

const opening = ['#IB 0 1930 100', '#UB -1 1930 100', '#RES -1 3001 -100']
const uneven = ['#VER A 1 20250115 Hyra', '{', '#TRANS 5010 {} 100.00', '#TRANS 1930 {} -99.98', '}']

const files: [what: string, file: string, remedies: string[]][] = [
  [
    'a wrong checksum',
    yearFile(2025).replace('#PROGRAM', '#KSUMMA\r\n#PROGRAM').concat('#KSUMMA 1\r\n'),
    ['force=true'],
  ],
  ['another company', yearFile(2025, '#ORGNR 556036-0793'), ['force=true']],
  ['opening balances that do not sum to zero', yearFile(2025, '#IB 0 1930 100'), ['force=true']],
  ['opening balances without a result', yearFile(2025, ...opening), ['openingDifference=resultOfYearBefore']],
  ['a voucher out of balance', yearFile(2025, ...uneven), ['voucherDifference=3740']],
  ['an account that is no number', yearFile(2025, voucher('A 1', '20250115').replace('5010', 'FEL')), ['map=FEL:3999']],
  ['a balance that may be two', yearFile(2025, '#IB 0 1930 2 500.00', '#IB 0 2081 -2'), ['force=true']],
  ['vouchers that were read', '#FLAGGA 1\r\n#SIETYP 4\r\n#FNAMN X\r\n', ['force=true']],
]
test.each(files)('%s', async (what, file, remedies) => {
  const company = await newCompany()
  if (what === 'vouchers that were read') await imported({ service, company }, yearFile(2025))
  const bytes = what === 'vouchers that were read' ? `${file}${voucher('A 1', '20250115')}\r\n` : file
  const refused = await send(company, bytes)
  expect(refused.status, refused.text).toBe(400)
  expect(remediesIn(refused)).toEqual(remedies)
  for (const remedy of remedies) {
    const taker = remedies.length > 1 ? await newCompany() : company
    const taken = await send(taker, bytes, `?${remedy}`)
    expect(taken.status, taken.text).toBe(200)
    expect((await verified(service, taker.id)).fault).toBeNull()
  }
})

describe('the result of the year before', () => {
  test('goes where the form of the company has it, as year-end books it', () => {
    for (const [type, { result }] of Object.entries(forms)) expect(resultAccounts).toMatchObject({ [type]: result })
  })

  const take = async (company: TestCompany, file: string, query: string) => {
    const rehearsed = await imported({ service, company }, file, `?dryRun=true&${query}`)
    const report = await imported({ service, company }, file, `?${query}`)
    expect({ ...rehearsed, dryRun: false }).toEqual(report)
    return report.decisions.map(({ message }: { message: string }) => message)
  }

  test('is put there, and told', async () => {
    const company = await newCompany()
    const told = await take(company, yearFile(2025, ...opening), 'openingDifference=resultOfYearBefore')
    expect(told).toContain("The opening balances lack last year's result: -100.00 is put on account 2099")
    expect(await balanceOf(company, 2099)).toBe(-100)
  })

  test('is added to what the account has', async () => {
    const company = await newCompany()
    const more = yearFile(2025, ...opening, '#IB 0 2099 40', '#IB 0 1940 -40')
    await take(company, more, 'openingDifference=resultOfYearBefore')
    expect(await balanceOf(company, 2099)).toBe(-60)
  })

  test('is no cure for another difference', async () => {
    const file = yearFile(2025, ...opening, '#IB 0 1940 0.01')
    const refused = await send(await newCompany(), file, '?openingDifference=resultOfYearBefore')
    expect(refused.body.errors[0].message).toContain('sum to 100.01 and not to 0.00')
    expect(remediesIn(refused)).toEqual(['force=true'])
  })
})

test('the difference of each voucher is told, and the account is the caller’s', async () => {
  const company = await newCompany()
  const file = yearFile(2025, ...uneven, ...uneven.map((line) => line.replace('A 1', 'A 2')))
  const report = await imported({ service, company }, file, '?voucherDifference=3741')
  expect(report.made.journalEntries).toBe(2)
  expect(report.decisions.map(({ message }: { message: string }) => message)).toEqual(
    expect.arrayContaining(
      [1, 2].map((at) => `Voucher A ${at} is out of balance by 0.02, which is booked on account 3741`),
    ),
  )
  expect(await balanceOf(company, 3741)).toBe(-0.04)
})
