import { expect, it } from 'vitest'
import { attack } from '../support/malformed/attacks.ts'
import { ADMIN_TOKEN, Scene } from '../support/malformed/scene.ts'
import { startSandbox } from '../support/sandbox.ts'

// Another seed plays others: ABUSE_SEED=7 npm test -- attacks; `npm run test:soak -- abuse` plays 10,000.
const SEED = Number(process.env.ABUSE_SEED ?? 1)

it.each([
  ['on this machine', false],
  ['hosted for others', true],
])('gives an attacker nothing of another account, %s', async (_, isHosted) => {
  const hosted = { adminToken: ADMIN_TOKEN, openSignup: true, publicUrl: 'http://sandbox.example' }
  const sandbox = await startSandbox({
    fixture: 'empty',
    rateLimits: false,
    ...(isHosted && hosted),
  })
  const scene = await Scene.at(sandbox.port, isHosted)

  await attack(scene, 200, SEED)
  await scene.end()

  expect(scene.complaints.slice(0, 5), `seed ${SEED}`).toEqual([])
  expect(scene.sent).toBeGreaterThan(200)
})
