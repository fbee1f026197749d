// A payslip as plain data, for its PDF. Amounts in öre.
import type { Day } from '#platform/day'
import type { Language } from '#rule/language'
import type { PaperAddress } from './paper.ts'

export type PayslipPaperLine = {
  name: string
  /** The days that it is for, a note, or what it corrects. */
  note: string | null
  /** As it stands, with its unit. */
  quantity: string | null
  rate: number | null
  amount: number
}

export type PayslipPaper = {
  language: Language
  isTest: boolean
  /** Not approved yet: marked as a draft. */
  isDraft: boolean
  employer: { name: string; organizationNumber: string; address: PaperAddress | null }
  employee: { name: string; personalNumber: string; title: string | null; bankAccount: string | null }
  number: number
  payDate: Day
  from: Day
  to: Day
  /** How tax was withheld, in words. */
  tax: string
  /** Lines under their heads: pay, benefits, deductions, what is free of tax. */
  groups: readonly { name: string; lines: readonly PayslipPaperLine[] }[]
  gross: number
  benefits: number
  withheld: number
  net: number
  contributions: number
  year: { gross: number; benefits: number; withheld: number; net: number }
  /** Days of holiday left, paid and saved; null where they are not kept here. */
  holiday: { paid: number; saved: number; unpaid: number } | null
  /** When what it says was made, an ISO moment. */
  madeAt: string
}
