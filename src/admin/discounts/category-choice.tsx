import type { CategoryView } from '@/modules/catalog/queries/list-categories'

export function CategoryChoice({
  categories,
  chosen,
  error,
  onChange,
}: {
  categories: readonly CategoryView[]
  chosen: readonly number[]
  error: string | undefined
  onChange: (chosen: number[]) => void
}) {
  return (
    <fieldset
      className="df-choices"
      aria-label="Categories"
      aria-invalid={error ? true : undefined}
      tabIndex={error ? -1 : undefined}
    >
      <legend>Categories</legend>
      {categories.map(({ id, name }) => (
        <label key={id}>
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(
                currentTarget.checked ? [...chosen, id] : chosen.filter((other) => other !== id),
              )
            }
          />
          {name}
        </label>
      ))}
      {error ? <p className="df-field__error">{error}</p> : null}
    </fieldset>
  )
}
