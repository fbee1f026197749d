// Storage of company logos: a separate folder beside the company's documents.
import type { Things } from '#documents'
import { sql } from '#platform/sql'

export const logoFiles: Things = {
  name: '',
  thing: 'logo of company',
  table: sql`(select company_id, company_id as id, logo_digest as digest from sales.settings) logo`,
  has: sql`true`,
}
