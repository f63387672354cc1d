import { ButtonLink, Button } from '@/admin/form/button'
type Props = {
  /** Where what is saved can be looked at. */
  href: string
  isBusy: boolean
  onOverwrite: () => void
}

/** After a save that was refused because somebody else was first: whoever typed looks at theirs, and decides. */
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

/** In a dialog, after a save that was refused because somebody else was first: what the next press does. */
export function ConflictNotice({ theirs }: { theirs: string | null }) {
  return theirs === null ? null : (
    <p className="df-note" role="status">
      What you typed is still here. Saving again puts it in the place of theirs; Cancel shows you
      theirs.
    </p>
  )
}
