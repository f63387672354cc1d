'use client'
import { useEffect, useRef, useState } from 'react'

import { useMutation } from '@/components/account/use-mutation'
import type { AddressView } from '@/modules/accounts/queries/list-addresses'
import { Badge } from '@/ui/badge'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/confirm-dialog'
import { EmptyState } from '@/ui/empty-state'
import { FormError } from '@/ui/form-error'
import { useModal } from '@/ui/modal'
import { showToast } from '@/ui/toast'

import { AddressForm } from './address-form'

const lineOf = ({ label, address1, city }: AddressView): string => label || `${address1}, ${city}`

type CardProps = {
  address: AddressView
  onEdit: () => void
  onDefault: () => void
  onDelete: () => void
}

const AddressCard = ({ address, onEdit, onDefault, onDelete }: CardProps) => {
  const { label, firstName, lastName, address1, address2, city, stateCode, zip, phone, isDefault } =
    address
  return (
    <article className="grid h-full content-between gap-5 rounded-sheet bg-surface p-6 shadow-rest">
      <div>
        <div className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <h2 className="font-sans text-body font-semibold">
            {label || `${firstName} ${lastName}`}
          </h2>
          {isDefault ? <Badge>Default</Badge> : null}
        </div>
        <address className="text-ink-soft not-italic">
          {label ? (
            <>
              {firstName} {lastName}
              <br />
            </>
          ) : null}
          {address1}
          <br />
          {address2 ? (
            <>
              {address2}
              <br />
            </>
          ) : null}
          {city}, {stateCode} {zip}
          {phone ? (
            <>
              <br />
              {phone}
            </>
          ) : null}
        </address>
      </div>
      <div className="-mx-3 -mb-2 flex flex-wrap">
        <Button
          variant="ghost"
          size="sm"
          className="px-3!"
          aria-label={`Change ${lineOf(address)}`}
          onClick={onEdit}
        >
          Change
        </Button>
        {isDefault ? null : (
          <Button
            variant="ghost"
            size="sm"
            className="px-3!"
            aria-label={`Make ${lineOf(address)} the default`}
            onClick={onDefault}
          >
            Make default
          </Button>
        )}
        <Button
          variant="ghost"
          size="sm"
          className="px-3!"
          aria-label={`Delete ${lineOf(address)}`}
          onClick={onDelete}
        >
          Delete
        </Button>
      </div>
    </article>
  )
}

/** Addresses for the next order: added, changed, made the default, deleted after asking once. */
export function AddressBook({ stored }: { stored: readonly AddressView[] }) {
  const [addresses, setAddresses] = useState(stored)
  const [editing, setEditing] = useState<number | 'new' | null>(null)
  const [leaving, setLeaving] = useState<AddressView | null>(null)
  const { ref, isInPage, open } = useModal()
  const { trouble, call } = useMutation()
  const head = useRef<HTMLDivElement>(null)
  const wasEditing = useRef(false)
  // The form has taken the place of the list, or the other way round: the focus follows.
  useEffect(() => {
    if (editing !== null) head.current?.querySelector<HTMLElement>('input')?.focus()
    else if (wasEditing.current) head.current?.focus()
    wasEditing.current = editing !== null
  }, [editing])

  const change = async (says: string, ...asked: Parameters<typeof call>): Promise<void> => {
    const now = await call<AddressView[]>(...asked)
    if (!now) return
    setAddresses(now)
    showToast({ title: says })
    head.current?.focus()
  }
  const edited = addresses.find(({ id }) => id === editing)
  return (
    <div ref={head} tabIndex={-1} className="outline-none">
      {editing !== null ? (
        <AddressForm
          key={editing}
          address={edited}
          isOnly={addresses.length === (edited ? 1 : 0)}
          onCancel={() => setEditing(null)}
          onSaved={(now) => {
            setAddresses(now)
            setEditing(null)
            showToast({ title: 'Address saved' })
          }}
        />
      ) : addresses.length === 0 ? (
        <EmptyState
          emblem="homing"
          title="No address kept"
          action={<Button onClick={() => setEditing('new')}>Add an address</Button>}
        >
          <p>Keep one and the checkout starts with it. You can also order without.</p>
        </EmptyState>
      ) : (
        <>
          <ul className="mb-6 grid gap-5 md:grid-cols-2">
            {addresses.map((address) => (
              <li key={address.id}>
                <AddressCard
                  address={address}
                  onEdit={() => setEditing(address.id)}
                  onDefault={() =>
                    void change(
                      'The checkout starts with this one now',
                      'PUT',
                      `/api/account/addresses/${address.id}/default`,
                    )
                  }
                  onDelete={() => {
                    setLeaving(address)
                    open()
                  }}
                />
              </li>
            ))}
          </ul>
          <Button variant="line" onClick={() => setEditing('new')}>
            Add an address
          </Button>
        </>
      )}
      <div className="mt-4">
        <FormError>{trouble}</FormError>
      </div>
      {isInPage ? (
        <ConfirmDialog
          dialog={ref}
          title="Delete this address?"
          says={leaving ? `${lineOf(leaving)}. Orders that went there keep it.` : ''}
          yes="Delete it"
          onYes={() => {
            if (leaving)
              void change('Address deleted', 'DELETE', `/api/account/addresses/${leaving.id}`)
          }}
        />
      ) : null}
    </div>
  )
}
