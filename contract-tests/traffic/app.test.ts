import { describe, expect, it } from 'vitest'
import type { NotLearned } from '../learning/lesson.ts'
import { by, changed, failedWith, succeeded } from '../self-test/mutations.ts'
import { type Mutation, startServer } from '../self-test/server.ts'
import { settingsFor } from '../self-test/suite.ts'
import { VARIATIONS } from '../self-test/variations.ts'
import { spendAnAfternoon } from './testing/app.ts'
import { learnFromTraffic } from './testing/both-ways.ts'

async function learnAnAfternoon(mutation?: Mutation) {
  const server = await startServer(mutation)
  try {
    const { observed } = await spendAnAfternoon(server.baseUrl, server.tokens)
    return learnFromTraffic(observed, settingsFor(server))
  } finally {
    await server.close()
  }
}

const variation = (name: string) => VARIATIONS.find((each) => each.name === name)?.mutation

const whyNot = (notLearned: NotLearned[], what: string) =>
  notLearned.find((each) => each.what === what)?.why

describe('an afternoon of a front end', () => {
  it('shows statuses, failures, ids and members', async () => {
    const { sentences, notLearned } = await learnAnAfternoon({
      onResponse: (answer, exchange) => {
        for (const change of [
          changed(by('createCampaign'), succeeded, (each) => {
            each.status = 202
          }),
          changed(failedWith('invalid_request'), (each) => {
            each.status = 422
          }),
          changed(failedWith('not_found'), (each) => {
            each.status = 410
          }),
        ]) {
          change.onResponse?.(answer, exchange)
        }
      },
    })

    expect(sentences).toEqual(
      expect.arrayContaining([
        'createCampaign returns 202 on success',
        expect.stringMatching(/^"invalid input" returns 422 invalid_request/),
        expect.stringMatching(/^"unknown resource" returns 410 not_found/),
        expect.stringMatching(/^"unknown path" returns 410 not_found/),
        expect.stringMatching(/^ids of new campaigns have the form "cmp_" and 8 of/),
        expect.stringMatching(/^Dashboard .*adds widgets/),
      ]),
    )
    expect(sentences.join()).not.toContain('a PUT')
    expect(whyNot(notLearned, 'the values of device')).toBe('no request of the traffic showed it')
    expect(whyNot(notLearned, 'the paging of listCampaigns')).toBe(
      'no request of the traffic showed it',
    )
    expect(whyNot(notLearned, 'the structure of the response of exportCsv')).toMatch(/only one/)
  })

  it('shows that a PUT replaces', async () => {
    const { sentences } = await learnAnAfternoon({
      handle: ({ operation, service, id, input }, next) => {
        const found = service.campaigns.get(id as string)
        if (operation !== 'updateCampaign' || !found) return next()
        found.fields = input
        return service.success({ id, ...input })
      },
    })

    expect(sentences).toContain('a PUT replaces the whole campaign')
  })

  it.each([
    ['PUT refuses bodies that are not whole', 'a PUT must contain the whole campaign'],
    ['The reset is in epoch milliseconds', 'X-RateLimit-Reset is in epoch milliseconds'],
    [
      'Query parameters that are not those of §2 are refused',
      'an unknown query parameter is refused',
    ],
  ])('shows a habit: %s', async (name, lesson) => {
    const { sentences } = await learnAnAfternoon(variation(name))

    expect(sentences).toContain(lesson)
  })

  it('does not take a refusal of all lists for one of unknown parameters', async () => {
    const { sentences } = await learnAnAfternoon(variation('The list needs a page'))

    expect(sentences.join()).not.toContain('unknown query parameter')
  })
})
