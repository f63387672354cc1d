'use client'
import { type RefObject, useEffect, useRef, useState } from 'react'

import { useDeletion } from '@/app/(shop)/account/use-deletion'
import { CardButton } from '@/components/account/card-button'
import { accountErrorMessage, useSubmit } from '@/components/form/use-submit'
import { PostalAddress } from '@/components/order/postal-address'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { api } from '@/platform/http/api-client'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { FormError } from '@/ui/form-error'
import { showToast } from '@/ui/toast'

import { AddressForm } from './address-form'

const addressLabel = ({ label, address1, city }: AddressView): string =>
  label || `${address1}, ${city}`

type CardProps = {
  address: AddressView
  onEdit: () => void
  onDefault: () => void
  onDelete: () => void
}

const AddressCard = ({ address, onEdit, onDefault, onDelete }: CardProps) => {
  const { label, firstName, lastName, phone, isDefault } = address
  return (
    <article className="grid h-full content-between gap-5 rounded-sheet bg-surface p-6 shadow-rest">
      <div>
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-sans text-body font-semibold">
            {label || `${firstName} ${lastName}`}
          </h2>
          {isDefault ? <Badge>Default</Badge> : null}
        </div>
        <PostalAddress address={label ? address : { ...address, firstName: '', lastName: '' }}>
          {phone}
        </PostalAddress>
      </div>
      <div className="-mx-3 -mb-2 flex flex-wrap">
        <CardButton aria-label={`Edit ${addressLabel(address)}`} onClick={onEdit}>
          Edit
        </CardButton>
        {isDefault ? null : (
          <CardButton aria-label={`Make ${addressLabel(address)} the default`} onClick={onDefault}>
            Make default
          </CardButton>
        )}
        <CardButton aria-label={`Delete ${addressLabel(address)}`} onClick={onDelete}>
          Delete
        </CardButton>
      </div>
    </article>
  )
}

type ListProps = {
  addresses: readonly AddressView[]
  onEdit: (id: number | 'new') => void
  onDefault: (address: AddressView) => void
  onDelete: (address: AddressView) => void
}

const AddressList = ({ addresses, onEdit, onDefault, onDelete }: ListProps) =>
  addresses.length === 0 ? (
    <EmptyState
      emblem="homing"
      title="No saved addresses"
      action={<Button onClick={() => onEdit('new')}>Add an address</Button>}
    >
      <p>Save one and we’ll fill it in at checkout.</p>
    </EmptyState>
  ) : (
    <>
      <ul className="mb-6 grid gap-5 md:grid-cols-2">
        {addresses.map((address) => (
          <li key={address.id}>
            <AddressCard
              address={address}
              onEdit={() => onEdit(address.id)}
              onDefault={() => onDefault(address)}
              onDelete={() => onDelete(address)}
            />
          </li>
        ))}
      </ul>
      <Button variant="line" onClick={() => onEdit('new')}>
        Add an address
      </Button>
    </>
  )

/** Moves the focus when the form replaces the list, or the list replaces the form. */
const useFocusOnChange = (
  container: RefObject<HTMLDivElement | null>,
  editing: number | 'new' | null,
): void => {
  const wasEditing = useRef(false)
  useEffect(() => {
    if (editing !== null) container.current?.querySelector<HTMLElement>('input')?.focus()
    else if (wasEditing.current) container.current?.focus()
    wasEditing.current = editing !== null
  }, [container, editing])
}

export function AddressBook({ stored }: { stored: readonly AddressView[] }) {
  const [addresses, setAddresses] = useState(stored)
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const { message, submit } = useSubmit(accountErrorMessage)
  const container = useRef<HTMLDivElement>(null)
  useFocusOnChange(container, editing)

  const change = (title: string, method: 'PUT' | 'DELETE', path: string): void =>
    void submit(async () => {
      setAddresses(await api<AddressView[]>(method, `/api/account/addresses/${path}`))
      showToast({ title })
      container.current?.focus()
    })
  const deletion = useDeletion<AddressView>({
    title: 'Delete this address?',
    describe: (address) => `${addressLabel(address)}. Past orders won’t change.`,
    onConfirm: ({ id }) => change('Address deleted', 'DELETE', `${id}`),
  })
  const edited = addresses.find(({ id }) => id === editing)
  return (
    <div ref={container} tabIndex={-1} className="outline-none">
      {editing !== null ? (
        <AddressForm
          key={editing}
          address={edited}
          isOnly={addresses.length === (edited ? 1 : 0)}
          onCancel={() => setEditing(null)}
          onSaved={(saved) => {
            setAddresses(saved)
            setEditing(null)
            showToast({ title: 'Address saved' })
          }}
        />
      ) : (
        <AddressList
          addresses={addresses}
          onEdit={setEditing}
          onDefault={({ id }) => change('This is now your default address', 'PUT', `${id}/default`)}
          onDelete={deletion.confirm}
        />
      )}
      <div className="mt-4">
        <FormError>{message}</FormError>
      </div>
      {deletion.dialog}
    </div>
  )
}
