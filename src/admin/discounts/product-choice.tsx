'use client'
import { useState } from 'react'

import { Field, RemoveTokenButton } from '@/admin/form/fields'
import { useDelayedRequest } from '@/admin/form/use-delayed-request'
import { api } from '@/platform/http/api-client'

export type ChosenProduct = { id: number; name: string }

const foundAtOnce = 8

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
  return (
    <Field label="Products" error={error} hint="Type part of a name, then choose.">
      {(described) => (
        <>
          <div className="df-tokens df-control">
            {chosen.map(({ id, name }) => (
              <span key={id} className="df-token">
                {name}
                <RemoveTokenButton
                  label={`Remove ${name}`}
                  onClick={() => onChange(chosen.filter((product) => product.id !== id))}
                />
              </span>
            ))}
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
                onChange([...chosen, { id: first.id, name: first.name }])
                setText('')
              }}
            />
          </div>
          {search !== '' && !isBehind ? (
            <ul className="df-product-choice" aria-label="Products found">
              {found.map(({ id, name }) => (
                <li key={id}>
                  <button
                    type="button"
                    className="df-text-button"
                    onClick={() => {
                      onChange([...chosen, { id, name }])
                      setText('')
                    }}
                  >
                    {name}
                  </button>
                </li>
              ))}
              {found.length === 0 ? <li className="df-soft">No other products found.</li> : null}
            </ul>
          ) : null}
        </>
      )}
    </Field>
  )
}
