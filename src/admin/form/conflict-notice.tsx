import { Button, ButtonLink } from '@/admin/form/button'
type Props = { href: string; isBusy: boolean; onOverwrite: () => void }

/** After a version conflict: view the saved version, or overwrite it. */
export function ConflictActions({ href, isBusy, onOverwrite }: Props) {
  return (
    <p className="df-row-actions df-start">
      <ButtonLink small href={href} newTab>
        Look at what is saved
      </ButtonLink>
      <Button variant="ghost" small disabled={isBusy} onClick={onOverwrite}>
        Save mine over it
      </Button>
    </p>
  )
}

export function ConflictNotice({ theirs }: { theirs: string | null }) {
  return theirs === null ? null : (
    <p className="df-note" role="status">
      What you typed is still here. Saving again puts it in the place of theirs; Cancel shows you
      theirs.
    </p>
  )
}
