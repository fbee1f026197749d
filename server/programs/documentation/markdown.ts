// The documentation as text, for programs that read: each guide as Markdown beside its page, and /llms.txt, which lists
// them (https://llmstxt.org).
import type { FastifyInstance } from 'fastify'
import type { Brand } from '#http'
import { guides, REFERENCE_PATH, shelves } from './guides.ts'

type MarkdownOptions = { brand: Brand; site: () => string; basePath: string }

/** The list of what there is to read. */
const LLMS_PATH = '/llms.txt'

const MARKDOWN = 'text/markdown; charset=utf-8'

/** Every address below the origin that is answered here. */
export const markdownPaths = (brand: Brand): string[] => [
  LLMS_PATH,
  ...[...guides(brand).keys()].map((name) => `/docs/${name}.md`),
]

/** Adds them. They change with the service alone. */
export const addMarkdown = (app: FastifyInstance, { brand, site, basePath }: MarkdownOptions): void => {
  app.get(LLMS_PATH, (_request, reply) =>
    reply
      .type(MARKDOWN.replace('markdown', 'plain'))
      .header('cache-control', 'no-cache')
      .send(listOf(brand, site(), basePath)),
  )
  for (const { name, markdown } of guides(brand).values()) {
    app.get(`/docs/${name}.md`, (_request, reply) =>
      reply.type(MARKDOWN).header('cache-control', 'no-cache').send(markdown),
    )
  }
}

const listOf = (brand: Brand, site: string, basePath: string): string => {
  const sections = shelves(brand).map(({ title, guides: own }) => {
    const lines = own.map(({ name, title: of, lead }) => `- [${of}](${site}/docs/${name}.md): ${lead}`)
    return `## ${title}\n\n${lines.join('\n')}\n`
  })
  return `# Grundbok

> An accounting service for Swedish companies: books, invoices, payments, VAT, year-end and annual report, all
> through one HTTP API with JSON. Amounts are kronor, days are Swedish ones, and every write can be tried first with
> dryRun=true.

The API is at ${site}${basePath}. A request needs the header \`Authorization: Bearer TOKEN\`.

## Reference

- [OpenAPI document](${site}${basePath}/openapi.json): Every operation with its parameters, bodies, answers and \
refusals, a sample for curl, the SDK and the command line, and the events as webhooks
- [Reference as a page](${site}${REFERENCE_PATH}): The same for people

${sections.join('\n')}`
}
