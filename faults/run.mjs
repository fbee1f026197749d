// `npm run faults`: bundles the suite for the moment, and runs it.
import { runBundled } from '#scripts/bundled'

await runBundled('faults')
