/** Before the browser's own cart has been read. */
export function SummarySkeleton() {
  return (
    <div className="grid gap-4">
      <span className="sr-only">Loading</span>
      {[0, 1].map((key) => (
        <div key={key} aria-hidden="true" className="skeleton h-22" />
      ))}
      <div aria-hidden="true" className="skeleton h-40" />
    </div>
  )
}
