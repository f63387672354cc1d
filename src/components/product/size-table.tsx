type Props = {
  rows: readonly { size: string; chest: string; length: string }[]
  chosen?: string | null
}

/** Body measurements; the chosen size's row is tinted and labeled. */
export function SizeTable({ rows, chosen = null }: Props) {
  return (
    <table className="nums w-full text-left [&_:is(th,td)]:border-b [&_:is(th,td)]:border-line [&_:is(th,td)]:px-1.5 [&_:is(th,td)]:py-3.5">
      <thead className="text-small text-ink-mute [&_th]:font-[550]">
        <tr>
          <th scope="col">Size</th>
          <th scope="col">Chest</th>
          <th scope="col">Length</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ size, chest, length }) => (
          <tr key={size} className={size === chosen ? 'bg-fern-soft' : ''}>
            <th scope="row" className="font-semibold">
              {size}
              {size === chosen ? <span className="sr-only"> (your choice)</span> : null}
            </th>
            <td>{chest}</td>
            <td>{length}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
