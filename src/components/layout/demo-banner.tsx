/** Says that nothing here is charged, wherever someone might think otherwise. */
export function DemoBanner({ outboxUrl }: { outboxUrl: string | undefined }) {
  return (
    <aside
      aria-label="Demo mode"
      className="relative z-20 bg-sun-soft px-5 py-1.5 text-center text-tiny text-ink"
    >
      Demo mode: no real payments.
      {outboxUrl ? (
        <>
          {' '}
          <a href={outboxUrl} className="underline underline-offset-2">
            View emails
          </a>
        </>
      ) : null}
    </aside>
  )
}
