import { ButtonLink } from '@/ui/button'

/** Right after signing up without an email address: the only other way back in is on paper. */
export function RecoveryCodesPrompt({ next }: { next: string }) {
  return (
    <div className="grid gap-5">
      <h1 className="text-d2">You are in</h1>
      <p className="text-lead text-ink-soft">
        You gave no email address, and you never have to. It means that we cannot send you a new
        password.
      </p>
      <p>
        Eight recovery codes on paper can do that instead. Print them, or write one down, and keep
        it where you keep other papers.
      </p>
      <ButtonLink size="lg" href="/account/security#recovery-codes">
        Make recovery codes
      </ButtonLink>
      <ButtonLink variant="line" href={next}>
        Not now
      </ButtonLink>
    </div>
  )
}
