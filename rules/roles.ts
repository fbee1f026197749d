// The roles of people in a company and in an agency, and what they are called.
import type { Language } from '#rule/language'

/** Roles in a company, the most powerful first. */
export const companyRoles = ['owner', 'administrator', 'bookkeeper', 'payroll', 'auditor', 'reader'] as const
export const agencyRoles = ['administrator', 'consultant'] as const

export type CompanyRole = (typeof companyRoles)[number]
export type AgencyRole = (typeof agencyRoles)[number]
export type Role = CompanyRole | AgencyRole

/** Roles as they stand within a sentence. */
export const roleNames: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  sv: {
    owner: 'ägare',
    administrator: 'administratör',
    bookkeeper: 'bokförare',
    payroll: 'löneadministratör',
    auditor: 'revisor',
    reader: 'läsare',
    consultant: 'konsult',
  },
  en: {
    owner: 'owner',
    administrator: 'administrator',
    bookkeeper: 'bookkeeper',
    payroll: 'payroll administrator',
    auditor: 'auditor',
    reader: 'reader',
    consultant: 'consultant',
  },
}

const titled = (names: Readonly<Record<Role, string>>): Record<Role, string> =>
  Object.fromEntries(
    Object.entries(names).map(([role, name]) => [role, `${name.charAt(0).toUpperCase()}${name.slice(1)}`]),
  ) as Record<Role, string>

/** Roles as they stand by themselves: in a table, or in a list to choose from. */
export const roleTitles: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  sv: titled(roleNames.sv),
  en: titled(roleNames.en),
}
