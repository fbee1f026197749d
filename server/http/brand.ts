// Names that carry the service's mark. A client written for a service of another mark runs unchanged when API_BRAND is
// set to that mark.

export type Brand = {
  /** Where the guide tells of an error code. The app puts its own address before it once it knows that. */
  docUrl: (code: string) => string
  /** The mark itself: `service` */
  mark: string
  /** `serviceErrorId` */
  errorId: string
  /** `Service-Api-Supported-Versions` */
  supportedVersions: string
  /** `Service-Api-Deprecated-Versions` */
  deprecatedVersions: string
  /** `Service-Ignored` */
  ignored: string
  /** `Service-Plan-Warning` */
  planWarning: string
  /** `Service-Warning` */
  warning: string
  /** `Service-RateLimit-Limit` */
  rateLimit: string
  /** `Service-RateLimit-Remaining` */
  rateRemaining: string
  /** `Service-RateLimit-RetryAfter` */
  rateRetryAfter: string
}

/** The guide to what all requests have in common. */
export const GUIDE = '/docs/api'

export const brandOf = (mark: string): Brand => {
  const capital = mark.charAt(0).toUpperCase() + mark.slice(1)
  return {
    mark,
    docUrl: (code) => `${GUIDE}#${code}`,
    errorId: `${mark}ErrorId`,
    supportedVersions: `${capital}-Api-Supported-Versions`,
    deprecatedVersions: `${capital}-Api-Deprecated-Versions`,
    ignored: `${capital}-Ignored`,
    planWarning: `${capital}-Plan-Warning`,
    warning: `${capital}-Warning`,
    rateLimit: `${capital}-RateLimit-Limit`,
    rateRemaining: `${capital}-RateLimit-Remaining`,
    rateRetryAfter: `${capital}-RateLimit-RetryAfter`,
  }
}
