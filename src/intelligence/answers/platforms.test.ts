import { expect, test } from 'vitest'
import { dayNumber } from '../dates.ts'
import { findPlatform, modelOn, type Platform } from './platforms.ts'

test.each([
  ['ChatGPT', '2022-11-29', null],
  ['ChatGPT', '2025-08-06', 'gpt-4o'],
  ['ChatGPT', '2025-08-07', 'gpt-5'],
  ['ChatGPT', '2026-01-15', 'gpt-5.2'],
  // About seven months after the last that is known, and so on.
  ['ChatGPT', '2026-08-01', 'gpt-5.3'],
  ['ChatGPT', '2028-01-01', 'gpt-5.5'],
  ['Perplexity', '2026-01-15', 'sonar-2'],
  ['Gemini', '2026-08-01', 'gemini-4-pro'],
  ['Google AI Overviews', '2026-01-15', null],
])('%s answers on %s by %s', (name, date, model) => {
  expect(modelOn(findPlatform(name) as Platform, dayNumber(date))).toBe(model)
})
