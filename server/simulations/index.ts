// Simulations: what customers, suppliers, banks and authorities do to a test company when they are asked to.
export { addFaults } from './faults.ts'
export { simulationFaults, simulationRefusals } from './refusals.ts'
export { simulationRows } from './routes.ts'
