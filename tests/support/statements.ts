// What a connection sends to PostgreSQL, read from its bytes: every statement that is executed, one by one, by the
// protocol of the server (PostgreSQL manual, chapter "Frontend/Backend Protocol").

/** Reads what a client sends on one connection, and reports each statement when it is about to be executed. */
const readStatements = (tell: (text: string) => void): ((bytes: Buffer) => void) => {
  let rest = Buffer.alloc(0)
  // The first message has no type: it opens the connection.
  let isOpen = false
  const texts = new Map<string, string>()
  const bound = new Map<string, string>()

  const read = (type: string, body: Buffer) => {
    const words = wordsOf(body)
    if (type === 'Q') tell(words[0] ?? '')
    if (type === 'P') texts.set(words[0] ?? '', words[1] ?? '')
    if (type === 'B') bound.set(words[0] ?? '', texts.get(words[1] ?? '') ?? '')
    if (type === 'E') tell(bound.get(words[0] ?? '') ?? '')
  }

  return (bytes) => {
    rest = Buffer.concat([rest, bytes])
    for (;;) {
      const head = isOpen ? 1 : 0
      if (rest.length < head + LENGTH_BYTES) return
      const size = head + rest.readUInt32BE(head)
      if (rest.length < size) return
      if (isOpen) read(String.fromCharCode(rest[0] ?? 0), rest.subarray(head + LENGTH_BYTES, size))
      isOpen = true
      rest = rest.subarray(size)
    }
  }
}

const LENGTH_BYTES = 4

/** The first two texts of a message; each ends with a zero byte. */
const wordsOf = (body: Buffer): string[] => {
  const first = body.indexOf(0)
  const second = body.indexOf(0, first + 1)
  return [body.toString('utf8', 0, first), body.toString('utf8', first + 1, second < 0 ? undefined : second)]
}

type TransactionLog = {
  /** Reads one connection. */
  reader(): (bytes: Buffer) => void
  /**
   * The transactions that have ended since this was asked last: statements, `begin` and `commit` or `rollback` too. The
   * keys and events that go in one message with the `begin` or the `commit` count as one with it.
   */
  take(): string[][]
}

/** What ends a transaction, alone or behind the answers that it keeps and the events that it leaves. */
const END = /(?:^|; )(?:commit|rollback)$/

/** Sorts the statements of connections into transactions. */
export const newTransactionLog = (): TransactionLog => {
  let ended: string[][] = []
  return {
    reader() {
      let open: string[] | null = null
      return readStatements((text) => {
        if (/^begin\b/.test(text)) open = []
        open?.push(text.trim())
        if (!open || !END.test(text)) return
        ended.push(open)
        open = null
      })
    },
    take() {
      const all = ended
      ended = []
      return all
    },
  }
}
