export function CartSkeleton() {
  return (
    <div
      aria-busy="true"
      className="grid gap-9.5 pb-(--sec) lg:grid-cols-[minmax(0,7.4fr)_minmax(0,4.6fr)] lg:gap-20"
    >
      <p className="sr-only" role="status">
        Loading
      </p>
      <div aria-hidden="true">
        {[0, 1].map((line) => (
          <div
            key={line}
            className="grid grid-cols-[6.5rem_1fr] gap-5 border-t border-line py-6 lg:grid-cols-[8.5rem_1fr] lg:gap-7"
          >
            <span className="skeleton aspect-4/5" />
            <span className="grid content-start gap-3">
              <span className="skeleton h-5 w-3/5" />
              <span className="skeleton h-4 w-1/3" />
            </span>
          </div>
        ))}
      </div>
      <span aria-hidden="true" className="skeleton h-100 rounded-sheet!" />
    </div>
  )
}
