import { noColor, noSize } from '../../domain/cart'
import { type Cents, formatMoney } from '../../domain/money'
import { LineThumb } from './line-thumb'

export type ShownLine = { name: string; image: string | null; size: string; color: string; quantity: number; unitCents: Cents }

/** What was chosen: 'Pine · M · 1'. A product of one kind shows only how many. */
const Kind = ({ size, color, quantity }: ShownLine) => (
  <p className="text-small text-ink-soft">
    {color === noColor ? null : <>{color} · </>}{size === noSize && color === noColor ? null : <>{size} · </>}<span className="sr-only">quantity </span>{quantity}
  </p>
)

export const LineList = ({ lines }: { lines: readonly ShownLine[] }) => (
  <ul className="grid gap-4">
    {lines.map((line, index) => (
      <li key={index} className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-4">
        <LineThumb src={line.image} />
        <div>
          <p className="leading-snug font-semibold">{line.name}</p>
          <Kind {...line} />
        </div>
        <span className="nums">{formatMoney(line.unitCents * line.quantity)}</span>
      </li>
    ))}
  </ul>
)
