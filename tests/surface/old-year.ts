// Fiscal years that are so old that they may be removed.
import { asOwner } from './people-world.ts'
import type { Caller } from './world.ts'

/** From this one on they are made, and those up to that day may be removed. */
const OLD = 2012
const LAST_DAY = '2018-12-31'

/** The oldest year of a company, closed, and so old that it may go; there are some more of these behind it. */
export const oldYear = async (company: Caller): Promise<string> => {
  const first = await firstYear(company)
  if (first.endDate > LAST_DAY)
    for (let year = Number(first.startDate.slice(0, 4)) - 1; year >= OLD; year--) {
      const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
      await asOwner(company, 'POST', '/fiscal-years', days)
    }
  const { id, status } = await firstYear(company)
  await standAlone(company, id)
  if (status === 'open') await asOwner(company, 'POST', `/fiscal-years/${id}/close`)
  return id
}

/** Gives the first year opening balances of its own, while it is open: others may be added before it ever after. */
export const standAlone = (company: Caller, id: string) =>
  asOwner(company, 'PUT', `/fiscal-years/${id}/opening-balances`, { balances: [] })

type Year = { id: string; startDate: string; endDate: string; status: string }

const firstYear = async (company: Caller): Promise<Year> =>
  (await company.get('/fiscal-years?pageSize=100')).body.items.at(-1)
