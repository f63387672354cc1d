import { type Cents, formatMoney } from '@/platform/money'

/** A sale shows the old price struck through, with text for screen readers. */
export function Price({
  cents,
  wasCents = null,
  className = '',
}: {
  cents: Cents
  wasCents?: Cents | null
  className?: string
}) {
  return (
    <span className={`nums font-[550] whitespace-nowrap ${className}`}>
      {wasCents !== null && wasCents > cents ? (
        <>
          <s className="mr-1.5 font-normal text-ink-soft">
            <span className="sr-only">was </span>
            {formatMoney(wasCents)}
          </s>
          <ins className="font-[650] text-clay">
            <span className="sr-only">now </span>
            {formatMoney(cents)}
          </ins>
        </>
      ) : (
        formatMoney(cents)
      )}
    </span>
  )
}
