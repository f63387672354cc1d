'use client'
import { toast } from '@payloadcms/ui'
import { Copy, KeyRound } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'

import { ConfirmAction } from '@/admin/form/actions'
import { Button } from '@/admin/form/button'
import { Dialog, DialogActions } from '@/admin/form/dialog'
import { TextField } from '@/admin/form/fields'
import { FormDialog } from '@/admin/form/form-dialog'
import { withConfirmedIdentity } from '@/admin/form/identity-confirmation'
import { useAdminMutation } from '@/admin/form/use-admin-mutation'
import { createPasskey, passkeyErrorMessage } from '@/components/account/passkeys'
import { useSupportsPasskeys } from '@/components/account/use-passkeys'
import {
  describePasskey,
  maxPasskeyNameLength,
  type PasskeyView,
} from '@/modules/accounts/rules/passkeys'

/** Shown once, after the first passkey has turned two-step verification on. */
const CodesDialog = ({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) => {
  const copy = (): void =>
    void navigator.clipboard.writeText(codes.join('\n')).then(
      () => toast.success('Codes copied'),
      () => toast.error('Couldn’t copy the codes', { description: 'Write them down instead.' }),
    )
  return (
    <Dialog
      title="Save your backup codes"
      isDirty
      ask={{
        question: 'You won’t see these codes again. Have you saved them?',
        verb: 'Done',
        stay: 'Go back',
      }}
      onClose={onClose}
    >
      <div className="df-form">
        <p>
          From now on, signing in with your password also requires your passkey. If you lose the
          passkey, each of these codes works once instead. Store them somewhere safe, such as on
          paper.
        </p>
        <ul className="df-codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <DialogActions>
          <Button icon={Copy} onClick={copy}>
            Copy codes
          </Button>
          <Button variant="solid" data-focus onClick={onClose}>
            I’ve saved my codes
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}

const RenameDialog = ({
  passkey: { id, name },
  onClose,
}: {
  passkey: PasskeyView
  onClose: () => void
}) => {
  const mutation = useAdminMutation()
  const rename = async (form: FormData): Promise<void> => {
    const renamed = await mutation.send({
      method: 'PATCH',
      path: `/api/account/passkeys/${id}`,
      body: { name: form.get('name') },
      done: 'Passkey renamed',
      failed: 'Couldn’t rename the passkey',
    })
    if (renamed) onClose()
  }
  return (
    <FormDialog
      title="Rename passkey"
      mutation={mutation}
      submit="Save name"
      onSubmit={rename}
      onClose={onClose}
    >
      <TextField
        label="Name"
        name="name"
        defaultValue={name}
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
        required
        data-focus
        error={mutation.fields.name}
      />
    </FormDialog>
  )
}

/** Creates a passkey, after a fresh sign-in if one is needed. */
function useAddPasskey() {
  const router = useRouter()
  const [isBusy, setIsBusy] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = async (): Promise<void> => {
    setIsBusy(true)
    try {
      const added = await withConfirmedIdentity(createPasskey)
      toast.success('Passkey added')
      setCodes(added.codes)
      router.refresh()
    } catch (error) {
      toast.error('Couldn’t add a passkey', { description: passkeyErrorMessage(error) })
    }
    setIsBusy(false)
  }
  return { isBusy, add, codes, forgetCodes: () => setCodes([]) }
}

type Props = { passkeys: readonly PasskeyView[]; timeZone: string }

export function PasskeysPanel({ passkeys, timeZone }: Props) {
  const isSupported = useSupportsPasskeys()
  const { isBusy, add, codes, forgetCodes } = useAddPasskey()
  const [renamed, setRenamed] = useState<PasskeyView | null>(null)
  return (
    <>
      <p className="df-panel__text">
        Sign in with your fingerprint, face, or screen lock instead of your password and code.
      </p>
      {passkeys.length > 0 ? (
        <ul className="df-entries">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="df-entry df-entry--wrap">
              <div>
                <p>
                  <b>{passkey.name}</b>
                </p>
                <p className="df-entry__meta">{describePasskey(passkey, timeZone)}</p>
              </div>
              <div className="df-row-actions">
                <Button
                  small
                  aria-label={`Rename ${passkey.name}`}
                  onClick={() => setRenamed(passkey)}
                >
                  Rename
                </Button>
                <ConfirmAction
                  text="Remove"
                  label={`Remove ${passkey.name}`}
                  question={`Remove ${passkey.name}?`}
                  verb="Remove"
                  request={{
                    method: 'DELETE',
                    path: `/api/account/passkeys/${passkey.id}`,
                    done: 'Passkey removed',
                    failed: 'Couldn’t remove the passkey',
                  }}
                >
                  You won’t be able to sign in with it anymore. Delete it from your device, too.
                </ConfirmAction>
              </div>
            </li>
          ))}
        </ul>
      ) : null}
      {isSupported ? (
        <p className="df-panel__text">
          <Button icon={KeyRound} isBusy={isBusy} onClick={() => void add()}>
            {isBusy ? 'Waiting for your device…' : 'Add a passkey'}
          </Button>
        </p>
      ) : (
        <p className="df-panel__text">This browser doesn’t support passkeys.</p>
      )}
      {renamed ? <RenameDialog passkey={renamed} onClose={() => setRenamed(null)} /> : null}
      {codes.length > 0 ? <CodesDialog codes={codes} onClose={forgetCodes} /> : null}
    </>
  )
}
