// The layout around all pages.
export { CompanyFrame } from './CompanyFrame.tsx'
export { Frame, Inside } from './Frame.tsx'
export { Missing } from './Missing.tsx'
export { orNotLoaded } from './NotLoaded.tsx'
export { PersonFrame } from './PersonFrame.tsx'
