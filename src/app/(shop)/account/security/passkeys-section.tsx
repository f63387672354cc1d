'use client'
import { useState } from 'react'

import { reloadWithToast } from '@/app/(shop)/account/reload-with-toast'
import { useDeletion } from '@/app/(shop)/account/use-deletion'
import { createPasskey, passkeyErrorMessage } from '@/components/account/passkeys'
import { useSupportsPasskeys } from '@/components/account/use-passkeys'
import { ApiForm, SubmitButton } from '@/components/form/api-form'
import { useSubmit } from '@/components/form/use-submit'
import {
  describePasskey,
  maxPasskeyNameLength,
  type PasskeyView,
} from '@/modules/accounts/rules/passkeys'
import { api } from '@/platform/http/api-client'
import { Button } from '@/ui/button'
import { FormError } from '@/ui/form-error'
import { TextField } from '@/ui/form-fields'
import { Icon } from '@/ui/icon'
import { Modal, useModal } from '@/ui/modal'

import { othersSignedOutStore } from './others-signed-out-store'
import { BackupCodes } from './printable-codes'
import { SecuritySection } from './security-section'
import { type SignInMethods, useReauthentication } from './use-reauthentication'

const RenameForm = ({ passkey: { id, name } }: { passkey: PasskeyView }) => {
  const { busy, errors, message, form, submit } = useSubmit()
  return (
    <ApiForm
      ref={form}
      className="mt-2 grid gap-5"
      onSubmit={(text) => {
        const changed = text('name').trim()
        void submit(
          async () => {
            await api('PATCH', `/api/account/passkeys/${id}`, { name: changed })
            reloadWithToast('passkeys-title', 'Passkey renamed')
            return 'leaving'
          },
          { errors: { name: changed ? null : 'Please enter a name.' } },
        )
      }}
    >
      <TextField
        id="passkey-name"
        name="name"
        label="Name"
        defaultValue={name}
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
        required
        error={errors.name}
      />
      <SubmitButton busy={busy} className="justify-self-start">
        Save name
      </SubmitButton>
      <FormError>{message}</FormError>
    </ApiForm>
  )
}

type ListProps = {
  passkeys: readonly PasskeyView[]
  timeZone: string
  isOnlyWay: boolean
  onRename: (passkey: PasskeyView) => void
  onRemove: (passkey: PasskeyView) => void
}

const PasskeyList = ({ passkeys, timeZone, isOnlyWay, onRename, onRemove }: ListProps) => (
  <ul className="grid">
    {passkeys.map((passkey) => (
      <li
        key={passkey.id}
        className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-3 first:border-t"
      >
        <Icon name="key" />
        <div className="flex-1 basis-56">
          <p className="font-semibold wrap-anywhere">{passkey.name}</p>
          <p className="text-small text-ink-soft">
            {describePasskey(passkey, timeZone)}
            {isOnlyWay ? ' This is your only way to sign in.' : null}
          </p>
        </div>
        <div className="flex gap-2">
          <Button
            variant="line"
            size="sm"
            aria-label={`Rename ${passkey.name}`}
            onClick={() => onRename(passkey)}
          >
            Rename
          </Button>
          {isOnlyWay ? null : (
            <Button
              variant="line"
              size="sm"
              aria-label={`Remove ${passkey.name}`}
              onClick={() => onRemove(passkey)}
            >
              Remove
            </Button>
          )}
        </div>
      </li>
    ))}
  </ul>
)

const Introduction = () => (
  <p className="text-ink-soft">
    Sign in with your fingerprint, face, or screen lock. No one can guess a passkey or trick you
    into giving it away.
  </p>
)

const NewCodes = (props: { codes: readonly string[]; username: string }) => (
  <SecuritySection id="passkeys" title="Passkeys">
    <p className="print:hidden">
      Your passkey was added, and two-step verification is on. From now on, signing in with your
      password also requires your passkey.
    </p>
    <BackupCodes {...props} />
  </SecuritySection>
)

/**
 * Adds and removes passkeys, after a fresh sign-in if one is needed.
 * @returns `codes`: the backup codes that an admin gets with the first passkey
 */
function usePasskeyChanges(methods: SignInMethods) {
  const { confirmed, dialog } = useReauthentication(methods)
  const { busy, message, submit } = useSubmit(passkeyErrorMessage)
  const [codes, setCodes] = useState<readonly string[]>([])
  const add = (): void =>
    void submit(() =>
      confirmed(async () => {
        const added = await createPasskey()
        setCodes(added.codes)
        if (added.codes.length > 0) othersSignedOutStore.set(true)
        else
          reloadWithToast('passkeys-title', 'Passkey added', 'You can sign in with it from now on.')
      }),
    )
  const remove = ({ id }: PasskeyView): void =>
    void submit(() =>
      confirmed(async () => {
        await api('DELETE', `/api/account/passkeys/${id}`)
        reloadWithToast('passkeys-title', 'Passkey removed')
      }),
    )
  return { busy, message, codes, add, remove, dialog }
}

type Props = SignInMethods & {
  username: string
  passkeys: readonly PasskeyView[]
  timeZone: string
}

/** Adds, renames, and removes passkeys. The only way to sign in can't be removed. */
export function PasskeysSection({ username, passkeys, timeZone, ...methods }: Props) {
  const { busy, message, codes, add, remove, dialog } = usePasskeyChanges(methods)
  const isSupported = useSupportsPasskeys()
  const [renamed, setRenamed] = useState<PasskeyView | null>(null)
  const renaming = useModal()
  const removal = useDeletion<PasskeyView>({
    title: 'Remove this passkey?',
    describe: ({ name }) =>
      `You won’t be able to sign in with “${name}” anymore. Delete it from your device or password manager, too.`,
    verb: 'Remove it',
    onConfirm: remove,
  })
  if (codes.length > 0) return <NewCodes codes={codes} username={username} />
  return (
    <SecuritySection id="passkeys" title="Passkeys" className="print:hidden">
      <Introduction />
      {passkeys.length > 0 ? (
        <PasskeyList
          passkeys={passkeys}
          timeZone={timeZone}
          isOnlyWay={!methods.hasPassword && methods.providers.length + passkeys.length === 1}
          onRename={(passkey) => {
            setRenamed(passkey)
            renaming.open()
          }}
          onRemove={removal.confirm}
        />
      ) : null}
      {isSupported ? (
        <Button variant="line" isBusy={busy} className="justify-self-start" onClick={add}>
          {busy ? 'Waiting for your device…' : 'Add a passkey'}
        </Button>
      ) : (
        <p className="text-ink-soft">This browser doesn’t support passkeys.</p>
      )}
      <FormError>{message}</FormError>
      {renaming.isInPage && renamed ? (
        <Modal ref={renaming.ref} title="Rename passkey">
          <RenameForm key={renamed.id} passkey={renamed} />
        </Modal>
      ) : null}
      {removal.dialog}
      {dialog}
    </SecuritySection>
  )
}
