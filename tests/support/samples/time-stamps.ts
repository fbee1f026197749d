// A time stamp authority (RFC 3161) as openssl makes one: a root, a certificate for stamping that follows from it, and
// a server that stamps what it is sent.
import { execFileSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import * as pkijs from 'pkijs'

type TestAuthority = {
  url: string
  /** The PEM file of its root, and of a root that it has nothing to do with. */
  certificates: string
  others: string
  /**
   * What it answers instead of a time stamp, or a stamp that comes with another certificate for the same key than the
   * one it was signed under; undone by null.
   */
  answer(other: Other | null): void
  close(): Promise<void>
}

type Other = { status?: number; body?: Buffer } | 'otherCertificate'

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
  for (const twin of ['stamping', 'twin'])
    openssl('x509', '-req', ...from, '-out', `${twin}.pem`, '-extfile', 'settings.cnf', '-extensions', 'stamping')
  let other: Other | null = null
  const server = createServer(async (request, response) => {
    writeFileSync(at('query'), await buffer(request))
    if (other && other !== 'otherCertificate') return void response.writeHead(other.status ?? 200).end(other.body)
    const signer = ['-signer', other ? 'twin.pem' : 'stamping.pem', '-inkey', 'stamping.key']
    openssl('ts', '-reply', ...settings, '-section', 'authority', '-queryfile', 'query', ...signer, '-out', 'reply')
    const reply = readFileSync(at('reply'))
    const answer = other ? withCertificate(reply, readFileSync(at('stamping.pem'), 'utf8')) : reply
    response.writeHead(200, { 'content-type': 'application/timestamp-reply' }).end(answer)
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

/** The reply with a certificate in the place of its own: what signed it is said outside of what is signed. */
const withCertificate = (reply: Buffer, pem: string): Buffer => {
  const stamp = pkijs.TimeStampResp.fromBER(new Uint8Array(reply).buffer)
  const token = stamp.timeStampToken as pkijs.ContentInfo
  const signed = new pkijs.SignedData({ schema: token.content })
  const certificate = pkijs.Certificate.fromBER(new Uint8Array(new X509Certificate(pem).raw).buffer)
  const { issuer, serialNumber } = certificate
  signed.certificates = [certificate]
  for (const signer of signed.signerInfos) signer.sid = new pkijs.IssuerAndSerialNumber({ issuer, serialNumber })
  token.content = signed.toSchema(true)
  return Buffer.from(stamp.toSchema().toBER(false))
}
