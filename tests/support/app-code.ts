import { Secret, TOTP } from 'otpauth'

/** Returns the code that an authenticator app shows, `steps` times 30 seconds from now. */
export function appCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}
