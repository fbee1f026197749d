// The pages of the bank.
import type { CompanyPage } from '#client'

export const bankingPages: readonly CompanyPage[] = []
