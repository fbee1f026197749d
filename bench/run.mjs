// `npm run bench`: bundles the benchmark temporarily, and runs it.
import { runBundled } from '#scripts/bundled'

await runBundled('bench')
