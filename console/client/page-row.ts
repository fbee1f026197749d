// A row of the table of pages: where a page is, what it is called, who may open it, and what it is made of.
import type { ComponentType } from 'react'
import type { Dictionary } from '#words'

export const areas = ['home', 'journal', 'sales', 'purchasing', 'bank', 'reports', 'yearEnd', 'settings'] as const
/** What the rail leads to. */
export type Area = (typeof areas)[number]

export type CompanyPage = {
  /** Below `/companies/{companyId}`, with `$name` for what varies: `/invoices/$invoiceId`. */
  path: string
  area: Area
  title: Dictionary<string>
  /** What one must be allowed to open it; null: to be in the company. */
  scope: string | null
  /** Keys that lead here from anywhere: `g j`. */
  keys?: string
  /** Words by which the palette finds it, beside its title. */
  also?: Dictionary<string>
  /** An action that starts here: the palette offers it on every page. */
  makes?: { title: Dictionary<string>; scope: string; search: Readonly<Record<string, string>> }
  load: () => Promise<{ Page: ComponentType }>
}

/** A page of the person who has logged in, in no company. */
export type PersonPage = {
  /** Below the service, with `$name` for what varies: `/integrations/$integrationId`. */
  at: string
  title: Dictionary<string>
  /** For those alone who work at an agency, or who run the service; the latter stand in a rail of their own. */
  of?: 'agency' | 'operator'
  /** Keys that lead here from anywhere in these pages. */
  keys?: string
  load: () => Promise<{ Page: ComponentType }>
}
