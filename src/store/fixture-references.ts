import { alertProblems } from '../accounts/alert.ts'
import { namedAlertProblem } from '../accounts/webhook.ts'
import { platformProblem } from '../intelligence/platforms.ts'
import type { AccountFixture, Fixture } from './fixture-schema.ts'
import type { FixtureProblem, FixtureSource, Path } from './fixture-source.ts'

/** Alerts and webhooks that don't go with what they name; of a fixture that keeps to the schema. */
export function referenceProblems(source: FixtureSource): FixtureProblem[] {
  const { accounts } = source.value as Fixture
  return accounts.flatMap((account, index) => [
    ...alertsOf(account, ['accounts', index, 'alerts'], source),
    ...webhooksOf(account, ['accounts', index, 'webhooks'], source),
  ])
}

function alertsOf(
  { alerts = [], campaigns = [] }: AccountFixture,
  at: Path,
  source: FixtureSource,
): FixtureProblem[] {
  return alerts.flatMap((alert, index) => {
    const campaign = campaigns.find(({ id }) => id === alert.campaign_id)
    return alertProblems(alert, campaign, platformProblem).map(({ field, message }) =>
      source.problem([...at, index, field], message),
    )
  })
}

function webhooksOf(
  { webhooks = [], alerts = [] }: AccountFixture,
  at: Path,
  source: FixtureSource,
): FixtureProblem[] {
  return webhooks.flatMap((webhook, index) =>
    (webhook.alerts ?? []).flatMap((id, place) => {
      const alert = alerts.find((each) => each.id === id)
      const message = namedAlertProblem(webhook, id, alert)
      return message === undefined ? [] : [source.problem([...at, index, 'alerts', place], message)]
    }),
  )
}
