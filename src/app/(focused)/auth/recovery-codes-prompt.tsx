import { ButtonLink } from '@/ui/button'
import { focusOnMount } from '@/ui/focus-on-mount'

/** Right after signing up without an email address: the only other way back in is on paper. */
export function RecoveryCodesPrompt({ next }: { next: string }) {
  return (
    <div className="grid gap-5">
      <h1 className="text-d2 outline-none" tabIndex={-1} ref={focusOnMount}>
        You’re in
      </h1>
      <p className="text-lead text-ink-soft">
        You didn’t add an email, and that’s fine. It does mean we can’t email you a password reset.
      </p>
      <p>
        Recovery codes can do that instead. Print all 8 or write one down, and store it with your
        important papers.
      </p>
      <ButtonLink size="lg" href="/account/security#recovery-codes">
        Create recovery codes
      </ButtonLink>
      <ButtonLink variant="line" href={next}>
        Not now
      </ButtonLink>
    </div>
  )
}
