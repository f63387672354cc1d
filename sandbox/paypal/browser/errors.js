/**
 * An error as the v6 SDK gives it: with a code, and whether another
 * presentation mode may be tried with the same order.
 *
 * @param {string} code
 * @param {string} message
 * @param {{ isRecoverable?: boolean, cause?: unknown }} [more]
 */
export function payPalError(code, message, { isRecoverable = false, cause } = {}) {
  return Object.assign(new Error(message, { cause }), { code, isRecoverable })
}
