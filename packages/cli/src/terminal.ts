// What is drawn for people: colours and progress, on a terminal only.
const { env } = process

const isColoured = (stream: NodeJS.WriteStream): boolean =>
  env.NO_COLOR === undefined && env.TERM !== 'dumb' && (stream.isTTY || env.FORCE_COLOR !== undefined)

const coloured = (code: number, stream: NodeJS.WriteStream) => (text: string) =>
  isColoured(stream) ? `\u001b[${code}m${text}\u001b[0m` : text

export const red = coloured(31, process.stderr)
export const bold = coloured(1, process.stdout)
export const dim = coloured(2, process.stdout)

/** Said beside the output, so that it can be piped. */
export const say = (text: string): void => {
  process.stderr.write(`${text}\n`)
}

const BAR = 30

/** A bar that is redrawn in its line; nothing where no one looks. Without a total, it only counts. */
export const progress = (
  what: string,
  total: number | null,
): { step(name: string, count?: number): void; end(): void } => {
  const { stderr } = process
  if (!stderr.isTTY) return { step: () => {}, end: () => {} }
  let done = 0
  const draw = (name: string) => {
    const filled = total ? Math.min(BAR, Math.round((done / total) * BAR)) : BAR
    const bar = total === null ? `${done}` : `${'█'.repeat(filled)}${'░'.repeat(BAR - filled)} ${done}/${total}`
    stderr.write(`\r\u001b[2K${`${what} ${bar} ${name}`.slice(0, stderr.columns || 80)}`)
  }
  draw('')
  return {
    step: (name, count = 1) => {
      done += count
      draw(name)
    },
    end: () => stderr.write('\r\u001b[2K'),
  }
}
