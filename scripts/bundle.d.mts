/** See typescript.mjs. */
export function bundled(entry: string): Promise<string>
