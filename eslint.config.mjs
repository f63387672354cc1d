import next from '@next/eslint-plugin-next'
import hooks from 'eslint-plugin-react-hooks'
import tseslint from 'typescript-eslint'

/** Who may import whom (docs/architecture.md). `from` may not import `rooms`. */
const room = (files, rooms, more = []) => ({
  files,
  rules: {
    'no-restricted-imports': ['error', {
      patterns: [
        ...(rooms.length > 0 ? [{ regex: `^(\\.\\./)+(${rooms.join('|')})(/|$)`, message: 'This room may not import that one: see docs/architecture.md.' }] : []),
        ...more,
      ],
    }],
  },
})
const outside = (...packages) => ({ regex: `^(${packages.join('|')})(/|$)`, message: 'This room does not use that package: see docs/architecture.md.' })
const next_ = outside('next')

export default tseslint.config(
  { ignores: ['.next/**', '.data/**', 'node_modules/**', 'src/payload-types.ts', 'src/migrations/*_initial.ts', 'src/migrations/*_accounts.ts', 'src/migrations/*_panel.ts', 'src/migrations/*_services.ts', 'src/migrations/*_postal.ts', 'src/app/(payload)/admin/importMap.js', 'art/**', 'next-env.d.ts', 'sandbox/paypal/browser/**'] },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks, '@next/next': next },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@next/next/no-sync-scripts': 'error',
      'no-restricted-properties': ['error', { object: 'process', property: 'env', message: 'Only src/env.ts reads the environment.' }],
    },
  },
  { files: ['src/env.ts', 'src/jobs/worker.ts'], rules: { 'no-restricted-properties': 'off' } },
  room(['src/domain/**'], ['app', 'admin', 'endpoints', 'workflows', 'providers', 'queries', 'schemas', 'collections', 'hooks', 'access', 'components', 'client', 'emails', 'jobs', 'env', 'errors', 'transaction', 'payload-types'], [outside('payload', '@payloadcms', 'next', 'react', 'zod', 'node:.*')]),
  room(['src/schemas/**'], ['app', 'admin', 'endpoints', 'workflows', 'providers', 'queries', 'collections', 'hooks', 'access', 'components', 'client', 'emails', 'jobs'], [next_]),
  room(['src/queries/**'], ['app', 'admin', 'endpoints', 'workflows', 'providers', 'components', 'client', 'jobs', 'emails'], [next_]),
  room(['src/providers/**'], ['app', 'admin', 'endpoints', 'workflows', 'queries', 'collections', 'hooks', 'access', 'components', 'client', 'jobs', 'emails', 'payload-types'], [next_, outside('payload', '@payloadcms')]),
  room(['src/workflows/**'], ['app', 'admin', 'endpoints', 'components', 'client', 'collections'], [next_]),
  room(['src/endpoints/**', 'src/jobs/**'], ['app', 'admin', 'components', 'client'], [next_]),
  room(['src/collections/**', 'src/access/**', 'src/hooks/**', 'src/globals/**'], ['app', 'admin', 'endpoints', 'workflows', 'providers', 'components', 'client', 'jobs', 'emails'], [next_]),
  room(['src/components/**', 'src/client/**'], ['app', 'admin', 'endpoints', 'workflows', 'providers', 'collections', 'hooks', 'access', 'jobs', 'emails']),
  room(['src/app/**', 'src/admin/**'], ['endpoints', 'workflows', 'providers', 'jobs', 'emails', 'collections']),
  room(['sandbox/**'], ['src']),
)
