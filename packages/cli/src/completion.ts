// Completion in shells: the shell asks the command itself, so that it always knows what there is.
import { Argument, type Command } from 'commander'
import { addOperations } from './generic.ts'
import { operations, wordsOf } from './operations.ts'

const SHELLS = {
  bash: `_bok() {
  local IFS=$'\\n'
  COMPREPLY=($(bok complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2> /dev/null))
  [ \${#COMPREPLY[@]} -gt 0 ] || COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _bok bok`,
  zsh: `#compdef bok
_bok() {
  local -a found
  found=("\${(@f)$(bok complete -- "\${words[@]:1:$((CURRENT - 1))}" 2> /dev/null)}")
  [ -n "$found" ] && compadd -a found || _files
}
compdef _bok bok`,
  fish: `complete -c bok -a '(bok complete -- (commandline -opc)[2..] (commandline -ct) 2> /dev/null)'`,
} as const

export const addCompletion = (program: Command): void => {
  program
    .command('completion')
    .description('Print the completion for a shell: eval "$(bok completion bash)"')
    .addArgument(new Argument('<shell>').choices(Object.keys(SHELLS)))
    .action((shell: keyof typeof SHELLS) => {
      process.stdout.write(`${SHELLS[shell]}\n`)
    })
  program
    .command('commands')
    .description('List every command')
    .action(() => {
      addOperations(program, allWords())
      for (const [words, summary] of commandsBelow(program)) process.stdout.write(`${words.padEnd(60)}${summary}\n`)
    })
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action((words: string[]) => {
      addOperations(program, words)
      const found = completionsFor(program, words)
      if (found.length > 0) process.stdout.write(`${found.join('\n')}\n`)
    })
}

const allWords = (): string[] => operations.map((operation) => wordsOf(operation)[0] ?? '')

/** Each command that does something, with what it does. */
const commandsBelow = (command: Command, before = ''): [string, string][] =>
  command.commands.flatMap((one): [string, string][] => {
    const words = `${before}${one.name()}`
    // A resource may be a verb as well; what is only a group has no arguments and no options.
    const own: [string, string][] =
      one.options.length > 0 || one.commands.length === 0 ? [[words, one.description()]] : []
    return [...own, ...commandsBelow(one, `${words} `)]
  })

/** What may stand in place of the last word. */
const completionsFor = (program: Command, words: readonly string[]): string[] => {
  const last = words.at(-1) ?? ''
  let at = program
  for (const word of words.slice(0, -1)) at = at.commands.find((one) => one.name() === word) ?? at
  const names = at.commands.map((one) => one.name()).filter((name) => name !== 'complete')
  const flags = at.options.flatMap(({ long }) => (long ? [long] : []))
  const all = last.startsWith('-') ? flags : names
  return [...new Set(all)].filter((one) => one.startsWith(last)).sort()
}
