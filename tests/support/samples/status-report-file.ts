// Writes status reports on payments as banks do, for tests: pain.002 of any version, and of a national variant.
type Reason = { code?: string; proprietary?: string; words?: readonly string[] }

type WrittenStatus = { status?: string; reasons?: readonly Reason[] }
type WrittenPayment = WrittenStatus & { endToEndId?: string | undefined; instructionId?: string }
type WrittenBatch = WrittenStatus & { name?: string; payments?: readonly WrittenPayment[] }

export type WrittenReport = WrittenStatus & {
  namespace?: string
  /** Before the names of elements. */
  prefix?: string
  id?: string | null
  madeAt?: string | null
  messageId?: string | null
  messageKind?: string
  batches?: readonly WrittenBatch[]
}

export const pain002 = (version: number): string =>
  `urn:iso:std:iso:20022:tech:xsd:pain.002.001.${String(version).padStart(2, '0')}`

/** As the clearing of another country calls its own form of version 03. */
export const NATIONAL = 'http://www.clearing.example/en/pain.002.001.03.xx.02.xsd'

export const statusReportText = (report: WrittenReport): string => {
  const { namespace = pain002(3), prefix = '', id = 'PSR-1', madeAt = '2026-06-10T09:00:00' } = report
  const { messageId = 'M1', messageKind = 'pain.001.001.03', batches = [] } = report
  const tag = (name: string, text: string | null | undefined): string =>
    text === null || text === undefined ? '' : `<${prefix}${name}>${text}</${prefix}${name}>`
  const reasoned = (name: string, { status, reasons = [] }: WrittenStatus): string =>
    tag(name, status) +
    reasons
      .map(({ code, proprietary, words = [] }) => {
        const reason = tag('Cd', code) + tag('Prtry', proprietary)
        return tag('StsRsnInf', tag('Rsn', reason || null) + words.map((one) => tag('AddtlInf', one)).join(''))
      })
      .join('')
  const original = tag('OrgnlMsgId', messageId) + tag('OrgnlMsgNmId', messageKind) + reasoned('GrpSts', report)
  const told = batches.map(({ name, payments = [], ...batch }) =>
    tag(
      'OrgnlPmtInfAndSts',
      tag('OrgnlPmtInfId', name) +
        reasoned('PmtInfSts', batch) +
        payments
          .map(({ endToEndId, instructionId, ...one }) =>
            tag(
              'TxInfAndSts',
              tag('OrgnlInstrId', instructionId) + tag('OrgnlEndToEndId', endToEndId) + reasoned('TxSts', one),
            ),
          )
          .join(''),
    ),
  )
  const head = tag('GrpHdr', tag('MsgId', id) + tag('CreDtTm', madeAt))
  const message = tag('CstmrPmtStsRpt', head + tag('OrgnlGrpInfAndSts', original) + told.join(''))
  const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`
  return `<?xml version="1.0" encoding="UTF-8"?>
<${prefix}Document ${name}="${namespace}">${message}</${prefix}Document>`
}

export const statusReportFile = (report: WrittenReport): Buffer => Buffer.from(statusReportText(report))
