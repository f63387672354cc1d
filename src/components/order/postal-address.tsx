import type { ReactNode } from 'react'

type Address = {
  firstName: string
  lastName: string
  address1: string
  address2?: string | null
  city: string
  stateCode: string
  zip: string
}

export function PostalAddress({
  address: { firstName, lastName, address1, address2, city, stateCode, zip },
  hideName = false,
  children,
}: {
  address: Address
  hideName?: boolean
  children?: ReactNode
}) {
  return (
    <address className="text-ink-soft not-italic">
      {hideName ? null : (
        <>
          {firstName} {lastName}
          <br />
        </>
      )}
      {address1}
      <br />
      {address2 ? (
        <>
          {address2}
          <br />
        </>
      ) : null}
      {city}, {stateCode} {zip}
      {children}
    </address>
  )
}
