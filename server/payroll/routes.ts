// The endpoints of payroll.
import type { Row } from '#http'
import { employeeRows } from '#payroll/people/employee-routes'
import { employmentRows } from '#payroll/people/employment-routes'

export const payrollRows: readonly Row[] = [...employeeRows, ...employmentRows]
