import { toast } from '@payloadcms/ui'
import { Copy } from 'lucide-react'

import { Button } from './button'
import { Dialog, DialogActions } from './dialog'
import { TextField } from './fields'

type Props = {
  title: string
  /** What it is, in lower case: 'key'. */
  noun: string
  secret: string
  /** What to do with it: 'store it somewhere safe'. */
  advice: string
  hint: string
  onClose: () => void
}

/** Shows a key or code that is stored as a hash only and cannot be shown again. */
export function SecretDialog({ title, noun, secret, advice, hint, onClose }: Props) {
  const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`
  const copy = (): void =>
    void navigator.clipboard.writeText(secret).then(
      () => toast.success(`${label} copied`),
      () =>
        toast.error('Couldn’t copy', { description: `Select the ${noun} and copy it manually.` }),
    )
  return (
    <Dialog
      title={title}
      isDirty
      ask={{
        question: `You won’t see this ${noun} again. Have you saved it?`,
        verb: 'Done',
        stay: 'Go back',
      }}
      onClose={onClose}
    >
      <div className="df-form">
        <p>
          Copy this {noun} now and {advice}. You won’t be able to see it again.
        </p>
        <TextField
          label={label}
          value={secret}
          readOnly
          spellCheck={false}
          data-focus
          onFocus={({ currentTarget }) => currentTarget.select()}
          hint={hint}
        />
        <DialogActions>
          <Button icon={Copy} onClick={copy}>
            Copy {noun}
          </Button>
          <Button variant="solid" onClick={onClose}>
            Done
          </Button>
        </DialogActions>
      </div>
    </Dialog>
  )
}
