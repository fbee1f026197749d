// The settings of buckets: their definitions, their consistency, and the combined result.
import {
  bucketName,
  endpointUrl,
  matching,
  type Parse,
  type Setting,
  Wrong,
  withDefault,
  yesOrNo,
} from '#platform/setting'
import type { S3Settings } from './bucket.ts'

const region = matching(/^[a-z0-9-]{1,63}$/i, 'the name of a region')
const accessKeyId = matching(/^\S{1,128}$/, 'one word')
const secretAccessKey = matching(/^\S{1,256}$/, 'one word')

export const settingsOfBuckets = {
  s3Bucket: {
    name: 'S3_BUCKET',
    description: 'The bucket in which files are stored, at AWS or on any server that speaks the S3 protocol.',
    default: 'files are kept in DATA_DIR',
    absent: () => undefined,
    parse: bucketName,
  } as Setting<string | undefined>,
  s3Region: {
    name: 'S3_REGION',
    description: 'The region of the bucket, such as eu-north-1; required for AWS.',
    default: 'us-east-1 for an S3_ENDPOINT',
    absent: () => undefined,
    parse: region,
  } as Setting<string | undefined>,
  s3Endpoint: {
    name: 'S3_ENDPOINT',
    description: 'The server of the bucket, as https://host:port.',
    default: 'AWS',
    absent: () => undefined,
    parse: endpointUrl,
  } as Setting<string | undefined>,
  s3AccessKeyId: {
    name: 'S3_ACCESS_KEY_ID',
    description: 'The access key of the bucket; set it together with S3_SECRET_ACCESS_KEY.',
    default: 'the credentials of the machine, such as its role at AWS',
    secret: true,
    absent: () => undefined,
    parse: accessKeyId,
  } as Setting<string | undefined>,
  s3SecretAccessKey: {
    name: 'S3_SECRET_ACCESS_KEY',
    description: 'The secret of S3_ACCESS_KEY_ID.',
    default: 'as S3_ACCESS_KEY_ID',
    secret: true,
    absent: () => undefined,
    parse: secretAccessKey,
  } as Setting<string | undefined>,
  s3ForcePathStyle: withDefault({
    name: 'S3_FORCE_PATH_STYLE',
    description: "true: the bucket's name is in the path of addresses, as many servers require, and not in the host.",
    default: 'false',
    parse: yesOrNo,
  }),
  s3Prefix: {
    name: 'S3_PREFIX',
    description: 'The prefix of all keys in the bucket, such as grundbok; without a trailing slash.',
    default: 'nothing',
    absent: () => undefined,
    parse: matching(
      /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/,
      'words of letters, digits, hyphens, underscores and dots, separated by slashes',
    ),
  } as Setting<string | undefined>,
  backupS3Region: {
    name: 'BACKUP_S3_REGION',
    description:
      'The region of the bucket in BACKUP_TO. With any BACKUP_S3_… setting, the other S3_… ones do not count.',
    default: 'us-east-1 for a BACKUP_S3_ENDPOINT, S3_REGION without any of these',
    absent: () => undefined,
    parse: region,
  } as Setting<string | undefined>,
  backupS3Endpoint: {
    name: 'BACKUP_S3_ENDPOINT',
    description: 'The server of the bucket in BACKUP_TO, as https://host:port.',
    default: 'as S3_ENDPOINT',
    absent: () => undefined,
    parse: endpointUrl,
  } as Setting<string | undefined>,
  backupS3AccessKeyId: {
    name: 'BACKUP_S3_ACCESS_KEY_ID',
    description: 'The access key of that bucket; set it together with BACKUP_S3_SECRET_ACCESS_KEY.',
    default: 'as S3_ACCESS_KEY_ID',
    secret: true,
    absent: () => undefined,
    parse: accessKeyId,
  } as Setting<string | undefined>,
  backupS3SecretAccessKey: {
    name: 'BACKUP_S3_SECRET_ACCESS_KEY',
    description: 'The secret of BACKUP_S3_ACCESS_KEY_ID.',
    default: 'as S3_SECRET_ACCESS_KEY',
    secret: true,
    absent: () => undefined,
    parse: secretAccessKey,
  } as Setting<string | undefined>,
  backupS3ForcePathStyle: {
    name: 'BACKUP_S3_FORCE_PATH_STYLE',
    description: 'S3_FORCE_PATH_STYLE for the bucket in BACKUP_TO.',
    default: 'as S3_FORCE_PATH_STYLE',
    absent: () => undefined,
    parse: yesOrNo,
  } as Setting<boolean | undefined>,
}

const IN_BUCKET = /^s3:\/\/([^/]+)(?:\/(.*))?$/
const PREFIX = /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

/** Whether backups go to a bucket rather than a folder. */
export const isInBucket = (place: string): boolean => IN_BUCKET.test(place)

