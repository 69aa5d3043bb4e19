// Starts the sandbox for the tests. Written by svc-sandbox init --playwright.
//   npx playwright test --config playwright.sandbox.config.ts
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  testMatch: 'sandbox.spec.ts',
  fullyParallel: true,
  // use: { baseURL: 'http://localhost:5173' },
  webServer: [
    {
      command: 'npx svc-sandbox serve --ephemeral',
      url: 'http://127.0.0.1:4010/_sandbox/health/ready',
      reuseExistingServer: !process.env.CI,
    },
    // { command: 'npm run dev', url: 'http://localhost:5173' },
  ],
})
