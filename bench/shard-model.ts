// What several machines need, from what one operation takes of each of them: a model, no measurement. It counts
// processor time alone; disks, memory and networks are those of machines that nothing was measured on.

/** Milliseconds of a processor that one operation takes. */
export type Costs = {
  /** Of the one server that has all. */
  plain: number
  /** Of the machine that has the company, and of the first machine, on a cluster. */
  machine: number
  first: number
  /** Of the service before a cluster. */
  service: number
}

/** So many cores each machine has, and this share of them is to be busy at most. */
export type Machines = { cores: number; share: number }

/**
 * How many machines with companies do more together than one plain server; null where the first machine, which each
 * operation asks as well, is exhausted before that.
 */
export const overtakesAt = ({ plain, machine, first }: Costs): number | null =>
  first >= plain ? null : Math.floor(machine / plain) + 1

/** Operations a second that machines can do; the first machine is one more. */
export const most = ({ machine, first }: Costs, count: number, { cores, share }: Machines): number => {
  const milliseconds = cores * share * 1000
  return Math.min((count * milliseconds) / machine, first > 0 ? milliseconds / first : Number.POSITIVE_INFINITY)
}

export type Need = { machines: number; firstCores: number; serviceCores: number }

/** What so many operations a second need; the cores of the first machine and of the service are busy ones. */
export const needOf = ({ machine, first, service }: Costs, rate: number, { cores, share }: Machines): Need => ({
  machines: Math.ceil((rate * machine) / 1000 / (cores * share)),
  firstCores: (rate * first) / 1000,
  serviceCores: (rate * service) / 1000,
})
