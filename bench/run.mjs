// `npm run bench`: bundles the benchmark for the moment, and runs it.
import { runBundled } from '#scripts/bundled'

await runBundled('bench')
