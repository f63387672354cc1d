// Passwords are derived with PASSWORD_ROUNDS at most, while it is set: most tests create people and don't sign them in, and
// the 600,000 rounds of the shop were a tenth of all CPU time. tests/unit/accounts/passwords.test.ts checks the real
// derivation. A test that compares passwords with a program it starts deletes PASSWORD_ROUNDS first.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const real = crypto.pbkdf2.real ?? crypto.pbkdf2
const fewRounds = (password, salt, rounds, ...rest) =>
  real(password, salt, Math.min(rounds, Number(process.env.PASSWORD_ROUNDS ?? rounds)), ...rest)
crypto.pbkdf2 = Object.assign(fewRounds, { real })
syncBuiltinESMExports()
