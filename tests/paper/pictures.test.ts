// Pictures on pages: what they show is what was sent, pixel by pixel, and what is too large is told.
import { PNG } from 'pngjs'
import { describe, expect, test } from 'vitest'
import { PdfTooLarge, pdfOf } from '#paper'
import { Outage } from '#platform/outage'
import { pdf, picturesOf } from '#support/reading/pages'
import { pngFile } from '#support/samples/sample-files'
import { papers } from './ubl-papers.ts'

const WIDTH = 37
const HEIGHT = 23

/** Pixels that differ from each other and are the same at every run. */
const pixels = Buffer.from(
  Array.from({ length: WIDTH * HEIGHT * 4 }, (_, index) => (index * 7919 + (index >> 3)) % 256),
)

const attached = (bytes: Buffer) => ({
  attachments: [{ name: 'Bild.png', contentType: 'image/png' as const, bytes }],
})

const channelOf = (picture: PNG | undefined, offset: number): number[] => (picture ? channel(picture.data, offset) : [])

const channel = (data: Buffer, offset: number): number[] => [...data].filter((_, index) => index % 4 === offset)

describe('a PNG with transparency', () => {
  const kinds: [string, { colorType: 4 | 6; bitDepth: 8 | 16; filterType: number }][] = [4, 6].flatMap((colorType) =>
    [8, 16].flatMap((bitDepth) =>
      [0, 1, 2, 3, 4].map(
        (filterType) =>
          [`type ${colorType}, ${bitDepth} bits, filter ${filterType}`, { colorType, bitDepth, filterType }] as never,
      ),
    ),
  )
  test.each(kinds)('is shown as it is: %s', async (_, options) => {
    const source = new PNG({ width: WIDTH, height: HEIGHT })
    pixels.copy(source.data)
    const file = PNG.sync.write(source, { ...options, inputColorType: 6, inputHasAlpha: true })
    const seen = PNG.sync.read(file)
    const [picture, mask, ...others] = picturesOf(await pdf(papers.plain, attached(file)))
    expect(others).toEqual([])
    // Of samples with two bytes the first is taken, where this reader rounds.
    const off = (shown: PNG | undefined, from: number, to: number) => {
      const values = channelOf(shown, from)
      return channel(seen.data, to).map((value, index) => Math.abs(value - (values[index] ?? Number.NaN)))
    }
    const most = options.bitDepth === 16 ? 1 : 0
    for (const colour of [0, 1, 2]) expect(Math.max(...off(picture, colour, colour))).toBeLessThanOrEqual(most)
    expect(Math.max(...off(mask, 0, 3))).toBeLessThanOrEqual(most)
  })

  test('that is cut off fails', async () => {
    const file = pngFile({ colour: 6, pixels: Buffer.alloc(13) })
    await expect(pdf(papers.plain, attached(file))).rejects.toThrow('1 of its 2 rows')
  })
})

describe('what is too much', () => {
  test('is seen from the size of a picture, before it is decoded', async () => {
    const file = pngFile({ width: 4960, height: 7016, depth: 16, colour: 6, interlace: 1, pixels: Buffer.alloc(1) })
    await expect(pdf(papers.plain, attached(file))).rejects.toBeInstanceOf(PdfTooLarge)
  })

  test('is reported when its time is over, and others go on', async () => {
    const file = pngFile({ width: 4960, height: 7016, colour: 6, pixels: Buffer.alloc(7016 * (1 + 4960 * 4)) })
    const enclosed = { logo: null, personalNumbers: [], ...attached(file) }
    const hasty = { whose: 'hasty', patience: { makingMs: 20 } }
    const asked = [pdfOf(papers.plain, enclosed, hasty), pdf(papers.plain), pdf(papers.credit)]
    const [late, ...others] = await Promise.allSettled(asked)
    expect(late).toMatchObject({ status: 'rejected', reason: expect.any(Outage) })
    expect(others.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  })
})
