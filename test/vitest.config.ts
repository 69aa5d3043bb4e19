import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const FOLDERS = ['src', 'test', 'spec', 'contract-tests', 'scripts']
const including = (suffix: string) => FOLDERS.map((folder) => `${folder}/**/*.${suffix}`)

const shared = {
  // The sandbox holds each of its own responses against its document in every test.
  env: { SVC_VALIDATE_RESPONSES: '1' },
  // On a busy machine a test takes several times as long as on an idle one.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // Test files of a worker share what they import, and a browser: loading both for each takes two fifths of all time.
  isolate: false,
  // Of `it.concurrent`: runs of the contract suite, which mostly wait for a reset or a retry.
  maxConcurrency: 12,
}

export default defineConfig({
  test: {
    // Vitest would leave one core out, which is half of the two that CI has. Tests that wait leave a core idle, hence one more.
    maxWorkers: availableParallelism() + 1,
    projects: [
      // `npm test`: what runs in this process, the stores on one database, and one journey through a browser.
      {
        test: {
          ...shared,
          name: 'test',
          include: including('test.ts'),
          exclude: including('system.test.ts'),
          // Starts the command from its source.
          provide: { cli: 'src/cli/main.ts' },
        },
      },
      // `npm run test:system`: processes, databases, browsers, documents, and servers for the contract suite.
      {
        test: {
          ...shared,
          name: 'system',
          include: including('system.test.ts'),
          globalSetup: 'scripts/built-cli.ts',
          // Processes, sockets and disks of a busy machine. The reporter says which tests needed it, and `.ci/run` repeats that.
          retry: 1,
        },
      },
      // `npx vitest run --config test/vitest.config.ts --project replicas`: tests of an embedded sandbox, against two replicas on PostgreSQL.
      {
        test: {
          ...shared,
          name: 'replicas',
          env: { ...shared.env, SVC_TEST_REPLICAS: '2' },
          include: [
            'src/{operations,control,pipeline}/**/*.test.ts',
            'test/integration/{isolation,limits,edited-campaigns,one-world,webhook-flow}.test.ts',
          ],
          exclude: including('system.test.ts'),
        },
      },
    ],
  },
})
