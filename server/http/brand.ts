// Names that carry the service's mark. A client written for a service of another mark runs unchanged when API_BRAND is
// set to that mark.

export type Brand = {
  /** `serviceErrorId` */
  errorId: string
  /** `Service-Api-Supported-Versions` */
  supportedVersions: string
  /** `Service-Api-Deprecated-Versions` */
  deprecatedVersions: string
}

export const brandOf = (mark: string): Brand => {
  const capital = mark.charAt(0).toUpperCase() + mark.slice(1)
  return {
    errorId: `${mark}ErrorId`,
    supportedVersions: `${capital}-Api-Supported-Versions`,
    deprecatedVersions: `${capital}-Api-Deprecated-Versions`,
  }
}
