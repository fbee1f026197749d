// The schemas of tax reductions: on an invoice, and on its lines.
import {
  Amount,
  checkOf,
  DateOnly,
  named,
  nullable,
  object,
  readOnly,
  type Static,
  saying,
  Type,
  withoutReadOnly,
} from '#http'
import { jobTypes, type ReductionType, reductionTypes } from '#rule/tax-reductions'
import { taxReductionFaults as faults } from './refusals.ts'

/** Maximum number of persons per invoice. */
const MAX_PEOPLE = 100
const MAX_DESCRIPTION = 500

export const taxReductionStatuses = [
  'draft',
  'awaitingPayment',
  'readyToSubmit',
  'submitted',
  'removed',
  'completed',
] as const
export type TaxReductionStatus = (typeof taxReductionStatuses)[number]

/** The tax reduction fields of a line. */
export const LineItemTaxReduction = named(
  'LineItemTaxReduction',
  object({
    taxReductionType: Type.Enum([...reductionTypes]),
    jobType: Type.Enum([...jobTypes], { examples: ['rutCleaning'] }),
  }),
)

export const InvoiceTaxReduction = named(
  'InvoiceTaxReduction',
  object({
    type: Type.Enum([...reductionTypes], {
      description: 'Household work (rot, rut), or installation of green technology (green)',
    }),
    description: Type.String({ maxLength: MAX_DESCRIPTION, examples: ['Fönsterputs'] }),
    propertyType: Type.Optional(
      nullable(
        Type.Enum(['realEstate', 'housingDesignation'], { description: 'Required for ROT and green technology' }),
      ),
    ),
    realEstateNumber: Type.Optional(nullable(Type.String({ maxLength: 40, examples: ['Berga 1:23'] }))),
    tenantOrgNumber: Type.Optional(nullable(Type.String({ maxLength: 13, examples: ['769600-1231'] }))),
    apartmentNumber: Type.Optional(nullable(Type.String({ maxLength: 25, examples: ['1203'] }))),
    deductionAmount: readOnly(Amount),
    askedAmount: readOnly({
      ...Amount,
      description: 'What of it was neither credited nor refused (specific to this service)',
    }),
    status: readOnly(Type.Enum([...taxReductionStatuses])),
    submittedDate: readOnly(
      nullable({
        ...DateOnly,
        description: 'When it was noted that the tax authority was asked for it (specific to this service)',
      }),
    ),
    paidAmount: readOnly({ ...Amount, description: 'What the tax authority has paid (specific to this service)' }),
    refusedAmount: readOnly({ ...Amount, description: 'What it has refused (specific to this service)' }),
    answeredDate: readOnly(
      nullable({ ...DateOnly, description: 'The day of its latest answer (specific to this service)' }),
    ),
    deductionPeople: Type.Array(
      object({
        personalNumber: saying(
          faults.personalNumber(''),
          Type.String({
            pattern: '^\\d{8}-(?:\\d{4}|XXXX)$',
            maxLength: 13,
            examples: ['19850709-9805'],
            description:
              'YYYYMMDD-NNNN. Those who did not create the invoice read YYYYMMDD-XXXX, and may send that back: the number stays as it is.',
          }),
        ),
        deductionAmount: Type.Number({ minimum: 0, maximum: 1e12, examples: [500], description: 'Whole kronor' }),
      }),
      { minItems: 1, maxItems: MAX_PEOPLE },
    ),
  }),
)

const wrongForm = checkOf(withoutReadOnly(InvoiceTaxReduction))

/** Whether the part can be validated: a malformed body may lack required fields. */
export const isWholeReduction = (part: unknown): boolean => !part || wrongForm(structuredClone(part)).length === 0

/** The part in an invoice's body, without read-only fields. */
export type TaxReductionBody = Omit<
  Static<typeof InvoiceTaxReduction>,
  'deductionAmount' | 'askedAmount' | 'status' | 'submittedDate' | 'paidAmount' | 'refusedAmount' | 'answeredDate'
>

/** The part in responses. */
export type ShownTaxReduction = {
  type: ReductionType
  description: string
  propertyType: 'realEstate' | 'housingDesignation' | null
  realEstateNumber: string | null
  tenantOrgNumber: string | null
  apartmentNumber: string | null
  deductionAmount: number
  askedAmount: number
  status: TaxReductionStatus
  submittedDate: string | null
  paidAmount: number
  refusedAmount: number
  answeredDate: string | null
  deductionPeople: { personalNumber: string; deductionAmount: number }[]
}
