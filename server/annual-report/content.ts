// The text of an annual report, which people write, and the figures that the books do not have; and what is noted when
// it is signed and adopted. Kept for each fiscal year.
import { DateOnly, named, nullable, object, type Static, Type } from '#http'

const MAX_TEXT = 8000
const MAX_SHORT = 2000
const MAX_NAME = 120
const MAX_SIGNATORIES = 20
const MAX_YEARS = 3
/** In kronor. */
const MAX_KRONOR = 1_000_000_000_000

const text = (description: string, maxLength = MAX_SHORT) =>
  Type.Optional(nullable(Type.String({ maxLength, description })))
const kronor = (description: string) =>
  Type.Optional(nullable(Type.Integer({ minimum: 0, maximum: MAX_KRONOR, description })))
const signed = (description: string) => Type.Integer({ minimum: -MAX_KRONOR, maximum: MAX_KRONOR, description })
const name = (example: string) =>
  Type.String({ minLength: 1, maxLength: MAX_NAME, pattern: '\\S', examples: [example] })

const pledged = () =>
  Type.Optional(
    nullable(
      object({
        businessMortgages: kronor('Företagsinteckningar'),
        propertyMortgages: kronor('Fastighetsinteckningar'),
        retentionOfTitle: kronor('Tillgångar med äganderättsförbehåll'),
        pledgedReceivables: kronor('Belånade fordringar'),
        other: kronor('Andra ställda säkerheter'),
      }),
    ),
  )

const employees = (description: string) =>
  Type.Optional(nullable(Type.Number({ minimum: 0, maximum: 100_000, description })))

/** Null or absent: what the books propose, or nothing. Amounts are in whole kronor. */
export const ReportText = named(
  'AnnualReportText',
  object({
    seat: text('The seat of the company; the town of its address if absent', MAX_NAME),
    business: text('Allmänt om verksamheten', MAX_TEXT),
    events: text('Väsentliga händelser under räkenskapsåret', MAX_TEXT),
    ownShares: text('Egna aktier'),
    overviewComment: text('On the overview of several years: sales that differ by more than 30 percent are explained'),
    equityComment: text('On the changes in equity'),
    dividendPaid: kronor('The dividend decided in the year; what retained earnings fell by if absent'),
    proposedDividend: kronor('The dividend that the board proposes; the rest is carried forward'),
    appropriationComment: text('On the proposed appropriation'),
    boardStatement: text('The opinion of the board on a dividend (aktiebolagslagen 18 kap. 4 §)', MAX_TEXT),
    principles: text('Redovisningsprinciper; a proposal if absent', MAX_TEXT),
    servicesMethod: text('How services and contracts are accounted for'),
    averageEmployees: employees('Medelantalet anställda, with at most one decimal'),
    averageEmployeesBefore: employees('That of the year before; what its report says if absent'),
    longDebtsAfterFiveYears: kronor('Debts due after five years'),
    longDebtsAfterFiveYearsBefore: kronor('Those of the year before; what its report says if absent'),
    pledgedAssets: pledged(),
    pledgedAssetsBefore: pledged(),
    pledgedComment: text('On pledged assets'),
    contingentLiabilities: kronor('Eventualförpliktelser'),
    contingentLiabilitiesBefore: kronor('Those of the year before; what its report says if absent'),
    contingentComment: text('On contingent liabilities'),
    exceptional: text('Exceptionella intäkter och kostnader'),
    loansToManagement: text('Lån, säkerheter och åtaganden till förmån för ledande befattningshavare'),
    parent: Type.Optional(
      nullable(object({ name: name('Moder AB'), organizationNumber: name('556999-9999'), seat: name('Malmö') })),
    ),
    eventsAfter: text('Väsentliga händelser efter räkenskapsårets slut', MAX_TEXT),
    other: text('Andra upplysningar', MAX_TEXT),
    earlierYears: Type.Optional(
      Type.Array(
        object({
          startDate: DateOnly,
          endDate: DateOnly,
          netSales: signed('Nettoomsättning'),
          resultAfterFinancialItems: signed('Resultat efter finansiella poster'),
          equityRatio: Type.Number({
            minimum: -1_000_000,
            maximum: 100,
            description: 'Soliditet, in percent with at most one decimal',
          }),
        }),
        { maxItems: MAX_YEARS, description: 'Years of the overview that are not in the books' },
      ),
    ),
    signatories: Type.Optional(
      Type.Array(object({ firstName: name('Anna'), lastName: name('Ek'), role: name('Styrelseledamot') }), {
        maxItems: MAX_SIGNATORIES,
        description: 'All directors and the managing director, in the order in which they sign',
      }),
    ),
  }),
)
export type ReportText = Static<typeof ReportText>

export const Signing = named(
  'AnnualReportSigning',
  object({
    reportDate: Type.Optional(
      nullable({ ...DateOnly, description: 'The day of the report (årsredovisningens datum)' }),
    ),
    signatureDates: Type.Optional(
      Type.Array(DateOnly, { maxItems: MAX_SIGNATORIES, description: 'The day of each signatory, in their order' }),
    ),
    auditorDate: Type.Optional(
      nullable({ ...DateOnly, description: 'The day of the auditor’s report, if there is one' }),
    ),
    adoption: Type.Optional(
      nullable(
        object(
          {
            meetingDate: DateOnly,
            isAsProposed: Type.Boolean({ description: 'Whether the meeting followed the proposed appropriation' }),
            decision: text('What it decided instead'),
            firstName: name('Anna'),
            lastName: name('Ek'),
            role: name('Styrelseledamot'),
            signedDate: DateOnly,
          },
          { description: 'The certificate of adoption (fastställelseintyg), by a director or the managing director' },
        ),
      ),
    ),
  }),
)
export type Signing = Static<typeof Signing>

export const emptySigning: Signing = { reportDate: null, signatureDates: [], auditorDate: null, adoption: null }
