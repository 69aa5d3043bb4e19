import { describe, expect, test } from 'vitest'
import { forgetSurplusSessions, MAX_SESSIONS, type Session } from './session.ts'

const NOW = 1_000_000

const session = (id: string, parts: Partial<Session> = {}): Session => ({
  id,
  hash: id,
  user_id: 'usr_1',
  key_id: 'key_a',
  created_at: 0,
  expires_at: NOW + 1,
  ended_at: null,
  ...parts,
})

const recordOf = (...sessions: Session[]) =>
  Object.fromEntries(sessions.map((each) => [each.id, each]))

const live = (count: number, key_id = 'key_a') =>
  Array.from({ length: count }, (_, index) => session(`${key_id}_${index}`, { key_id }))

describe('forgetSurplusSessions', () => {
  test('keeps up to the maximum number', () => {
    const sessions = recordOf(...live(MAX_SESSIONS))

    forgetSurplusSessions(sessions, 'key_a', NOW)

    expect(Object.keys(sessions)).toHaveLength(MAX_SESSIONS)
  })

  test('removes ended and expired sessions before live ones', () => {
    const sessions = recordOf(
      ...live(MAX_SESSIONS),
      session('expired', { expires_at: NOW }),
      session('ended', { ended_at: 1 }),
    )

    forgetSurplusSessions(sessions, 'key_a', NOW)

    expect(sessions).toEqual(recordOf(...live(MAX_SESSIONS)))
  })

  test('removes the oldest session if all are live', () => {
    const sessions = recordOf(...live(MAX_SESSIONS + 1))

    forgetSurplusSessions(sessions, 'key_a', NOW)

    expect(Object.keys(sessions)).toHaveLength(MAX_SESSIONS)
    expect(sessions).not.toHaveProperty('key_a_0')
  })

  test('keeps the sessions of other keys', () => {
    const others = [...live(3, 'key_b'), session('theirs', { key_id: 'key_b', ended_at: 1 })]
    const sessions = recordOf(...others, ...live(MAX_SESSIONS + 5))

    forgetSurplusSessions(sessions, 'key_a', NOW)

    expect(sessions).toMatchObject(recordOf(...others))
    expect(Object.keys(sessions)).toHaveLength(MAX_SESSIONS + others.length)
  })
})
