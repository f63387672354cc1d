/** The changed fields: overwriting after a conflict sends only these. */
export function changedFields<Body extends object>(before: Body, now: Body): Partial<Body> {
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
    ),
  ) as Partial<Body>
}
