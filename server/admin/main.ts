// The operator's command line: `./grundbok <noun> <verb> …`. It works beside a running service or without one, on
// the embedded or the given database. What a command says stands on standard output; a refusal or a wrong call ends
// with exit code 1 and a sentence on standard error.
import { runWords } from './run.ts'

process.exitCode = await runWords(process.argv.slice(2), {
  env: process.env,
  print: (text) => console.log(text),
  report: (sentence) => console.error(sentence),
})
