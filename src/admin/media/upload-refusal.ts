/** Why an upload was refused, as a message of the shop. A proxy in front of it responds with an HTML page. */
export function explainRefusal(status: number, text: string): string {
  try {
    const { error, fields } = JSON.parse(text) as {
      error?: string
      fields?: Record<string, string>
    }
    return Object.values(fields ?? {})[0] ?? error ?? 'Upload failed'
  } catch {
    return status === 413
      ? 'The shop’s proxy doesn’t accept files of this size (docs/operations.md).'
      : 'Upload failed'
  }
}
