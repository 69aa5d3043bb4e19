import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      'src/**/*.test.ts',
      'spec/**/*.test.ts',
      'contract-tests/**/*.test.ts',
      'scripts/**/*.test.ts',
      'bench/**/*.test.ts',
    ],
    // The sandbox holds each of its own responses against its document in every test.
    env: { SVC_VALIDATE_RESPONSES: '1' },
    globalSetup: 'scripts/built-cli.ts',
    testTimeout: 60_000,
    // What a page shows takes a while on a busy machine.
    expect: { poll: { timeout: 20_000 } },
    // Test files of a worker share what they import, and a browser: loading both for each takes two fifths of all time.
    isolate: false,
    // Vitest would leave one core out, which of the two that CI has is half.
    maxWorkers: '100%',
  },
})
