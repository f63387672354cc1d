'use client'
import { useState } from 'react'

import { Field, RemoveTokenButton } from '@/admin/form/fields'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { api } from '@/platform/http/api-client'

export type ChosenProduct = { id: number; name: string }

const foundAtOnce = 8

const FoundProducts = ({
  found,
  onChoose,
}: {
  found: readonly ChosenProduct[]
  onChoose: (product: ChosenProduct) => void
}) => (
  <ul className="df-product-choice" aria-label="Products found">
    {found.map((product) => (
      <li key={product.id}>
        <button type="button" className="df-text-button" onClick={() => onChoose(product)}>
          {product.name}
        </button>
      </li>
    ))}
    {found.length === 0 ? <li className="df-soft">No other products found.</li> : null}
  </ul>
)

const Chosen = ({
  chosen,
  onChange,
}: {
  chosen: readonly ChosenProduct[]
  onChange: (chosen: ChosenProduct[]) => void
}) =>
  chosen.map(({ id, name }) => (
    <span key={id} className="df-token">
      {name}
      <RemoveTokenButton
        label={`Remove ${name}`}
        onClick={() => onChange(chosen.filter((product) => product.id !== id))}
      />
    </span>
  ))

/** Chooses products by searching for them. */
export function ProductChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly ChosenProduct[]
  error: string | undefined
  onChange: (chosen: ChosenProduct[]) => void
}) {
  const [text, setText] = useState('')
  const search = text.trim()
  const { result, isBehind } = useDelayedRequest(
    search,
    async () =>
      search === ''
        ? []
        : api<ChosenProduct[]>(
            'GET',
            `/api/admin/products?limit=${foundAtOnce}&search=${encodeURIComponent(search)}`,
          ),
    200,
  )
  const found = (result ?? []).filter(({ id }) => !chosen.some((product) => product.id === id))
  const choose = ({ id, name }: ChosenProduct): void => {
    onChange([...chosen, { id, name }])
    setText('')
  }
  return (
    <Field label="Products" error={error} hint="Type part of a name, then choose.">
      {(described) => (
        <>
          <div className="df-tokens df-control">
            <Chosen chosen={chosen} onChange={onChange} />
            <input
              {...described}
              value={text}
              autoComplete="off"
              onChange={({ currentTarget }) => setText(currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return
                event.preventDefault()
                const [first] = found
                if (!first || isBehind) return
                choose(first)
              }}
            />
          </div>
          {search !== '' && !isBehind ? <FoundProducts found={found} onChoose={choose} /> : null}
        </>
      )}
    </Field>
  )
}
