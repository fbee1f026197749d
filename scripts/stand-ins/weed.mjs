#!/usr/bin/env node
// The replacement for `weed` in docker.io/chrislusf/seaweedfs (scripts/try-compose.sh): `weed server -s3 …` is s3rver
// at the same port with the keys of -s3.config, and `weed shell` creates a bucket. s3rver verifies signatures.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const PORT = 8333
const [command, ...words] = process.argv.slice(2)
const given = Object.fromEntries(
  words.map((word) => [word.replace(/^-+|=.*$/g, ''), word.includes('=') ? word.replace(/^[^=]*=/, '') : true]),
)

if (command === 'server') {
  const require = createRequire('/opt/s3/package.json')
  const account = require('s3rver/lib/models/account').DUMMY_ACCOUNT
  account.revokeAccessKey('S3RVER')
  if (given['s3.config']) {
    const { identities } = JSON.parse(readFileSync(given['s3.config'], 'utf8'))
    for (const { accessKey, secretKey } of identities.flatMap(({ credentials }) => credentials)) {
      account.createKeyPair(accessKey, secretKey)
    }
  }
  const server = new (require('s3rver'))({
    address: '0.0.0.0',
    port: PORT,
    directory: given.dir,
    silent: true,
    // The host name must not be interpreted as a bucket.
    vhostBuckets: false,
  })
  await server.run()
  process.on('SIGTERM', () => process.exit(0))
} else if (command === 'shell') {
  const [, name] = /^s3\.bucket\.create -name (\S+)\s*$/.exec(readFileSync(0, 'utf8')) ?? []
  if (!name) throw new Error('No such command')
  mkdirSync(`/data/${name}`)
} else throw new Error(`No such command: ${command}`)
