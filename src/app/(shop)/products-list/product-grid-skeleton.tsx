const cards = [0, 1, 2, 3, 4, 5]

export function ProductGridSkeleton() {
  return (
    <>
      <p role="status" className="sr-only">
        Loading
      </p>
      <div
        aria-hidden="true"
        className="mt-20 grid grid-cols-2 gap-x-4 gap-y-9 lg:grid-cols-3 lg:gap-x-6.5 lg:gap-y-13"
      >
        {cards.map((card) => (
          <div key={card} className="grid content-start gap-3">
            <span className="skeleton aspect-4/5" />
            <span className="skeleton h-4.5 w-3/5" />
            <span className="skeleton h-3.5 w-1/3" />
          </div>
        ))}
      </div>
    </>
  )
}
