// How much free disk space a machine needs before books are moved to it.

/** Bytes of tables of companies and of replicated tables; `largest` is the share of the largest company. */
export type MachineSpace = { companies: number; everywhere: number; machines: number; largest: number }

/** The write-ahead log grows up to this size before a checkpoint (max_wal_size), in bytes. */
const LOG_BYTES = 1024 * 1024 * 1024

/**
 * Companies are distributed at random, each as a whole: a machine may get the largest one besides its share of the
 * rest. Everything it gets is also written to its log. In bytes.
 */
export const diskSpaceNeeded = ({ companies, everywhere, machines, largest }: MachineSpace): number => {
  const kept = everywhere + Math.ceil(companies * Math.min(1, largest + 1 / machines))
  return kept + Math.min(kept, LOG_BYTES)
}
