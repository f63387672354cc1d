import { Button, ButtonLink, TextLink } from '@/admin/form/button'

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

/** `href` shows the saved version. A dialog needs none: the page behind it shows it. */
export function ConflictNotice({ theirs, href }: { theirs: string | null; href?: string }) {
  return theirs === null ? null : (
    <p className="df-note" role="status">
      Your changes are still here. Save again to replace theirs, or{' '}
      {href ? (
        <TextLink look="plain" href={href} newTab>
          view the saved version
        </TextLink>
      ) : (
        'cancel to see theirs'
      )}
      .
    </p>
  )
}
