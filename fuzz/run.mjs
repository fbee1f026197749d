// `npm run fuzz`: bundles the suite for the moment, and runs it.
import { runBundled } from '#scripts/bundled'

await runBundled('fuzz')
