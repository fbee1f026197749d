// The refusal of operations that go together: what is refused to one is refused to all, and each is told of.
import { Refusal } from '#platform/refusal'

/** An operation that was not done: how it was refused, and null where that was for the sake of another one only. */
export type Undone = { name: string | undefined; refused: Refusal | null }

/** A refusal of many operations, with what became of each, in their order. */
export class RefusedTogether extends Refusal {
  readonly operations: readonly Undone[]

  constructor({ kind, message, errors, headers, body }: Refusal, operations: readonly Undone[]) {
    super(kind, message, errors, headers, body)
    this.operations = operations
  }
}
