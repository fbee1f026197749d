// The endpoints of sales settings.
import { named, nullable, object, type Row, row, saying, Type } from '#http'
import { MAX_SUBJECT_LENGTH, MAX_TEXT_LENGTH, placeholders } from '#sales/sending/mail-text.rules'
import { sendingFaults } from '#sales/sending/sending-refusals'
import { ofStorage } from '#storage'
import { type SalesSettings, USUAL_TERMS_DAYS } from './settings.ts'
import {
  changeSettings,
  decideSales,
  downloadLogo,
  judgeLogo,
  lockSalesDecisions,
  MAX_FIRST_NUMBER,
  MAX_LOGO_BYTES,
  MAX_PAYMENT_TERMS_DAYS,
  MAX_SETTING_LENGTH,
  removeLogo,
  salesDecisions,
} from './settings-change.ts'
import { settingsFaults as faults, settingsRefusals as refusals } from './settings-refusals.ts'

const path = '/companies/{companyId}/sales-settings'
const tag = 'Sales settings'

const text = (example: string, description: string) =>
  nullable(
    saying(
      faults.textTooLong('', { limit: MAX_SETTING_LENGTH }),
      Type.String({ maxLength: MAX_SETTING_LENGTH, examples: [example], description }),
    ),
  )

/** The mail texts, with their placeholders. */
const mail = (form: 'subject' | 'text', example: string, description: string) => {
  const limit = form === 'subject' ? MAX_SUBJECT_LENGTH : MAX_TEXT_LENGTH
  const places = placeholders.map((name) => `{${name}}`).join(', ')
  return nullable(
    saying(
      sendingFaults[form]('', { limit }),
      Type.String({ maxLength: limit, examples: [example], description: `${description}; ${places} are filled in` }),
    ),
  )
}

/** The company's own texts on invoices and mails. */
export const textFields = {
  lateInterest: text('Dröjsmålsränta enligt räntelagen', 'What invoices say about late payment'),
  mailSubject: mail(
    'subject',
    'Faktura {number} från {company}',
    'Subject of mails with invoices to customers in Swedish',
  ),
  mailText: mail('text', 'Hej! Här är faktura {number} på {amount}.', 'Their text'),
  mailSubjectEnglish: mail('subject', 'Invoice {number} from {company}', 'The same to customers in English'),
  mailTextEnglish: mail('text', 'Hello! Here is invoice {number} for {amount}.', 'Their text'),
}

const settings = {
  vatNumber: text('SE559999000801', 'VAT number'),
  fTax: Type.Boolean({ description: 'Approved for F-tax (godkänd för F-skatt)' }),
  seat: text('Åmål', 'Registered seat (säte)'),
  website: text('https://example.com', 'Web address'),
  bankgiro: text('5805-6201', 'Bankgiro number'),
  plusgiro: text('28 65 43-4', 'Plusgiro number'),
  iban: text('SE4550000000058398257466', 'International account number'),
  bic: text('ESSESESS', 'Code of the bank that holds it'),
  paymentTermsDays: nullable(
    saying(
      faults.paymentTermsDays('', { limit: MAX_PAYMENT_TERMS_DAYS }),
      Type.Integer({
        minimum: 0,
        maximum: MAX_PAYMENT_TERMS_DAYS,
        examples: [USUAL_TERMS_DAYS],
        description: `From an invoice's date to its due date, where the customer has no terms; null: ${USUAL_TERMS_DAYS}`,
      }),
    ),
  ),
  ...textFields,
  roundsTotal: Type.Boolean({ description: 'Whether totals in SEK are rounded to whole kronor' }),
  refusesIncomplete: Type.Boolean({
    description:
      'Whether documents that lack what the law requires are refused at publication, instead of only warned about',
  }),
  tellsSeen: Type.Boolean({
    description:
      'Whether you are told the first time that a recipient opens an invoice by its payment link; the page says so before',
  }),
  nextInvoiceNumber: saying(
    faults.firstNumber('', { limit: String(MAX_FIRST_NUMBER) }),
    Type.Integer({
      minimum: 1,
      maximum: Number(MAX_FIRST_NUMBER),
      examples: [1001],
      description: 'Where the series of invoices and credit notes goes on; it is set before the first of them only',
    }),
  ),
}

