import config from '@payload-config'
import type { Metadata } from 'next'
import { connection } from 'next/server'
import { getPayload } from 'payload'

import { DeletionRequestStatus } from '@/components/account/deletion-request-status'
import { isDataRequestKey } from '@/modules/privacy/data-request-links'
import { getDataRequest } from '@/modules/privacy/queries/get-data-request'
import { isOpenDataRequest } from '@/modules/privacy/rules/data-request'
import { buttonClass, ButtonLink } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'
import { TextField } from '@/ui/form-fields'

import { RequestActions } from './request-actions'

export const metadata: Metadata = {
  title: 'Your data deletion request',
  robots: { index: false, follow: false, noarchive: true },
  referrer: 'no-referrer',
}

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> }

/** Works without JavaScript. */
const RequestCodeForm = ({ code }: { code: string }) => (
  <form
    action="/data-deletion/status"
    className="mx-auto mt-6 flex w-full max-w-[30rem] flex-wrap gap-2.5 text-start"
  >
    <div className="grow">
      <TextField
        id="request-code"
        name="code"
        label="Request code"
        defaultValue={code.slice(0, 60)}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        required
      />
    </div>
    <button type="submit" className={buttonClass({ variant: 'line', className: 'self-end' })}>
      Check status
    </button>
  </form>
)

/** Shows the status of a request to anyone with its code (the user, or Meta): only dates, and no personal data. */
const DataDeletionStatusPage = async ({ searchParams }: Props) => {
  await connection()
  const { code, key } = await searchParams
  const entered = typeof code === 'string' ? code.trim().toLowerCase() : ''
  const request = /^[a-f0-9]{24}$/.test(entered)
    ? await getDataRequest(await getPayload({ config }), entered)
    : null
  if (!request)
    return (
      <div className="wrap pb-(--sec)">
        <EmptyState
          emblem="high-ridge"
          title={entered ? 'We couldn’t find that request' : 'Check a data deletion request'}
          level="h1"
          action={<ButtonLink href="/data-deletion">Data deletion</ButtonLink>}
        >
          <p>Open the full link from our email, or enter the request code.</p>
          <RequestCodeForm code={entered} />
        </EmptyState>
      </div>
    )
  const linkKey = typeof key === 'string' && isDataRequestKey(request.code, key) ? key : null
  return (
    <div className="wrap grid max-w-[44rem] gap-8 pt-8 pb-(--sec) lg:pt-14">
      <h1 className="text-d2">Your data deletion request</h1>
      <DeletionRequestStatus request={request} />
      {linkKey && isOpenDataRequest(request.status) ? (
        <RequestActions
          code={request.code}
          linkKey={linkKey}
          canConfirm={request.status === 'received'}
        />
      ) : null}
      <p className="text-small text-ink-mute">
        Request code: <span className="[overflow-wrap:anywhere]">{request.code}</span>
      </p>
      <p>
        <a href="/data-deletion" className="link">
          How deletion works
        </a>
      </p>
    </div>
  )
}

export default DataDeletionStatusPage
