// What the endpoints of operators have in common.
export const tag = 'Operator'
export const at = (path: string): string => `/operator${path}`
