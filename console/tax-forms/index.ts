// The tax forms of a year.
export { TaxForms } from './TaxForms.tsx'
