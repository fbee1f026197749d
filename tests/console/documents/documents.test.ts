// Documents in the console: dropped, looked at, turned, booked with the document beside the entry.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { takeScreenshot } from '#support/browser'
import { type ConsoleBrowser, openConsoleBrowser } from '#support/console'
import { ok } from '#support/entries'
import { seriousFindings } from '#support/reading/axe'
import { pngFile } from '#support/samples/sample-files'
import { anEntry, type Service, startService } from '#support/service'

let service: Service
let consoleBrowser: ConsoleBrowser
beforeAll(async () => {
  service = await startService()
  consoleBrowser = await openConsoleBrowser(service)
})
afterAll(async () => {
  await consoleBrowser.close()
  await service.close()
})

/** A PDF of two pages, with a text on each. */
const receipt = (): Buffer => {
  const pages = ['Kvitto 125,00', 'Villkor']
  const resources = '/Resources << /Font << /F1 3 0 R >> >>'
  const contents = pages.map((text) => `BT /F1 24 Tf 20 100 Td (${text}) Tj ET`)
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R 6 0 R] /Count 2 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...contents.flatMap((content, page) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents ${5 + page * 2} 0 R ${resources} >>`,
      `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ]),
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = text.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  text += `trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}

test('a receipt that is dropped becomes an entry, with the document beside it', { tags: ['rest'] }, async () => {
  const { page, company, goTo, errors, close } = await consoleBrowser.signInBrowser()
  await goTo('/documents')
  await page.getByText('Alla underlag är bokförda.').waitFor()
  const bytes = receipt().toString('base64')
  await page.evaluate(`(() => {
    const bytes = Uint8Array.from(atob('${bytes}'), (one) => one.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File([bytes], 'Kvitto papper.pdf', { type: 'application/pdf' }))
    const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer })
    document.querySelector('.drop').dispatchEvent(drop)
  })()`)
  await page.getByRole('row', { name: /Kvitto papper/ }).click()
  await page.getByRole('img', { name: /Kvitto 125,00/ }).waitFor()
  const ink = `(() => {
    const canvas = document.querySelector('.document canvas')
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, at) => at % 4 === 0 && value < 100).length
  })()`
  expect(await page.evaluate<number>(ink)).toBeGreaterThan(100)
  await page.getByRole('button', { name: 'Nästa sida' }).click()
  await page.getByRole('img', { name: 'Villkor' }).waitFor()
  await page.getByRole('button', { name: 'Föregående sida' }).click()
  const width = () => page.evaluate<number>('document.querySelector(".document canvas").clientWidth')
  const before = await width()
  await page.getByRole('button', { name: 'Större' }).click()
  await expect.poll(width).toBeGreaterThan(before)
  await page.getByRole('button', { name: 'Mindre' }).click()
  await page.getByRole('button', { name: 'Vrid' }).click()
  const isUpright =
    'document.querySelector(".document canvas").height > document.querySelector(".document canvas").width'
  await expect.poll(() => page.evaluate(isUpright)).toBe(true)
  await takeScreenshot(page, 'documents')
  expect(await seriousFindings(page)).toEqual([])

  await page.keyboard.press('b')
  await page.getByRole('heading', { level: 1, name: 'Ny verifikation' }).waitFor()
  await page.getByRole('img', { name: /Kvitto 125,00/ }).waitFor()
  await page.getByRole('combobox', { name: 'Konto på rad 1' }).click()
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Text', { exact: true }).fill('Papper')
  await page.keyboard.press('Enter')
  for (const keys of ['6110', 'Enter', '125', 'Enter']) await typeOrPress(keys)
  // After a debit the next line is due.
  await page.locator('[aria-label="Konto på rad 2"]:focus').waitFor()
  for (const keys of ['1930', 'Enter']) await typeOrPress(keys)
  await takeScreenshot(page, 'documents-entry')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { level: 2, name: /Papper/ }).waitFor()
  const [entry] = (await company.get('/journal-entries')).body.items
  const [upload] = (await company.get('/uploads')).body.items
  expect(entry.uploadRef.id).toBe(upload.id)
  expect(upload.journalEntryId).toBe(entry.id)
  await goTo('/documents')
  await page.getByText('Alla underlag är bokförda.').waitFor()
  expect(errors).toEqual([])
  await close()

  function typeOrPress(keys: string) {
    return keys === 'Enter' ? page.keyboard.press(keys) : page.keyboard.type(keys)
  }
})

test('what is no document is refused where it was chosen, and a picture is shown', async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  await company.upload('/uploads', 'bild.png', pngFile(), {}, { description: 'En bild' })
  await goTo('/documents')
  await page.getByRole('row', { name: /En bild/ }).click()
  await expect.poll(() => page.evaluate('document.querySelector(".document img")?.naturalWidth')).toBeGreaterThan(0)
  const wrong = { name: 'text.pdf', mimeType: 'application/pdf', buffer: Buffer.from('ingen pdf') }
  await page.locator('input[type=file][multiple]').setInputFiles(wrong)
  await page.getByRole('list', { name: 'Uppladdning' }).getByRole('alert').waitFor()
  expect((await company.get('/uploads')).body.items).toHaveLength(1)
  await close()
})

test('a document opened from elsewhere is recognized, even if it is not listed', { tags: ['rest'] }, async () => {
  const { page, company, goTo, close } = await consoleBrowser.signInBrowser()
  const { id: journalEntryId } = ok(await company.post('/journal-entries', anEntry()))
  const texts = { description: 'Kvitto från juni', journalEntryId }
  const { id } = ok(await company.upload('/uploads', 'kvitto.png', pngFile(), {}, texts))
  await goTo(`/documents?open=${id}`)
  await page.getByText('Alla underlag är bokförda.').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Kvitto från juni' }).waitFor()
  await page.getByRole('button', { name: /Visa verifikationen/ }).click()
  await page.getByRole('heading', { level: 2, name: /Kontorsmaterial/ }).waitFor()
  await close()
})
