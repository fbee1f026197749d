// How much room a machine must have on its disk before books are moved to it.

/** Bytes of tables of companies and of those that are everywhere; `largest` is the share of the largest company. */
export type Room = { companies: number; everywhere: number; machines: number; largest: number }

/** The log of what is written is kept up to this before it is written away (max_wal_size), in bytes. */
const LOG_BYTES = 1024 * 1024 * 1024

/**
 * Companies go where chance puts them, each whole: a machine may get the largest one beside its share of all. What it
 * gets it writes to its log as well. In bytes.
 */
export const roomNeeded = ({ companies, everywhere, machines, largest }: Room): number => {
  const kept = everywhere + Math.ceil(companies * Math.min(1, largest + 1 / machines))
  return kept + Math.min(kept, LOG_BYTES)
}
