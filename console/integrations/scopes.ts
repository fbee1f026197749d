// Every scope that an integration may be registered with, and how they are chosen in a form.
import type { Schema } from '#client'
import type { FieldRow } from '#console/form'
import { scopeChoices, scopeSets, type scopeWords } from '#console/programs'

type Scope = Schema<'NewIntegration'>['scopes'][number]

/** A scope that the API adds is added here, or this does not compile. */
const all: Readonly<Record<Scope, true>> = {
  'company-information:read': true,
  'chart-of-accounts:read': true,
  'chart-of-accounts:write': true,
  'fiscal-years:read': true,
  'fiscal-years:write': true,
  'journal-entries:read': true,
  'journal-entries:write': true,
  'sie:read': true,
  'sie:write': true,
  'customers:read': true,
  'customers:write': true,
  'items:read': true,
  'items:write': true,
  'invoices:read': true,
  'invoices:write': true,
  'credit-notes:read': true,
  'credit-notes:write': true,
  'payroll:read': true,
  'payroll:write': true,
  'suppliers:read': true,
  'suppliers:write': true,
  'supplier-invoices:read': true,
  'supplier-invoices:write': true,
  'uploads:read': true,
  'uploads:write': true,
  'tags:read': true,
  'tags:write': true,
  'bank-payments:read-limited': true,
  'bank-payments:write': true,
  'bank-statements:read': true,
  'bank-statements:write': true,
  'reports:read': true,
  'reports:write': true,
  'fixed-assets:read': true,
  'fixed-assets:write': true,
  'proposals:read': true,
  'proposals:write': true,
  'events:read': true,
  'webhooks:read': true,
  'webhooks:write': true,
  'history:read': true,
  'agency-information:read': true,
  'agency-connections:read': true,
  'agency-connections:write': true,
  'agency-companies:read': true,
  'agency-companies:write': true,
  'agency-users:read': true,
  'agency-users:write': true,
  'agency-company-navigation:write': true,
  'agency-events:read': true,
  'agency-todos:read': true,
}

export const registrable = Object.keys(all) as readonly Scope[]

export const isOfAgency = (scope: string): boolean => scope.startsWith('agency-')

/** Moving money requires the operator's approval. */
export const needsApproval = (scope: string): boolean => scope.startsWith('bank-payments:')

type InWords = (typeof scopeWords)['sv']

/** The choice of scopes, each in words, with those that belong to companies first. */
export const scopeField = (
  inWords: InWords,
  scopes: readonly string[],
  { label, hint, approvalNeeded }: { label: string; hint: string; approvalNeeded: string },
): FieldRow => ({
  name: 'scopes',
  label,
  hint,
  kind: 'choices',
  choices: scopeChoices(inWords, scopes).map((choice) => ({
    ...choice,
    label: needsApproval(choice.value) ? `${choice.label} (${approvalNeeded})` : choice.label,
  })),
  sets: scopeSets(
    inWords,
    scopes.filter((scope) => !isOfAgency(scope) && !needsApproval(scope)),
  ),
})
