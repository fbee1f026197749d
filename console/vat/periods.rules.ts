// What is asked of a period of VAT.

/** Whether a return is asked for: without one there is no day when it is due. */
export const isAsked = ({ status }: { status: string }): boolean =>
  status !== 'nothingBooked' && status !== 'yearClosed'
