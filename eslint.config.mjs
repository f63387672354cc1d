import next from '@next/eslint-plugin-next'
import jsxA11y from 'eslint-plugin-jsx-a11y-x'
import hooks from 'eslint-plugin-react-hooks'
import importSort from 'eslint-plugin-simple-import-sort'
import tseslint from 'typescript-eslint'

/* Who may import whom is checked by dependency-cruiser alone (.dependency-cruiser.cjs, npm run structure). */

export default tseslint.config(
  {
    ignores: [
      '.next/**',
      '.data/**',
      'node_modules/**',
      'dist/**',
      'src/payload-types.ts',
      'src/payload-generated-schema.ts',
      'src/migrations/**',
      'src/app/(payload)/admin/importMap.js',
      'art/**',
      'next-env.d.ts',
      'sandbox/paypal/browser/**',
    ],
  },
  ...tseslint.configs.recommended,
  {
    plugins: { 'import-sort': importSort },
    rules: { 'import-sort/imports': 'error', 'import-sort/exports': 'error' },
  },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeCheckedOnly],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector:
            'ExportNamedDeclaration > VariableDeclaration > VariableDeclarator[id.typeAnnotation=undefined] > ArrowFunctionExpression',
          message: 'Exported functions are function declarations.',
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      // Interfaces ask for promises from methods that sometimes have nothing to wait for.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    // What a test receives over HTTP has no type; the test states what it expects of it.
    files: ['tests/**', 'sandbox/tests/**'],
    rules: Object.fromEntries(
      ['argument', 'assignment', 'call', 'member-access', 'return'].map((part) => [
        `@typescript-eslint/no-unsafe-${part}`,
        'off',
      ]),
    ),
  },
  { files: ['src/**/*.tsx'], extends: [jsxA11y.configs.recommended] },
  {
    files: ['src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': hooks, '@next/next': next },
    rules: {
      'react-hooks/rules-of-hooks': 'error',
      'react-hooks/exhaustive-deps': 'error',
      '@next/next/no-sync-scripts': 'error',
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/platform/env.ts reads the environment.',
        },
      ],
    },
  },
  {
    // Backup programs also run where the shop's own settings aren't: beside the database, or before a restore.
    files: ['src/platform/env.ts', 'src/jobs/{worker,backup,restore,archive-wal}.ts'],
    rules: { 'no-restricted-properties': 'off' },
  },
)
