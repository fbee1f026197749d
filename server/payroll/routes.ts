// The endpoints of payroll.
import type { Row } from '#http'
import { absenceRows } from '#payroll/absence/absence-routes'
import { holidayRows } from '#payroll/holiday/holiday-routes'
import { employeeRows } from '#payroll/people/employee-routes'
import { employmentRows } from '#payroll/people/employment-routes'
import { returnRows } from '#payroll/returns/return-routes'
import { payItemRows } from '#payroll/runs/pay-item-routes'
import { payRunRows } from '#payroll/runs/run-routes'

export const payrollRows: readonly Row[] = [
  ...employeeRows,
  ...employmentRows,
  ...absenceRows,
  ...holidayRows,
  ...payItemRows,
  ...payRunRows,
  ...returnRows,
]
