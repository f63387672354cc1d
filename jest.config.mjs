// Two projects: unit (pure, no database) and integration (real PostgreSQL, real HTTP against the sandbox, and the
// sandbox's own tests).
const shared = {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  transform: {
    '^.+\\.tsx?$': [
      '@swc/jest',
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', tsx: true },
          transform: { react: { runtime: 'automatic' } },
        },
        module: { type: 'es6' },
      },
    ],
  },
  transformIgnorePatterns: ['/node_modules/'],
  moduleNameMapper: {
    '\\.css$': '<rootDir>/tests/support/no-styles.ts',
    '^@payload-config$': '<rootDir>/payload.config.ts',
    '^@/(.*)$': '<rootDir>/src/$1',
    '^@tests/(.*)$': '<rootDir>/tests/$1',
  },
  modulePathIgnorePatterns: ['<rootDir>/.next', '<rootDir>/.data'],
}

export default {
  // Payload never gives one of its database connections back, so a finished run would wait for ever.
  forceExit: true,
  // For what hangs: a busy machine may need a multiple of what a test usually takes.
  testTimeout: 60_000,
  // ES modules of finished files stay in memory (jestjs/jest#14605); collecting garbage around them takes longer and longer.
  workerIdleMemoryLimit: '1GB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/tests/unit/**/*.test.{ts,tsx}'],
      setupFiles: ['<rootDir>/tests/support/unit-env.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: [
        '<rootDir>/tests/integration/**/*.test.ts',
        '<rootDir>/sandbox/tests/**/*.test.ts',
      ],
      setupFiles: ['<rootDir>/tests/support/integration-env.ts'],
    },
  ],
}
