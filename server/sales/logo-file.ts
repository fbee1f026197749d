// Where the logo of a company is kept: in its own folder, beside its papers.
import type { Things } from '#documents'
import { sql } from '#platform/sql'

export const logoFiles: Things = {
  name: '',
  thing: 'logo of company',
  table: sql`(select company_id, company_id as id, logo_digest as digest from sales.settings) logo`,
  has: sql`true`,
}