const SalesSettingsGet = named(
  'SalesSettings',
  object({
    ...settings,
    // The series may by now exceed the largest first number.
    nextInvoiceNumber: Type.Integer({ minimum: 1, examples: [1001] }),
    logo: nullable(object({ contentType: Type.Enum(['image/png', 'image/jpeg']) })),
  }),
)
const SalesSettingsChange = named(
  'SalesSettingsChange',
  Type.Partial(object(settings), { additionalProperties: false }),
)

const shown = ({ logo, ...decided }: SalesSettings & { nextInvoiceNumber: number }) => ({
  ...decided,
  logo: logo && { contentType: logo.contentType },
})

export const salesSettingsRows: readonly Row[] = [
  row({
    method: 'GET',
    path,
    operationId: 'getSalesSettings',
    tag,
    summary: 'Read what the company has decided about its sales',
    description: 'What its invoices say about it, how it is paid and on which terms.',
    by: 'people',
    scope: 'sales-settings:read',
    answer: { json: SalesSettingsGet },
    tagged: true,
    snapshot: true,
    refusals: [],
    run: async (call) => shown(await salesDecisions(call)),
  }),
  row({
    method: 'PATCH',
    path,
    operationId: 'changeSalesSettings',
    tag,
    summary: 'Change what the company has decided about its sales',
    description: 'What is left out stays as it is, and null removes a value. Published documents keep what they say.',
    by: 'people',
    scope: 'sales-settings:write',
    body: SalesSettingsChange,
    answer: { json: SalesSettingsGet },
    tagged: true,
    events: ['sales-settings.changed', 'invoice-series.begun-at', 'client.changed'],
    refusals: [refusals.seriesHasBegun],
    current: async (call) => shown(await lockSalesDecisions(call)),
    example: { body: { bankgiro: '5805-6201', fTax: true, paymentTermsDays: 20 } },
    run: async (call, { body }) => {
      await decideSales(call, body)
      return shown(await salesDecisions(call))
    },
  }),
  row({
    method: 'GET',
    path: `${path}/logo`,
    operationId: 'downloadLogo',
    tag,
    summary: 'Download the logo',
    description: 'The picture at the top of invoices, byte for byte as it was uploaded.',
    by: 'people',
    scope: 'sales-settings:read',
    answer: { file: ['image/png', 'image/jpeg'] },
    refusals: [refusals.noLogo],
    run: (call) => downloadLogo(call),
  }),
  row({
    method: 'PUT',
    path: `${path}/logo`,
    operationId: 'setLogo',
    tag,
    summary: 'Set the logo',
    description:
      'A PNG or JPEG picture of at most 1 MiB and 2000 pixels on each side, which replaces the previous one. Published documents keep theirs. `If-Match` takes the ETag of the settings.',
    by: 'people',
    scope: 'sales-settings:write',
    upload: { field: 'file', limit: MAX_LOGO_BYTES, contentTypeOf: judgeLogo },
    answer: { json: SalesSettingsGet },
    tagged: true,
    events: ['sales-settings.changed', 'storage.nearly-full'],
    refusals: [...ofStorage],
    current: async (call) => shown(await lockSalesDecisions(call)),
    run: async (call, { file }) => {
      await changeSettings(call, { logo: file })
      return shown(await salesDecisions(call))
    },
  }),
  row({
    method: 'DELETE',
    path: `${path}/logo`,
    operationId: 'removeLogo',
    tag,
    summary: 'Remove the logo',
    description: 'Invoices are published without a logo from now on. `If-Match` takes the ETag of the settings.',
    by: 'people',
    scope: 'sales-settings:write',
    answer: 'nothing',
    events: ['sales-settings.changed'],
    refusals: [refusals.noLogo],
    current: async (call) => shown(await lockSalesDecisions(call)),
    run: async (call) => {
      await removeLogo(call)
      return undefined
    },
  }),
]
