// What the bank answered to files of payments, right after its status reports were imported: how many it accepted and
// refused, each that is not accepted with its reason, and what of them is in no file that was made here.
import { CloseButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type Schema, useCompany } from '#client'
import { words } from '#console/banking/words.ts'
import { Money, Tag } from '#ui'
import { useLanguage, useWords } from '#words'
import { inCurrency } from './payable.ts'
import { reasonText } from './payment-reason.ts'

export type Report = NonNullable<Schema<'BankStatementImport'>['paymentStatusReport']>

/** Maximum number of payments that are shown of one report; all are in the list of payments. */
const MOST_SHOWN = 50

const tones = { accepted: 'good', waiting: 'plain', refused: 'wrong', unclear: 'waiting' } as const
const outcomes = ['accepted', 'waiting', 'refused', 'unclear'] as const

export const ReportResults = ({ reports, onClose }: { reports: readonly Report[]; onClose: () => void }) => {
  const texts = useWords(words)
  return (
    <section className="report-results" aria-label={texts.report.title}>
      <div className="detail-head">
        <h2>{texts.report.title}</h2>
        <CloseButton aria-label={texts.report.close} onClick={onClose} />
      </div>
      {reports.map((report) => (
        <Result key={`${report.reference} ${report.paymentFileRef.id} ${report.reportDateTime}`} report={report} />
      ))}
    </section>
  )
}

const Result = ({ report }: { report: Report }) => {
  const texts = useWords(words)
  const { id: companyId } = useCompany()
  const { payments, unknownPayments, unknown, contradictory, refused } = report
  const open = payments.filter(({ outcome, effect }) => outcome !== 'accepted' || effect === 'contradicts')
  const isSilent = outcomes.every((one) => report[one] === 0)
  const file = { show: 'files', open: report.paymentFileRef.id }
  return (
    <article>
      <p className="report-counts">
        <Link to={`/companies/${companyId}/payments` as never} search={file as never}>
          {texts.report.of(report.reference)}
        </Link>
        {outcomes.map(
          (one) =>
            report[one] > 0 && (
              <Tag key={one} tone={tones[one]}>
                {texts.report.counts[one](report[one])}
              </Tag>
            ),
        )}
        {unknown > 0 && <Tag tone="waiting">{texts.report.unknown(unknown)}</Tag>}
      </p>
      {isSilent && <p>{texts.report.silent}</p>}
      {open.length > 0 && (
        <ul className="report-payments">
          {open.slice(0, MOST_SHOWN).map((one) => (
            <OpenPayment key={one.bankPaymentRef.id} payment={one} />
          ))}
        </ul>
      )}
      {open.length > MOST_SHOWN && <p className="soft">{texts.report.more(open.length - MOST_SHOWN)}</p>}
      {unknownPayments.length > 0 && (
        <p>
          {texts.report.unknownLead} {unknownPayments.map(({ name }) => name).join(', ')}
        </p>
      )}
      {(refused > 0 || contradictory > 0) && (
        <p>
          <Link to={`/companies/${companyId}/payments` as never} search={{ show: 'toCheck' } as never}>
            {texts.report.toCheck}
          </Link>
        </p>
      )}
    </article>
  )
}

const OpenPayment = ({ payment }: { payment: Report['payments'][number] }) => {
  const texts = useWords(words)
  const language = useLanguage()
  const { recipientName, amount, currency, outcome, effect, status } = payment
  const reason = reasonText(payment, language)
  return (
    <li>
      <strong>{recipientName}</strong> <Money kronor={amount} />
      {inCurrency(currency)}{' '}
      <Tag tone={tones[outcome]}>{outcome === 'unclear' ? status : texts.report.outcomes[outcome]}</Tag>
      {reason && ` ${reason}`}
      {effect !== 'rejected' && effect !== 'noted' && <span className="soft"> {texts.report.effects[effect]}</span>}
    </li>
  )
}
