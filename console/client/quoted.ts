// Texts in the filters of lists.

/** A text as a condition of a filter takes it, whatever stands in it. */
export const quoted = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`
