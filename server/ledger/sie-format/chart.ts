// The accounts, dimensions and objects that a file declares, and those it uses. Declarations may follow their use, so
// the two are compared at the end.
import { Unreadable } from './encoding.ts'
import type { Words } from './findings.ts'
import { type SieChartItem, type SieObjectRef, standardDimensions } from './items.ts'
import type { ReadingFindings } from './kinds.ts'
import { FILE_MAX_ACCOUNTS, FILE_MAX_DIMENSIONS, FILE_MAX_OBJECTS } from './limits.ts'

/** Accounts, dimensions and objects of one file. Memory grows with these only. */
export class Chart {
  readonly accounts = new Map<string, string>()
  /** Names of mapped accounts, by the target account, whose own name takes precedence. */
  readonly #mappedAccounts = new Map<string, string>()
  readonly #usedAccounts = new Map<string, number>()
  readonly #dimensions = new Map<number, string>()
  readonly #usedDimensions = new Map<number, number>()
  readonly #objects = new Set<string>()
  readonly #usedObjects = new Map<string, number>()
  readonly #findings: ReadingFindings

  constructor(findings: ReadingFindings) {
    this.#findings = findings
  }

  declare(item: SieChartItem): void {
    switch (item.kind) {
      case 'account':
        if (item.given === undefined) this.#declareAccount(item.line, item.number, item.name)
        else this.#mappedAccounts.set(item.number, item.name)
        break
      case 'dimension':
        this.#dimensions.set(item.number, item.name)
        if (item.parent !== null) this.#useDimension(item.parent, item.line)
        refuseBeyond(this.#dimensions, FILE_MAX_DIMENSIONS, item.line, { sv: 'dimensioner', en: 'dimensions' })
        break
      case 'object':
        this.#useDimension(item.dimension, item.line)
        this.#objects.add(objectKey(item))
        refuseBeyond(this.#objects, FILE_MAX_OBJECTS, item.line, { sv: 'objekt', en: 'objects' })
        break
      default:
        this.use(item.account, noObjects, item.line)
    }
  }

  use(account: string, objects: readonly SieObjectRef[], line: number): void {
    if (!this.#usedAccounts.has(account)) {
      this.#usedAccounts.set(account, line)
      refuseBeyond(this.#usedAccounts, FILE_MAX_ACCOUNTS, line, { sv: 'konton', en: 'accounts' })
    }
    for (const object of objects) {
      this.#useDimension(object.dimension, line)
      const key = objectKey(object)
      if (this.#usedObjects.has(key)) continue
      this.#usedObjects.set(key, line)
      refuseBeyond(this.#usedObjects, FILE_MAX_OBJECTS, line, { sv: 'objekt', en: 'objects' })
    }
  }

  /** Uses the names of mapped accounts for targets without a declaration. */
  settle(): void {
    for (const [account, name] of this.#mappedAccounts) {
      if (!this.accounts.has(account)) this.accounts.set(account, name)
    }
  }

  undeclaredAccounts(): string[] {
    return [...this.#usedAccounts.keys()].filter((account) => !this.accounts.has(account)).sort()
  }

  /** Reports everything used but not declared, once each, at its first use. */
  finish(): void {
    for (const [account, line] of this.#usedAccounts) {
      if (!this.accounts.has(account)) this.#findings.add('accountUndeclared', line, { account })
    }
    for (const [dimension, line] of this.#usedDimensions) {
      if (this.#dimensions.has(dimension) || standardDimensions.has(dimension)) continue
      this.#findings.add('dimensionUndeclared', line, { dimension })
    }
    for (const [key, line] of this.#usedObjects) {
      if (this.#objects.has(key)) continue
      const cut = key.indexOf(' ')
      this.#findings.add('objectUndeclared', line, { code: key.slice(cut + 1), dimension: key.slice(0, cut) })
    }
  }

  #declareAccount(line: number, number: string, name: string): void {
    const known = this.accounts.get(number)
    if (known !== undefined && known !== name) {
      this.#findings.add('accountTwice', line, { account: number })
    }
    this.accounts.set(number, name)
    refuseBeyond(this.accounts, FILE_MAX_ACCOUNTS, line, { sv: 'konton', en: 'accounts' })
  }

  #useDimension(dimension: number, line: number): void {
    if (this.#usedDimensions.has(dimension)) return
    this.#usedDimensions.set(dimension, line)
    refuseBeyond(this.#usedDimensions, FILE_MAX_DIMENSIONS, line, { sv: 'dimensioner', en: 'dimensions' })
  }
}

const noObjects: readonly SieObjectRef[] = []

const objectKey = (object: SieObjectRef): string => `${object.dimension} ${object.code}`

const refuseBeyond = (kept: { readonly size: number }, most: number, line: number, what: Words): void => {
  if (kept.size > most) throw new Unreadable(line, 'tooMany', { limit: most, what })
}
