// `bok mcp`: the tools of the service for an agent that speaks over stdin and stdout, with the token of a profile.
import type { Command } from 'commander'
import { type Common, connectionOf, tokenOf } from './connection.ts'
import { Failure } from './exits.ts'
import { withCommon } from './generic.ts'

export const addMcp = (program: Command): void => {
  withCommon(program.command('mcp'))
    .description('Serve the tools for agents over stdin and stdout (Model Context Protocol)')
    .action(serve)
}

/** Answers as the service does until stdin ends; what an agent may do is what the token may. */
const serve = async (given: Common): Promise<void> => {
  const { profileName, profile } = connectionOf(given)
  const { token } = { token: undefined, ...tokenOf(profileName, profile) }
  if (token === undefined) throw new Failure('unauthorized', 'Agents need a token: run "bok login --token-stdin" first')
  const authorized: typeof fetch = async (input, init) => {
    const headers = new Headers(init?.headers)
    headers.set('authorization', `Bearer ${typeof token === 'string' ? token : await token.token()}`)
    return fetch(input, { ...init, headers })
  }
  // Loaded here alone, since no other command needs them.
  const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
  const { Server } = await import('@modelcontextprotocol/server')
  const { serveStdio } = await import('@modelcontextprotocol/server/stdio')
  const address = new URL(`${profile.url.replace(/\/v1\/?$/, '')}/mcp`)
  const client = new Client({ name: 'bok', version: '1' })
  await client.connect(new StreamableHTTPClientTransport(address, { fetch: authorized }))
  const { name = 'grundbok', version = '1' } = client.getServerVersion() ?? {}
  const instructions = client.getInstructions()
  serveStdio(() => {
    const server = new Server(
      { name, version },
      { capabilities: { tools: {} }, ...(instructions === undefined ? {} : { instructions }) },
    )
    server.setRequestHandler('tools/list', () => client.listTools())
    server.setRequestHandler('tools/call', ({ params }) => client.callTool(params))
    return server
  })
}
