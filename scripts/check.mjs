// npm run check: the fast loop before every commit. Lint, types, the shape of the code, generated files, and unit tests.
import { run } from './child-processes.mjs'
import { sinceStart, step } from './progress.mjs'

const node = process.execPath
try {
  await Promise.all([
    step('Lint', () =>
      run(node, ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0']),
    ),
    step('Types', () => run(node, ['node_modules/typescript-7/lib/tsc.js', '--noEmit'])),
  ])
  console.log(await step('Structure', () => run(node, ['scripts/structure.mjs'])))
  await step('Generated files', () => run(node, ['scripts/generate.mjs', '--check']))
  await step('Unit', () =>
    run(node, [
      '--experimental-vm-modules',
      '--no-warnings',
      'node_modules/jest/bin/jest.js',
      '--selectProjects',
      'unit',
      '--forceExit',
    ]),
  )
  console.log(`All good after ${sinceStart()}.`)
} catch (error) {
  console.error(error.output ?? error.message)
  process.exit(1)
}
