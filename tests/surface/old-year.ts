// Fiscal years before all others: those that come to their end, and those that are so old that they may be removed.
import type { Row } from '#http'
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
  if (status === 'open') {
    await standAlone(company, id)
    await asOwner(company, 'POST', `/fiscal-years/${id}/close`)
  }
  return id
}

/** What leaves its year closed, or finds it so. */
const closings: readonly string[] = ['closeFiscalYear', 'closeYearEnd', 'reopenFiscalYear']
export const isOfYearEnd = ({ operationId }: Row): boolean =>
  [...closings, 'bookUnpaidItems', 'markYearDeadline'].includes(operationId)

/** A year before all others, which are open or stand alone: of the cash method, or closed, where that matters. */
export const endedYear = async ({ operationId }: Row, company: Caller): Promise<string> => {
  if (operationId !== 'closeFiscalYear') await company.reopen()
  const year = Number((await firstYear(company)).startDate.slice(0, 4)) - 1
  const accountingMethod = operationId === 'bookUnpaidItems' ? 'cash' : 'accrual'
  const days = { startDate: `${year}-01-01`, endDate: `${year}-12-31` }
  const add = () => asOwner(company, 'POST', '/fiscal-years', { ...days, accountingMethod })
  let made = await add()
  if (made.status >= 300) {
    await company.reopen()
    made = await add()
  }
  const { id } = made.body
  if (closings.includes(operationId)) await standAlone(company, id)
  // It opens what is locked for what it books, and locks it again.
  if (operationId === 'bookUnpaidItems') await asOwner(company, 'PATCH', '/lock-date', { lockDate: days.endDate })
  if (operationId === 'reopenFiscalYear') await asOwner(company, 'POST', `/fiscal-years/${id}/close`)
  return id
}

/** Gives the first year opening balances of its own, while it is open: others may be added before it ever after. */
const standAlone = async (company: Caller, id: string): Promise<void> => {
  await asOwner(company, 'PATCH', '/lock-date', { lockDate: null })
  await asOwner(company, 'PUT', `/fiscal-years/${id}/opening-balances`, { balances: [] })
}

type Year = { id: string; startDate: string; endDate: string; status: string }

export const firstYear = async (company: Caller): Promise<Year> =>
  (await company.get('/fiscal-years?pageSize=100')).body.items.at(-1)

/** A year that has one before it. */
export const laterYear = async (company: Caller): Promise<string> => {
  const years: Year[] = (await company.get('/fiscal-years?pageSize=100')).body.items
  const [last] = years
  if (last && years.length > 1) return last.id
  const next = Number(last?.startDate.slice(0, 4)) + 1
  return (await asOwner(company, 'POST', '/fiscal-years', { startDate: `${next}-01-01`, endDate: `${next}-12-31` }))
    .body.id
}
