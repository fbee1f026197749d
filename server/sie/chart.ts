// The accounts, dimensions and objects a file declares, and those it uses. What is used may be declared later on, so
// the two meet at the end.

import { Unreadable } from './encoding.ts'
import type { Findings } from './findings.ts'
import { type SieChartItem, type SieObjectRef, standardDimensions } from './items.ts'
import { FILE_MAX_ACCOUNTS, FILE_MAX_DIMENSIONS, FILE_MAX_OBJECTS } from './limits.ts'

/** Accounts, dimensions and objects of one file. Memory grows with these only. */
export class Chart {
  readonly accounts = new Map<string, string>()
  readonly #usedAccounts = new Map<string, number>()
  readonly #dimensions = new Map<number, string>()
  readonly #usedDimensions = new Map<number, number>()
  readonly #objects = new Set<string>()
  readonly #usedObjects = new Map<string, number>()
  readonly #findings: Findings

  constructor(findings: Findings) {
    this.#findings = findings
  }

  declare(item: SieChartItem): void {
    switch (item.kind) {
      case 'account':
        this.#declareAccount(item.line, item.number, item.name)
        break
      case 'dimension':
        this.#dimensions.set(item.number, item.name)
        if (item.parent !== null) this.#useDimension(item.parent, item.line)
        refuseBeyond(this.#dimensions, FILE_MAX_DIMENSIONS, item.line, 'dimensions')
        break
      case 'object':
        this.#useDimension(item.dimension, item.line)
        this.#objects.add(objectKey(item))
        refuseBeyond(this.#objects, FILE_MAX_OBJECTS, item.line, 'objects')
        break
      default:
        this.use(item.account, noObjects, item.line)
    }
  }

  use(account: string, objects: readonly SieObjectRef[], line: number): void {
    if (!this.#usedAccounts.has(account)) {
      this.#usedAccounts.set(account, line)
      refuseBeyond(this.#usedAccounts, FILE_MAX_ACCOUNTS, line, 'accounts')
    }
    for (const object of objects) {
      this.#useDimension(object.dimension, line)
      const key = objectKey(object)
      if (this.#usedObjects.has(key)) continue
      this.#usedObjects.set(key, line)
      refuseBeyond(this.#usedObjects, FILE_MAX_OBJECTS, line, 'objects')
    }
  }

  undeclaredAccounts(): string[] {
    return [...this.#usedAccounts.keys()].filter((account) => !this.accounts.has(account)).sort()
  }

  /** Warns about everything that is used and not declared, once each, where it was used first. */
  finish(): void {
    for (const [account, line] of this.#usedAccounts) {
      if (!this.accounts.has(account)) this.#findings.warn(line, `Account ${account} is used but has no #KONTO`)
    }
    for (const [dimension, line] of this.#usedDimensions) {
      if (this.#dimensions.has(dimension) || standardDimensions.has(dimension)) continue
      this.#findings.warn(line, `Dimension ${dimension} is used but has no #DIM`)
    }
    for (const [key, line] of this.#usedObjects) {
      if (this.#objects.has(key)) continue
      const cut = key.indexOf(' ')
      const name = `Object ${key.slice(cut + 1)} of dimension ${key.slice(0, cut)}`
      this.#findings.warn(line, `${name} is used but has no #OBJEKT`)
    }
  }

  #declareAccount(line: number, number: string, name: string): void {
    const known = this.accounts.get(number)
    if (known !== undefined && known !== name) {
      this.#findings.warn(line, `Account ${number} is declared again with another name; the last one counts`)
    }
    this.accounts.set(number, name)
    refuseBeyond(this.accounts, FILE_MAX_ACCOUNTS, line, 'accounts')
  }

  #useDimension(dimension: number, line: number): void {
    if (this.#usedDimensions.has(dimension)) return
    this.#usedDimensions.set(dimension, line)
    refuseBeyond(this.#usedDimensions, FILE_MAX_DIMENSIONS, line, 'dimensions')
  }
}

const noObjects: readonly SieObjectRef[] = []

const objectKey = (object: SieObjectRef): string => `${object.dimension} ${object.code}`

const refuseBeyond = (kept: { readonly size: number }, most: number, line: number, what: string): void => {
  if (kept.size > most) throw new Unreadable(line, `The file has more than ${most} ${what}`)
}
