type Props<Option extends string> = {
  legend: string
  options: readonly Option[]
  labels: Record<Option, string>
  chosen: readonly Option[]
  onChange: (chosen: Option[]) => void
}

/** A list of checkboxes for a setting with several values, kept in the order of the options. */
export function Choices<Option extends string>({
  legend,
  options,
  labels,
  chosen,
  onChange,
}: Props<Option>) {
  return (
    <fieldset className="df-choices">
      <legend>{legend}</legend>
      {options.map((option) => (
        <label key={option}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={({ currentTarget }) =>
              onChange(
                options.filter((other) =>
                  other === option ? currentTarget.checked : chosen.includes(other),
                ),
              )
            }
          />
          {labels[option]}
        </label>
      ))}
    </fieldset>
  )
}
