// The refusal of an atomic bulk: if one operation is refused, all are, and each is listed.
import { Refusal } from '#platform/refusal'

/** An operation that was not done, with its refusal; null if only another operation was refused. */
export type UndoneOperation = { name: string | undefined; refused: Refusal | null }

/** A refusal of many operations, with the result of each, in order. */
export class AtomicBulkRefusal extends Refusal {
  readonly operations: readonly UndoneOperation[]

  constructor({ kind, said, errors, headers, body }: Refusal, operations: readonly UndoneOperation[]) {
    super(kind, said, errors, headers, body)
    this.operations = operations
  }
}
