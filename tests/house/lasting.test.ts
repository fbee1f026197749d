// What was read stays in the console when it cannot be read again: no page gives its place to the error, for a form may
// be open in it. `<Lasting>` tells the trouble above what is shown.
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { lineOf, type Source, sourceOf, sourcesBelow } from './sources.ts'

/** Errors of what is no reading, with the reason. */
const exceptions: Readonly<Record<string, string>> = {
  'console/documents/DocumentsPage.tsx: one.error': 'a file that is sent, and shows how far it has come until it fails',
}

/** Whether something is, or has, the error of a reading. */
const isOfError = (node: ts.Expression): boolean => /(?:^|[.( ])error\b/.test(node.getText())

/** Where what was read is known to be missing, its place is free. */
const isOfLack = (node: ts.Expression): boolean => /!(?:\w+\.)?data\b/.test(node.getText())

const showsWrong = (node: ts.Node): boolean => /<FailureMessage\b/.test(node.getText())

/** Nothing else stands where the error would: no more than bones, or a sentence of what is not there. */
const isEmptyPlace = (node: ts.Expression): boolean => {
  const text = node.getText().replace(/[()\s]/g, '')
  return text === 'null' || /^<PageSkeleton[^<]*\/>$/.test(text) || text.startsWith('!')
}

/**
 * Whether the error leaves no place for what was read: `if (error) return <FailureMessage …>`, or
 * `error ? <FailureMessage …> : …`.
 */
const takesPlace = (node: ts.Node): boolean => {
  if (ts.isIfStatement(node))
    return isOfError(node.expression) && !isOfLack(node.expression) && showsWrong(node.thenStatement)
  return (
    ts.isConditionalExpression(node) &&
    isOfError(node.condition) &&
    !isOfLack(node.condition) &&
    showsWrong(node.whenTrue) &&
    !isEmptyPlace(node.whenFalse)
  )
}

const isExcepted = ({ path }: Source, node: ts.Node): boolean =>
  ts.isConditionalExpression(node) && `${path}: ${node.condition.getText()}` in exceptions

const replacedIn = (source: Source): string[] => {
  const found: string[] = []
  const look = (node: ts.Node): void => {
    if (takesPlace(node) && !isExcepted(source, node)) found.push(`${source.path}:${lineOf(source, node)}`)
    node.forEachChild(look)
  }
  look(source.tree)
  return found
}

describe('what was read stays when it cannot be read again', () => {
  const sources = sourcesBelow('console').filter(({ path }) => path.endsWith('.tsx'))

  test('no page of the console gives way to an error', () => {
    expect(sources.length).toBeGreaterThan(100)
    expect(sources.flatMap(replacedIn)).toEqual([])
  })

  const retried = '<FailureMessage error={error} retry={() => void refetch()} />'
  test.each<[number, string]>([
    [1, 'if (error) return <FailureMessage error={error} />'],
    [1, 'if (pages.error) { return <FailureMessage error={pages.error} /> }'],
    [1, `const list = error ? (${retried}) : (<Table rows={rows} />)`],
    [1, `const list = (error ?? other.error) ? ${retried} : <Table />`],
    [1, 'const all = <p>{error ? <FailureMessage error={error} /> : data ? <Form /> : <PageSkeleton />}</p>'],
    [0, 'if (error && !data) return <FailureMessage error={error} />'],
    [0, `const all = <p>{error ? ${retried} : null}</p>`],
    [0, 'const all = <p>{error ? <FailureMessage error={error} /> : <PageSkeleton lines={3} />}</p>'],
    [0, 'const all = <p>{error ? <FailureMessage error={error} /> : !data ? <PageSkeleton /> : null}</p>'],
    [0, 'const all = <p>{error && <FailureMessage error={error} />}</p>'],
    [0, 'const all = <Lasting of={found}>{(data) => <Form read={data} />}</Lasting>'],
  ])('%i of %s', (count, text) => {
    expect(replacedIn(sourceOf('console/some/Page.tsx', text))).toHaveLength(count)
  })
})
