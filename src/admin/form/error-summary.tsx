const nameOf = (field: HTMLElement): string =>
  field.ariaLabel ?? (field as HTMLInputElement).labels?.[0]?.firstChild?.textContent ?? 'A field'

/** Above a long form that was refused: the ways to its fields. What is wrong is said there, once. */
export function ErrorSummary({ wrong }: { wrong: readonly HTMLElement[] }) {
  return wrong.length < 2 ? null : (
    <div className="df-form__refusal" role="alert">
      <p>Nothing is saved yet. Please look at these fields:</p>
      <ul className="df-wrong">
        {wrong.map((field, index) => (
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
