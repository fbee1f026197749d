// The header that names a file for whoever saves it, Content-Disposition (RFC 6266): in ASCII for old programs, and as
// it is for all others.

/** A download under this name; it is never shown in place. */
export const attachmentNamed = (name: string): string =>
  `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${extendedName(name)}`

/**
 * Letters lose their marks; what else is no ASCII, or is read as an escape or a path by some programs, becomes a line.
 * Letters of other widths are not made ASCII: a wide slash would become one that leads out of a folder.
 */
const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/[/\\:*?"<>|%]/g, '_')

/** Percent-encoded UTF-8 (RFC 8187, 3.2.1), which leaves fewer characters as they are than the language's own. */
const extendedName = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
