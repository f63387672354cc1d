// npm run check: the fast loop (lint, types and unit tests), before every commit.
import { run } from './processes.mjs'
import { sinceStart, step } from './report.mjs'

const node = process.execPath
try {
  await Promise.all([
    step('Lint', () => run(node, ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'])),
    step('Types', () => run(node, ['node_modules/typescript/bin/tsc', '--noEmit'])),
  ])
  await step('Unit', () => run(node, ['--experimental-vm-modules', '--no-warnings', 'node_modules/jest/bin/jest.js', '--selectProjects', 'unit']))
  console.log(`All good after ${sinceStart()}.`)
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
