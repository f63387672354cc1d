'use client'
import { toast } from '@payloadcms/ui'
import type { ComponentProps } from 'react'

import { api, errorSentence } from '@/platform/http/api-client'

import { ButtonLink } from './button'
import { withConfirmedIdentity } from './identity-confirmation'

/** A link to a file or another site that needs a sign-in of the last ten minutes: asks first, then follows it. */
export function ConfirmedLink(
  props: Omit<ComponentProps<typeof ButtonLink>, 'native' | 'onClick'>,
) {
  const follow = async (): Promise<void> => {
    try {
      await withConfirmedIdentity(() => api('POST', '/api/account/reauthenticate', {}))
      location.assign(props.href)
    } catch (error) {
      toast.error(errorSentence(error))
    }
  }
  return (
    <ButtonLink
      {...props}
      native
      onClick={(event) => {
        event.preventDefault()
        void follow()
      }}
    />
  )
}
