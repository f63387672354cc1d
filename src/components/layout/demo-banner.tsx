/** Says that nothing here is charged, wherever somebody might think otherwise. */
export function DemoBanner({ outboxUrl }: { outboxUrl: string | undefined }) {
  return (
    <aside
      aria-label="Rehearsal"
      className="relative z-20 bg-sun-soft px-5 py-1.5 text-center text-tiny text-ink"
    >
      Rehearsal: this shop takes no real money.
      {outboxUrl ? (
        <>
          {' '}
          <a href={outboxUrl} className="underline underline-offset-2">
            See the mails
          </a>
        </>
      ) : null}
    </aside>
  )
}
