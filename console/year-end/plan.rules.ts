// What of a plan is still to be booked.

/** Whether a month waits to be booked: one of 0 never is, since there is nothing to book. */
export const isLeft = ({ isBooked, amount }: { isBooked: boolean; amount: number }): boolean =>
  !isBooked && amount !== 0
