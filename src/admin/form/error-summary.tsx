const nameOf = (field: HTMLElement): string =>
  field.ariaLabel ?? (field as HTMLInputElement).labels?.[0]?.firstChild?.textContent ?? 'A field'

/** Links to the rejected fields above a long form. */
export function ErrorSummary({ fields }: { fields: readonly HTMLElement[] }) {
  return fields.length < 2 ? null : (
    <div className="df-form__refusal" role="alert">
      <p>Nothing is saved yet. Please look at these fields:</p>
      <ul className="df-wrong">
        {fields.map((field, index) => (
          <li key={index}>
            <button type="button" className="df-text-button" onClick={() => field.focus()}>
              {nameOf(field)}
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
