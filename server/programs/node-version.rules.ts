// The end of support for versions of Node, and the warning at a start with an unsupported one.

/** The last day of each even version (nodejs.org, the schedule of releases); odd ones end within a year. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  22: '2027-04-30',
  24: '2028-04-30',
}
export const RECOMMENDED_NODE = 24

/** A warning for the operator about a version such as `v20.19.4`, on a day as YYYY-MM-DD; null if it is supported. */
export const nodeSentence = (version: string, today: string): string | null => {
  const major = Number(/^v(\d+)\./.exec(version)?.[1])
  const end = ENDS[major]
  if (end === undefined || today <= end) return null
  return (
    `Node ${major} has had no security updates since ${end}. Grundbok still runs on ${version}; ` +
    `Node ${RECOMMENDED_NODE} is recommended.`
  )
}
