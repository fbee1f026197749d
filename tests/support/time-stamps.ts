// A time stamp authority (RFC 3161) as openssl makes one: a root, a certificate for stamping that follows from it, and
// a server that stamps what it is sent.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'

export type TestAuthority = {
  url: string
  /** The PEM file of its root, and of a root that it has nothing to do with. */
  certificates: string
  others: string
  /** What it answers instead of a time stamp; undone by null. */
  answer(other: { status?: number; body?: Buffer } | null): void
  close(): Promise<void>
}

const SETTINGS = `
[req]
distinguished_name = names
[names]
[root]
basicConstraints = critical, CA:TRUE
keyUsage = critical, keyCertSign, cRLSign
[stamping]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
[authority]
dir = .
serial = ./serial
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
ess_cert_id_alg = sha256
`

export const startAuthority = async (): Promise<TestAuthority> => {
  const folder = mkdtempSync(join(tmpdir(), 'grundbok-stamps-'))
  const at = (name: string) => join(folder, name)
  const openssl = (...words: string[]) => execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' })
  const settings = ['-config', 'settings.cnf']
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  writeFileSync(at('settings.cnf'), SETTINGS)
  writeFileSync(at('serial'), '01\n')
  for (const root of ['root', 'other']) {
    const made = ['-keyout', `${root}.key`, '-out', `${root}.pem`, '-subj', `/CN=${root}`, '-days', '3650']
    openssl('req', '-x509', ...newKey, ...made, ...settings, '-extensions', 'root')
  }
  const certificate = ['-keyout', 'stamping.key', '-out', 'stamping.csr', '-subj', '/CN=stamping']
  openssl('req', ...newKey, ...certificate, ...settings)
  const from = ['-in', 'stamping.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '3650']
  openssl('x509', '-req', ...from, '-out', 'stamping.pem', '-extfile', 'settings.cnf', '-extensions', 'stamping')
  let other: { status?: number; body?: Buffer } | null = null
  const server = createServer(async (request, response) => {
    writeFileSync(at('query'), await buffer(request))
    if (other) return void response.writeHead(other.status ?? 200).end(other.body)
    const signer = ['-signer', 'stamping.pem', '-inkey', 'stamping.key']
    openssl('ts', '-reply', ...settings, '-section', 'authority', '-queryfile', 'query', ...signer, '-out', 'reply')
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(readFileSync(at('reply')))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stamps`,
    certificates: at('root.pem'),
    others: at('other.pem'),
    answer: (given) => {
      other = given
    },
    async close() {
      server.close()
      server.closeAllConnections()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
