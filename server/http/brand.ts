// Names that carry the service's mark. A client written for a service of another mark runs unchanged when API_BRAND is
// set to that mark.

export type Brand = {
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

export const brandOf = (mark: string): Brand => {
  const capital = mark.charAt(0).toUpperCase() + mark.slice(1)
  return {
    mark,
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
