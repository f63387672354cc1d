/** The mark's sun going round; a still sun and a word where motion is not wanted. */
export function Spinner({ label = 'One moment' }: { label?: string }) {
  return (
    <p role="status" className="grid justify-items-center gap-3">
      <span
        aria-hidden="true"
        className="relative block size-7 rounded-full border border-line-strong motion-safe:animate-spin"
      >
        <span className="absolute -top-1 left-1/2 size-2 -translate-x-1/2 rounded-full bg-sun" />
      </span>
      <span className="text-small motion-safe:sr-only">{label}</span>
    </p>
  )
}
