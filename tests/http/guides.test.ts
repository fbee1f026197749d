// The guides name the headers of answers as answers do: by the mark that API_BRAND has set.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { every } from '#support/every'
import { request, startService } from '#support/service'

/** The names that are written with the mark of a service without one of its own. */
const WRITTEN = /\bService-(?:Api|Dry|Ignored|Plan|Warning|RateLimit)[\w-]*|\bserviceErrorId\b/g

test('every guide has the names of the brand, and is otherwise as it is written', async () => {
  const service = await startService({ mark: 'nordbok' })
  try {
    let found = 0
    const files = ['tutorial', 'guides', 'reference', 'internals'].flatMap((shelf) =>
      readdirSync(`docs/${shelf}`)
        .filter((file) => file.endsWith('.md'))
        .map((file) => [file.replace('.md', ''), `docs/${shelf}/${file}`]),
    )
    const named = [['readme', 'README.md'], ...files]
    await every(named, String, async ([name = '', file = '']) => {
      const text = readFileSync(file, 'utf8')
      const written = text.match(WRITTEN) ?? []
      found += written.length
      const page = await request(`${service.origin}/docs/${name}`)
      expect(page.status).toBe(200)
      expect(page.text.match(WRITTEN) ?? []).toEqual([])
      const own =
        page.text.match(/\bNordbok-(?:Api|Dry|Ignored|Plan|Warning|RateLimit)[\w-]*|\bnordbokErrorId\b/g) ?? []
      // Once in the page, and once in the Markdown that is copied from it.
      expect(own).toHaveLength(2 * written.length)
    })
    expect(found).toBeGreaterThan(20)
    const index = await request(`${service.origin}/docs`)
    expect([index.status, index.text.match(WRITTEN) ?? []]).toEqual([200, []])
  } finally {
    await service.close()
  }
})
