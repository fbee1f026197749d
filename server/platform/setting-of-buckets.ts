// The settings of buckets: what belongs together, and what they are as one.
import type { S3Settings } from './files-in-s3.ts'

/** What is wrong with the settings of the bucket together, by the names of the settings that are given. */
export const wrongOfBucket = (given: readonly string[]): string[] => {
  const other = given.find((name) => name.startsWith('S3_') && name !== 'S3_BUCKET')
  if (!given.some((name) => name.endsWith('S3_BUCKET')))
    return other ? [`S3_BUCKET must be set, since ${other} is`] : []
  const keys = ['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']
  const halves = keys.filter((name) => given.includes(name)).length === 1
  const nowhere = !given.includes('S3_REGION') && !given.includes('S3_ENDPOINT')
  return [
    ...(halves ? [`${keys.join(' and ')} must be set both or neither`] : []),
    ...(nowhere ? ['S3_REGION must be set, unless S3_ENDPOINT is'] : []),
  ]
}

/** What a server that is not of AWS is told when nothing else is said. */
const ANY_REGION = 'us-east-1'

type BucketSettings = {
  s3Region: string | undefined
  s3Endpoint: string | undefined
  s3AccessKeyId: string | undefined
  s3SecretAccessKey: string | undefined
  s3ForcePathStyle: boolean
  s3Prefix: string | undefined
}

/** The settings of a bucket as one; undefined without one. */
export const bucketOf = (read: BucketSettings, bucket: string | undefined): S3Settings | undefined => {
  const { s3Region: region = ANY_REGION, s3Endpoint: endpoint } = read
  const { s3AccessKeyId: accessKeyId, s3SecretAccessKey: secretAccessKey } = read
  if (bucket === undefined) return undefined
  return {
    bucket,
    region,
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { keys: { accessKeyId, secretAccessKey } } : {}),
    pathStyle: read.s3ForcePathStyle,
    prefix: read.s3Prefix ?? '',
  }
}
