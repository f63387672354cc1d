/** The stage at which a sign-in failed: the callback, the exchange of the code, or reading the profile. */
export type IdentityStage = 'auth' | 'token' | 'user'

/** The provider's message stays in `cause`, for the log; none of it goes into a URL. */
export class IdentityError extends Error {
  override name = 'IdentityError'
  constructor(
    readonly provider: string,
    readonly stage: IdentityStage,
    cause: unknown,
  ) {
    super(`${provider}: sign-in failed (${stage})`, { cause })
  }
}

/** Runs one stage. @throws IdentityError with its name */
export async function withIdentityErrors<Result>(
  provider: string,
  stage: IdentityStage,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof IdentityError ? cause : new IdentityError(provider, stage, cause)
  }
}
