/** See bundle.mjs. */
export function bundled(entry: string): Promise<string>
