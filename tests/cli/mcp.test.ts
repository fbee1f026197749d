// `bok mcp`: a stock client that starts it gets the tools of the service, with the token of the profile.
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { startService } from '#support/service'
import { newBok } from './bok.ts'

test('an agent on this computer has the same tools over stdin and stdout', async () => {
  const service = await startService()
  const company = await service.newCompany()
  const { home } = newBok()
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [`${process.cwd()}/packages/cli/dist/bok.js`, 'mcp'],
    env: { HOME: home, PATH: process.env.PATH ?? '', BOK_HOME: home, BOK_URL: service.base, BOK_TOKEN: company.token },
  })
  const client = new Client({ name: 'stock', version: '1.0.0' })
  await client.connect(transport)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toContain('propose')
  const { content } = await client.callTool({ name: 'read', arguments: { operationId: 'getCompanyInformation' } })
  expect(JSON.stringify(content)).toContain(company.id)
  await client.close()
  await service.close()
})
