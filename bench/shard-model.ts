// A model of the machines needed, from the measured cost of one operation on each kind. It only considers processor
// time, not disks, memory and networks, which were not measured.

/** Milliseconds of processor time for one operation. */
export type Costs = {
  /** On a single server. */
  plain: number
  /** In a cluster, on the company's machine, and on the first machine. */
  machine: number
  first: number
  /** In the service before a cluster. */
  service: number
}

/** The number of cores per machine, and the highest fraction of them to be used. */
export type Machines = { cores: number; share: number }

/**
 * The number of machines with companies that outperform a single server; null if the first machine, which takes part in
 * each operation, is exhausted before.
 */
export const overtakesAt = ({ plain, machine, first }: Costs): number | null =>
  first >= plain ? null : Math.floor(machine / plain) + 1

/** Operations per second of this many machines, plus the first machine. */
export const most = ({ machine, first }: Costs, count: number, { cores, share }: Machines): number => {
  const milliseconds = cores * share * 1000
  return Math.min((count * milliseconds) / machine, first > 0 ? milliseconds / first : Number.POSITIVE_INFINITY)
}

type Need = { machines: number; firstCores: number; serviceCores: number }

/** What a rate per second needs; the cores of the first machine and of the service are busy ones. */
export const needOf = ({ machine, first, service }: Costs, rate: number, { cores, share }: Machines): Need => ({
  machines: Math.ceil((rate * machine) / 1000 / (cores * share)),
  firstCores: (rate * first) / 1000,
  serviceCores: (rate * service) / 1000,
})
