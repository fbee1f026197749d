// The endpoint of what a company keeps in files, and how much it may.
import { named, nullable, object, type Row, row, Type } from '#http'
import type { CompanyCall } from '#platform/call'
import { levelOf, percentOf, readStorage, storedKinds, type Use } from '#storage'

const levels = ['ok', 'nearlyFull', 'almostFull'] as const

const limited = {
  usedBytes: Type.Integer({ minimum: 0, examples: [8_600_000_000] }),
  allowedBytes: nullable(Type.Integer({ minimum: 0, examples: [10_737_418_240], description: 'null: no limit' })),
  usedPercent: Type.Integer({ minimum: 0, examples: [80], description: 'Rounded down; 0 where there is no limit' }),
  level: Type.Enum([...levels], { description: 'nearlyFull from 80 percent on, almostFull from 95' }),
}

const Storage = named(
  'Storage',
  object({
    ...limited,
    kinds: Type.Array(
      object({ kind: Type.Enum([...storedKinds]), bytes: Type.Integer({ minimum: 1, examples: [7_400_000_000] }) }),
      {
        description:
          'What takes the room, the largest first. `document` are PDFs of what the company has published. `deleted` is no part of usedBytes: it goes within two hours',
      },
    ),
    hasOwnQuota: Type.Boolean({ description: 'Whether the service operator has given the company another limit' }),
    ofOwner: nullable(
      object(limited, {
        description: 'All companies of the owner who asks; null to others, and where no such limit holds here',
      }),
    ),
  }),
)

const toldOf = (use: Use) => ({
  usedBytes: use.used,
  allowedBytes: use.allowed,
  usedPercent: percentOf(use),
  level: levelOf(use),
})

const shown = async (call: CompanyCall) => {
  const { kinds, hasOwnQuota, ofOwner, ...use } = await readStorage(call)
  return { ...toldOf(use), kinds, hasOwnQuota, ofOwner: ofOwner && toldOf(ofOwner) }
}

export const storageRows: readonly Row[] = [
  row({
    method: 'GET',
    path: '/companies/{companyId}/storage',
    operationId: 'getStorage',
    tag: 'Company information',
    summary: 'Read how much the company keeps in files',
    description:
      'Uploads, attachments, published PDFs, statements and other files, in bytes, and how much there may be. Equal files of the same kind are kept once. From 80 percent on answers that keep a file have a warning, and at the limit further files are refused with 403 `quota-exceeded`; the books go on.',
    scope: 'company-information:read',
    answer: { json: Storage },
    snapshot: true,
    refusals: [],
    run: shown,
  }),
]
