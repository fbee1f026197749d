// Names that carry the service's brand. A client written for a service of another brand runs unchanged if API_BRAND is
// set to it.

export type Brand = {
  /** The guide's section about an error code. The app prepends its own URL once that is known. */
  docUrl: (code: string) => string
  /** The brand itself: `service` */
  mark: string
  /** `serviceErrorId` */
  errorId: string
  /** `Service-Api-Supported-Versions` */
  supportedVersions: string
  /** `Service-Api-Deprecated-Versions` */
  deprecatedVersions: string
  /** `Service-Dry-Run` */
  dryRun: string
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

/** The guide to what all endpoints have in common. */
export const GUIDE = '/docs/api'

export const brandOf = (mark: string): Brand => {
  const capital = mark.charAt(0).toUpperCase() + mark.slice(1)
  return {
    mark,
    docUrl: (code) => `${GUIDE}#${code}`,
    errorId: `${mark}ErrorId`,
    supportedVersions: `${capital}-Api-Supported-Versions`,
    deprecatedVersions: `${capital}-Api-Deprecated-Versions`,
    dryRun: `${capital}-Dry-Run`,
    ignored: `${capital}-Ignored`,
    planWarning: `${capital}-Plan-Warning`,
    warning: `${capital}-Warning`,
    rateLimit: `${capital}-RateLimit-Limit`,
    rateRemaining: `${capital}-RateLimit-Remaining`,
    rateRetryAfter: `${capital}-RateLimit-RetryAfter`,
  }
}

/** The brand used in the source, such as in the descriptions of rows. */
const WRITTEN = brandOf('service')

/** Replaces the names of the source's brand in a text by those of this brand. */
export const inBrand = (text: string, brand: Brand): string => {
  const { docUrl: _docUrl, mark: _mark, ...names } = WRITTEN
  if (brand.mark === WRITTEN.mark) return text
  const own = new Map(Object.entries(names).map(([key, name]) => [name, brand[key as keyof typeof names]]))
  // Longer names first, because one may begin with another.
  const written = [...own.keys()].toSorted((one, two) => two.length - one.length)
  return text.replace(new RegExp(`\\b(?:${written.join('|')})\\b`, 'g'), (name) => own.get(name) ?? name)
}
