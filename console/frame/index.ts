// What stands around all pages.
export { CompanyFrame } from './CompanyFrame.tsx'
export { Frame } from './Frame.tsx'
export { Missing } from './Missing.tsx'
export { Start } from './Start.tsx'
