'use client'
import { Field, RemoveTokenButton } from '@/admin/form/fields'
import { FoundList, useSearchChoice } from '@/admin/form/search-choice'

export type ChosenProduct = { id: number; name: string }

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

export function ProductChoice({
  chosen,
  error,
  onChange,
}: {
  chosen: readonly ChosenProduct[]
  error: string | undefined
  onChange: (chosen: ChosenProduct[]) => void
}) {
  const { input, found, failure, choose } = useSearchChoice<ChosenProduct>({
    path: '/api/admin/products',
    limit: 8,
    isOffered: ({ id }) => !chosen.some((product) => product.id === id),
    onChoose: ({ id, name }) => onChange([...chosen, { id, name }]),
  })
  return (
    <Field label="Products" error={error} hint="Type part of a name, then choose.">
      {(described) => (
        <>
          <div className="df-tokens df-control">
            <Chosen chosen={chosen} onChange={onChange} />
            <input {...described} {...input} />
          </div>
          <FoundList
            label="Products found"
            found={found}
            failure={failure}
            none="No other products found."
            nameOf={({ name }) => name}
            onChoose={choose}
          />
        </>
      )}
    </Field>
  )
}
