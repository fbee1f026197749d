// Which tests do the worked cases over HTTP, and what those tests share.
import { createAccount, setAccountRole } from '#ledger'
import { ok, sumsOf } from '#support/entries'
import type { Service, TestCompany } from '#support/service'
import type { Case } from '#support/worked-cases'

/** Cases that the tests of each do; RC-05 has a step of sales and one of purchases. */
export const casesOf = {
  sales: [
    ...['INV-01', 'INV-03', 'INV-05', 'ROT-01', 'ROT-03', 'ROT-05', 'LOS-02', 'LOS-04', 'FX-02', 'FEE-02', 'RC-05'],
    ...['EU-01', 'CRD-02', 'OVR-01', 'SIE-01', 'SIE-03'],
  ],
  purchases: ['CRN-02', 'CSH-02', 'SUP-01', 'SUP-03', 'SUP-05', 'RC-01', 'RC-03', 'RC-05'],
  yearEnd: ['YE-02'],
}

/** Cases that neither do, and why. */
export const casesLeft: Record<string, string> = {
  'VAT-01': 'the settlement of value added tax, which VAT returns do',
  'VAT-03': 'the settlement of value added tax, which VAT returns do',
}

/** The rows of a step as a sum for each account: debit is positive. */
export const rowsOf = ({ rows }: Case['steps'][number]): Record<number, number> =>
  sumsOf([
    {
      items: rows.map(([account, side, kronor]) => ({
        account: Number(account),
        debit: side === 'D' ? Number(kronor) : 0,
        credit: side === 'K' ? Number(kronor) : 0,
      })),
    },
  ])

/** Puts accounts that a case uses into the chart, and gives those of `roles` to the automatic entries. */
export const useAccounts = async (
  service: Service,
  company: TestCompany,
  roles: Record<string, number>,
  others: readonly number[] = [],
): Promise<void> => {
  const chart = new Set(ok(await company.get('/chart-of-accounts')).map(({ account }: { account: number }) => account))
  await service.operateFor(company.id, async (call) => {
    for (const number of new Set([...Object.values(roles), ...others])) {
      if (!chart.has(number)) await createAccount(call, { number, name: `Konto ${number}` })
    }
    for (const [role, account] of Object.entries(roles)) await setAccountRole(call, { role, account })
  })
}
