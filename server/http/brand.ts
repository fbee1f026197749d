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

/** The names that are written where no brand is known, such as in the descriptions of rows. */
const WRITTEN = brandOf('service')

/** A text in which the names of answers are those of this brand, wherever it was written with those of `service`. */
export const inBrand = (text: string, brand: Brand): string => {
  const { docUrl: _docUrl, mark: _mark, ...names } = WRITTEN
  if (brand.mark === WRITTEN.mark) return text
  const own = new Map(Object.entries(names).map(([key, name]) => [name, brand[key as keyof typeof names]]))
  // A longer name may begin with a shorter one.
  const written = [...own.keys()].toSorted((one, two) => two.length - one.length)
  return text.replace(new RegExp(`\\b(?:${written.join('|')})\\b`, 'g'), (name) => own.get(name) ?? name)
}
