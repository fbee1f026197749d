// The frameworks of annual statements that the service has: K2 and K1. Pure.
import { k1 } from './k1.rules.ts'
import { k2Balance } from './k2-balance.rules.ts'
import { k2Income } from './k2-income.rules.ts'
import type { Framework } from './lines.rules.ts'

/** Claims on debt accounts and debts on asset accounts are on their own side: nothing is set off (ÅRL 2 kap. 4 §). */
const k2: Framework = {
  key: 'k2',
  income: k2Income,
  balance: k2Balance,
  yearResult: 'yearResult',
  retained: 'retained',
  swings: [
    { ranges: [[1470, 1479]], by: 'group', when: 'credit', to: 'contractDebts' },
    { ranges: [[1500, 1559]], by: 'group', when: 'credit', to: 'otherDebts' },
    { ranges: [[1630, 1639]], by: 'account', when: 'credit', to: 'otherDebts' },
    { ranges: [[1680, 1689]], by: 'account', when: 'credit', to: 'otherDebts' },
    { ranges: [[1900, 1989]], by: 'account', when: 'credit', to: 'overdraft' },
    { ranges: [[2330, 2339]], by: 'account', when: 'debit', to: 'cash' },
    { ranges: [[2420, 2429]], by: 'group', when: 'debit', to: 'otherReceivables' },
    { ranges: [[2430, 2439]], by: 'group', when: 'debit', to: 'contracts' },
    { ranges: [[2440, 2449]], by: 'group', when: 'debit', to: 'otherReceivables' },
    { ranges: [[2480, 2489]], by: 'account', when: 'debit', to: 'cash' },
    { ranges: [[2500, 2599]], by: 'group', when: 'debit', to: 'otherReceivables' },
    { ranges: [[2600, 2699]], by: 'group', when: 'debit', to: 'otherReceivables' },
    { ranges: [[2700, 2759]], by: 'group', when: 'debit', to: 'otherReceivables' },
    { ranges: [[2890, 2899]], by: 'account', when: 'debit', to: 'otherReceivables' },
  ],
}

export const frameworks = { k1, k2 } as const
