// A row of choices of which one holds, such as the filters of a list. On a phone they break onto more lines.
export const Chips = <Value extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: Value
  choices: readonly (readonly [Value, string])[]
  onChange: (value: Value) => void
}) => (
  <div className="chips" role="group" aria-label={label}>
    {choices.map(([choice, text]) => (
      <button
        key={choice}
        type="button"
        className="chip"
        aria-pressed={choice === value}
        onClick={() => onChange(choice)}
      >
        {text}
      </button>
    ))}
  </div>
)
