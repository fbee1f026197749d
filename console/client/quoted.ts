// Texts in the filters of lists.

/** Quotes any text as a value in a filter. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
