// The first row of a table: what its columns are called.

/** Columns of amounts come last, and stand to the right. */
export const Heads = ({ texts, amounts = [] }: { texts: readonly string[]; amounts?: readonly string[] }) => (
  <thead>
    <tr>
      {texts.map((text) => (
        <th key={text} scope="col">
          {text}
        </th>
      ))}
      {amounts.map((text) => (
        <th key={text} scope="col" className="is-right">
          {text}
        </th>
      ))}
    </tr>
  </thead>
)
