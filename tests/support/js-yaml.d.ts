/** The package has no types of its own. */
declare module 'js-yaml' {
  /** Parses every document of a file. @throws YAMLException */
  export function loadAll(text: string): unknown[]
}
