// The API description as readable text for comparison: each operation and each component in one line.

/** @param {Record<string, any>} document @returns {string} */
export const linesOf = (document) => {
  const { paths, webhooks = {}, components, ...head } = document
  const lines = Object.entries(head).map(([key, value]) => `${quoted(key)}: ${JSON.stringify(value)}`)
  const members = (/** @type {Record<string, unknown>} */ value) =>
    Object.entries(value).map(([key, one]) => `${quoted(key)}: ${JSON.stringify(one)}`)
  const groups = (/** @type {Record<string, Record<string, unknown>>} */ value) =>
    Object.entries(value).map(([key, group]) => `${quoted(key)}: {\n${members(group).join(',\n')}\n}`)
  const operations = groups(paths)
  const deliveries = `"webhooks": {\n${groups(webhooks).join(',\n')}\n}`
  const parts = groups(components)
  const all = [
    ...lines,
    `"paths": {\n${operations.join(',\n')}\n}`,
    deliveries,
    `"components": {\n${parts.join(',\n')}\n}`,
  ]
  return `{\n${all.join(',\n')}\n}\n`
}

const quoted = (/** @type {string} */ text) => JSON.stringify(text)
