import { spawn } from 'node:child_process'

/** The commands of package.json that an operator runs. */
type Command = 'doctor' | 'go-live' | 'owner-recovery'
export type CommandResult = { code: number | null; stdout: string; stderr: string }

/**
 * Runs a program of this repository as a process of its own to its end. It gets only these settings, and `input`, as
 * if someone typed it.
 */
export function runProgram(
  args: readonly string[],
  settings: Record<string, string>,
  input = '',
): Promise<CommandResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      env: { NODE_ENV: 'production', PATH: process.env.PATH, ...settings },
    })
    let stdout = ''
    let stderr = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
    child.stdin.on('error', () => {}) // it may end before it reads
    child.stdin.end(input)
  })
}

/** The settings of this test's shop, for a process of its own. */
export function settingsOfTest(): Record<string, string> {
  const names =
    /^(DATABASE_URL|SERVER_URL|UPLOADS_DIR|SMTP_URL|PAYLOAD_SECRET|PAYPAL_\w+|\w+_BASE_URL)$/
  return Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      names.test(name) && value ? [[name, value]] : [],
    ),
  )
}

/** Runs `npm run <command> -- <args>` with the settings of this test's shop. */
export function runCommand(
  command: Command,
  {
    args = [],
    settings = {},
    input,
  }: { args?: readonly string[]; settings?: Record<string, string>; input?: string } = {},
): Promise<CommandResult> {
  return runProgram(
    [`scripts/commands/${command}.mjs`, ...args],
    { ...settingsOfTest(), ...settings },
    input,
  )
}