/** The bucket and the prefix of a place such as s3://bucket/prefix; null if it is not one. */
const namedIn = (place: string): { bucket: string; prefix: string } | null => {
  const [, bucket = '', prefix = ''] = IN_BUCKET.exec(place.replace(/\/$/, '')) ?? []
  const isRight = !(bucketName(bucket) instanceof Wrong) && (prefix === '' || PREFIX.test(prefix))
  return isRight ? { bucket, prefix } : null
}

/** The display name of a place of backups: as given, but a bucket without a trailing slash. */
export const nameOfPlace = (place: string): string => (isInBucket(place) ? place.replace(/\/$/, '') : place)

/** A folder, or s3://BUCKET/PREFIX. */
export const backupPlace: Parse<string> = (text) =>
  text.includes('\0') || (/^[a-z0-9]+:\/\//i.test(text) && !namedIn(text))
    ? new Wrong('the path of a folder, or s3://BUCKET/PREFIX')
    : text

type BucketSettings = { [Key in keyof typeof settingsOfBuckets]: ReturnType<(typeof settingsOfBuckets)[Key]['absent']> }

/** Inconsistencies among the settings of buckets, by the names of the given settings. */
export const wrongOfBuckets = (
  read: BucketSettings & { backupTo: string | undefined },
  given: readonly string[],
): string[] => {
  const backup = read.backupTo === undefined ? null : namedIn(read.backupTo)
  const ofBackup = given.filter((name) => name.startsWith('BACKUP_S3_'))
  const ofFiles = given.filter((name) => name.startsWith('S3_') && name !== 'S3_BUCKET')
  const needsOthers = given.some((name) => name.endsWith('S3_BUCKET')) || (backup !== null && ofBackup.length === 0)
  return [
    ...(ofFiles[0] && !needsOthers ? [`S3_BUCKET must be set, since ${ofFiles[0]} is`] : []),
    ...(needsOthers ? wrongOfReach('S3', given) : []),
    ...(ofBackup.length > 0 ? wrongOfReach('BACKUP_S3', given) : []),
    ...(backup && isTheSame(backupBucketOf(read, read.backupTo ?? ''), bucketOf(read, read.s3Bucket))
      ? ['BACKUP_TO must be in another bucket than S3_BUCKET: what is lost with it would take the backup along']
      : []),
  ]
}

/** Inconsistencies in how a bucket is reached. */
const wrongOfReach = (head: 'S3' | 'BACKUP_S3', given: readonly string[]): string[] => {
  const keys = [`${head}_ACCESS_KEY_ID`, `${head}_SECRET_ACCESS_KEY`]
  const halves = keys.filter((name) => given.includes(name)).length === 1
  const nowhere = !given.includes(`${head}_REGION`) && !given.includes(`${head}_ENDPOINT`)
  return [
    ...(halves ? [`${keys.join(' and ')} must be set both or neither`] : []),
    ...(nowhere ? [`${head}_REGION must be set, unless ${head}_ENDPOINT is`] : []),
  ]
}

const isTheSame = (one: S3Settings | undefined, other: S3Settings | undefined): boolean =>
  one !== undefined && one.bucket === other?.bucket && one.endpoint === other.endpoint && one.region === other.region

/** The region for servers other than AWS if none is given. */
const ANY_REGION = 'us-east-1'

/** The settings of a bucket combined; undefined without a bucket. */
export const bucketOf = (read: BucketSettings, bucket: string | undefined): S3Settings | undefined => {
  if (bucket === undefined) return undefined
  const reach = {
    region: read.s3Region,
    endpoint: read.s3Endpoint,
    accessKeyId: read.s3AccessKeyId,
    secretAccessKey: read.s3SecretAccessKey,
  }
  return { bucket, ...reachOf(reach), pathStyle: read.s3ForcePathStyle, prefix: read.s3Prefix ?? '' }
}

/** The bucket of a place such as s3://bucket/prefix, by its own settings or by those for files. */
export const backupBucketOf = (read: BucketSettings, place: string): S3Settings | undefined => {
  const named = namedIn(place)
  if (!named) return undefined
  const own = {
    region: read.backupS3Region,
    endpoint: read.backupS3Endpoint,
    accessKeyId: read.backupS3AccessKeyId,
    secretAccessKey: read.backupS3SecretAccessKey,
  }
  const isOwn = [...Object.values(own), read.backupS3ForcePathStyle].some((value) => value !== undefined)
  if (isOwn) return { ...named, ...reachOf(own), pathStyle: read.backupS3ForcePathStyle ?? false }
  const shared = bucketOf(read, named.bucket)
  return shared && { ...shared, ...named }
}

type Reach = Record<'region' | 'endpoint' | 'accessKeyId' | 'secretAccessKey', string | undefined>

const reachOf = ({ region: named = ANY_REGION, endpoint, accessKeyId: id, secretAccessKey: secret }: Reach) => ({
  region: named,
  ...(endpoint ? { endpoint } : {}),
  ...(id && secret ? { keys: { accessKeyId: id, secretAccessKey: secret } } : {}),
})
