/** The stage at which a sign-in through somebody else failed: coming back, the exchange of the code, or asking who it is. */
export type IdentityStage = 'auth' | 'token' | 'user'

/** What the provider said stays in `cause`, for the log; nothing of it goes into an address. */
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

/** Runs one stage; what it throws says afterwards which one it was. */
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
