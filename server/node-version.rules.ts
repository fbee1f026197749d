// Until when the versions of Node are mended, and what is said at a start by one that no longer is.

/** The last day of each even version (nodejs.org, the schedule of releases); odd ones end within a year. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
}
/** The version that we recommend. */
export const RECOMMENDED_NODE = 24

/** A sentence for the operator about a version such as `v20.19.4`, on a day as YYYY-MM-DD; null where all is well. */
export const nodeSentence = (version: string, today: string): string | null => {
  const major = Number(/^v(\d+)\./.exec(version)?.[1])
  const end = ENDS[major]
  if (end === undefined || today <= end) return null
  return (
    `Node ${major} has had no security updates since ${end}. Grundbok still runs on ${version}; ` +
    `Node ${RECOMMENDED_NODE} is recommended.`
  )
}
