export type FormText = (name: string) => string

/** Reads the text fields of a form by their names. A missing field is empty. */
export function formText(form: HTMLFormElement | null): FormText {
  const data = new FormData(form ?? undefined)
  return (name) => {
    const value = data.get(name)
    return typeof value === 'string' ? value : ''
  }
}
