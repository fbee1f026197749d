// Schemas shared by the endpoints of operators.
export const tag = 'Operator'
export const at = (path: string): string => `/operator${path}`
