// The end of a fiscal year: what is left to do, closing, and opening again.
export { hindrances, yearEndFaults, yearEndRefusals } from './refusals.ts'
export { yearEndRows } from './routes.ts'
export { sruRows } from './sru-routes.ts'
export { yearEndWithheld } from './withheld.ts'
