import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const FOLDERS = ['src', 'test', 'spec', 'contract-tests', 'scripts', 'bench']
const including = (suffix: string) => FOLDERS.map((folder) => `${folder}/**/*.${suffix}`)

// CI runs the long tests as well, which try all that these try a part of, and generates all files itself.
const SAMPLES = process.env.SVC_NO_SAMPLES
  ? [
      'contract-tests/self-test/sample.test.ts',
      'contract-tests/traffic/acquitted.test.ts',
      'scripts/generated.test.ts',
    ]
  : []

const shared = {
  // The sandbox holds each of its own responses against its document in every test.
  env: { SVC_VALIDATE_RESPONSES: '1' },
  globalSetup: 'scripts/built-cli.ts',
  // On a busy machine a test takes several times as long as on an idle one.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  // CI packs, soaks and attacks on the same two cores meanwhile. A test that passed only again is shown as such.
  retry: process.env.CI ? 1 : 0,
  // Test files of a worker share what they import, and a browser: loading both for each takes two fifths of all time.
  isolate: false,
  // Of `it.concurrent`: runs of the contract suite, which mostly wait for a reset or a retry.
  maxConcurrency: 6,
}

export default defineConfig({
  test: {
    // Vitest would leave one core out, which is half of the two that CI has. Tests that wait leave a core idle, hence two more.
    maxWorkers: availableParallelism() + 2,
    // Transformed modules outlive a run: the next one, such as `npm run test:long` in CI, needs seconds less.
    experimental: { fsModuleCache: true },
    projects: [
      // `npm test`
      {
        test: {
          ...shared,
          name: 'test',
          include: including('test.ts'),
          exclude: [...including('long.test.ts'), ...SAMPLES],
        },
      },
      // `npm run test:long`: what takes minutes because there is so much of it. `npm test` has a sample of most of it.
      // Servers that are broken all the time make the suite wait and repeat.
      {
        test: { ...shared, testTimeout: 180_000, name: 'long', include: including('long.test.ts') },
      },
      // `npm run test:replicas`: tests of an embedded sandbox, against two replicas on PostgreSQL.
      {
        test: {
          ...shared,
          name: 'replicas',
          env: { ...shared.env, SVC_TEST_REPLICAS: '2' },
          include: [
            'src/{operations,control,pipeline}/**/*.test.ts',
            'test/integration/{isolation,limits,edited-campaigns,one-world,restricted-keys,webhook-flow}.test.ts',
          ],
          // Replicas serve the same document until all are restarted, and metrics are those of one process.
          exclude: ['src/control/live/**', 'src/control/metrics.test.ts'],
        },
      },
    ],
  },
})
