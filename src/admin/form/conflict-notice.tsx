import { Button, ButtonLink } from '@/admin/form/button'
type Props = { href: string; isBusy: boolean; onOverwrite: () => void }

/** After a version conflict: view the saved version, or overwrite it. */
export function ConflictActions({ href, isBusy, onOverwrite }: Props) {
  return (
    <p className="df-row-actions df-start">
      <ButtonLink small href={href} newTab>
        View saved version
      </ButtonLink>
      <Button variant="ghost" small disabled={isBusy} onClick={onOverwrite}>
        Overwrite with mine
      </Button>
    </p>
  )
}

export function ConflictNotice({ theirs }: { theirs: string | null }) {
  return theirs === null ? null : (
    <p className="df-note" role="status">
      Your changes are still here. Save again to replace theirs, or cancel to see theirs.
    </p>
  )
}
