// The operator's command line: `./grundbok <noun> <verb> …`. It works with or without a running service, on the
// embedded or an external database. Output goes to standard output; a refusal or a wrong call gives exit code 1 and a
// sentence on standard error.
import { runWords } from './run.ts'

process.exitCode = await runWords(process.argv.slice(2), {
  env: process.env,
  print: (text) => console.log(text),
  report: (sentence) => console.error(sentence),
})
