// The Content-Disposition header with a file's name (RFC 6266): in ASCII for old programs, and unchanged for others.

/** A download under this name; never displayed in the browser. */
export const attachmentNamed = (name: string): string =>
  `attachment; filename="${asciiName(name)}"; filename*=UTF-8''${extendedName(name)}`

/**
 * Letters lose their diacritics; other non-ASCII characters, and those that some programs treat as an escape or a path,
 * become underscores. Full-width characters are not converted to ASCII: a full-width slash would become a path
 * separator.
 */
const asciiName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\x20-\x7e]/gu, '_')
    .replace(/[/\\:*?"<>|%]/g, '_')

/** Percent-encoded UTF-8 (RFC 8187, 3.2.1), which leaves fewer characters unencoded than encodeURIComponent. */
const extendedName = (name: string): string =>
  encodeURIComponent(name.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
