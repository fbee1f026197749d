// The script in every archive: it verifies the chain of entries with nothing but Node, without Grundbok.

/** `kontrollera.mjs` of an archive. Its texts are Swedish, like the whole archive. */
export const CHECK_SCRIPT = `// Kontrollerar verifikationerna i detta arkiv utan Grundbok:  node kontrollera.mjs
// Varje verifikation har en kontrollsumma som bygger på den föregående i samma serie (SHA-256). Ändras, tas bort eller
// läggs något till stämmer kedjan inte längre. Att filerna är hela kontrolleras med:  sha256sum -c SHA256SUMS
import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const folder = dirname(fileURLToPath(import.meta.url))
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
const lines = createInterface({ input: createReadStream(join(folder, 'verifikationer.ndjson')) })

const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest()
const big = (number) => {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(number))
  return bytes
}

const faults = []
const links = new Map()
let entries = 0
let last = 0n
for await (const line of lines) {
  const { series, number, registration, content, items, link } = JSON.parse(line)
  const fault = (what) => faults.push('Verifikation ' + series + number + ': ' + what)
  entries += 1
  if (BigInt(registration) <= last) fault('den står inte i registreringsordning')
  last = BigInt(registration)
  const sum = items.reduce((total, [, , debit, credit]) => total + BigInt(debit) - BigInt(credit), 0n)
  if (sum !== 0n) fault('debet och kredit är inte lika')
  const digest = sha256(JSON.stringify([...content, ...items]))
  const before = links.get(series) ?? Buffer.alloc(32)
  const expected = sha256(before, digest, big(registration), big(number)).toString('hex')
  if (expected !== link) fault('den är ändrad, eller följer inte på den föregående')
  links.set(series, Buffer.from(link, 'hex'))
}
for (const { series, link } of manifest.chains) {
  const found = links.get(series) ?? Buffer.alloc(32)
  if (found.toString('hex') !== link) faults.push('Serie ' + series + ': den slutar inte där den ska')
}
if (entries !== manifest.entries) faults.push('Antalet verifikationer är ' + entries + ', inte ' + manifest.entries)
for (const fault of faults) console.error(fault)
console.log(faults.length === 0 ? entries + ' verifikationer stämmer' : faults.length + ' fel')
process.exitCode = faults.length === 0 ? 0 : 1
`
