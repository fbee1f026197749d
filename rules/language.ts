// The languages that the service and the console speak.

export const languages = ['sv', 'en'] as const
export type Language = (typeof languages)[number]
