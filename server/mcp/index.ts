// What agents use: the tools of the Model Context Protocol, over the API.

export { addMcp, mcpPaths } from './endpoint.ts'
