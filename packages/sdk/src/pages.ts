// Lists: awaited they are one page, iterated they are all of their items.

/** The fields of a page that turning it needs. */
type AnyPage<Item> = { items: Item[]; nextCursor?: string | null; currentPage?: number; totalPages?: number }

/** Options of a list, as far as the pages turn on them. */
type Turning = { page?: number; cursor?: string; pageSize?: number }

/** As many as the service gives at once. */
const LARGEST_PAGE = 100

/**
 * ```ts
 * const page = await company.invoices.list({ page: 2 })
 * for await (const invoice of company.invoices.list({ query: 'status==overdue' })) …
 * ```
 */
export class Pages<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (turning: Turning) => Promise<Page>
  readonly #asked: Turning
  readonly #hasCursor: boolean

  constructor(read: (turning: Turning) => Promise<Page>, asked: Turning, hasCursor: boolean) {
    this.#read = read
    this.#asked = asked
    this.#hasCursor = hasCursor
  }

  // biome-ignore lint/suspicious/noThenProperty: awaited, a list is its page
  then<Then = Page, Catch = never>(
    then?: ((page: Page) => Then | PromiseLike<Then>) | null,
    otherwise?: ((reason: unknown) => Catch | PromiseLike<Catch>) | null,
  ): Promise<Then | Catch> {
    return this.#read({}).then(then, otherwise)
  }

  /** The pages from the one that was asked for, as they come. */
  async *pages(): AsyncGenerator<Page, void, undefined> {
    const pageSize = this.#asked.pageSize ?? LARGEST_PAGE
    let turning: Turning | null = this.#hasCursor
      ? { cursor: this.#asked.cursor ?? '', pageSize }
      : { page: this.#asked.page ?? 1, pageSize }
    while (turning) {
      const page: Page = await this.#read(turning)
      yield page
      turning = nextOf(page as AnyPage<Item>, turning)
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    for await (const page of this.pages()) yield* (page as AnyPage<Item>).items
  }

  /** All items, at most `limit`. */
  async all(limit = Number.POSITIVE_INFINITY): Promise<Item[]> {
    const items: Item[] = []
    for await (const item of this) {
      if (items.length >= limit) break
      items.push(item)
    }
    return items
  }
}

const nextOf = <Item>(
  { nextCursor, currentPage = 1, totalPages = 1 }: AnyPage<Item>,
  last: Turning,
): Turning | null => {
  if (last.cursor !== undefined) return nextCursor ? { ...last, cursor: nextCursor } : null
  return currentPage < totalPages ? { ...last, page: currentPage + 1 } : null
}
