// The status of an invoice's tax reduction at the tax authority.

type ReductionStanding =
  | 'notAsked'
  | 'askable'
  | 'asked'
  | 'answeredInPart'
  | 'paid'
  | 'paidInPart'
  | 'refused'
  | 'nothingLeft'

type Told = { status?: string; paidAmount?: number; refusedAmount?: number }

/** In more words than its status has: what was answered tells the rest. Of a draft there is nothing to tell. */
export const reductionStanding = ({ status, paidAmount = 0, refusedAmount = 0 }: Told): ReductionStanding | null => {
  switch (status) {
    case 'awaitingPayment':
      return 'notAsked'
    case 'readyToSubmit':
      return 'askable'
    case 'submitted':
      return paidAmount + refusedAmount > 0 ? 'answeredInPart' : 'asked'
    case 'completed':
      return refusedAmount > 0 ? 'paidInPart' : 'paid'
    case 'removed':
      return refusedAmount > 0 ? 'refused' : 'nothingLeft'
    default:
      return null
  }
}
