import { by, changed, handled, succeeded } from '../mutations.ts'
import { accepted, shown } from '../operations.ts'
import type { Answer, Campaign, Exchange } from '../types.ts'
import type { Fault } from './fault.ts'

/** The campaign of the path, if it belongs to another account than the key. */
function foreign({ service, id = '', key }: Exchange): Campaign | undefined {
  const found = service.campaigns.get(id)
  return found && found.account !== key?.account ? found : undefined
}

/** Carries out an operation on a campaign of another account. */
const across = (
  operation: 'getCampaign' | 'updateCampaign' | 'deleteCampaign',
  act: (found: Campaign, exchange: Exchange, next: () => Answer) => Answer,
) =>
  handled(operation, (exchange, next) => {
    const found = foreign(exchange)
    return found ? act(found, exchange, next) : next()
  })

function rename(found: Campaign, { input }: Exchange): void {
  found.fields = { ...found.fields, ...accepted(input) }
}

const MUTATIONS = {
  'A key of another account reads a campaign': across('getCampaign', (found, { service }) =>
    service.success(shown(found)),
  ),
  'A key of another account updates a campaign': across('updateCampaign', (found, exchange) => {
    rename(found, exchange)
    return exchange.service.success(shown(found))
  }),
  'A key of another account deletes a campaign': across('deleteCampaign', (found, { service }) => {
    service.campaigns.delete(found.id)
    return service.success({ id: found.id })
  }),
  'An update by a key of another account is refused and carried out': across(
    'updateCampaign',
    (found, exchange, next) => {
      rename(found, exchange)
      return next()
    },
  ),
  'A key of another account lists all campaigns': changed(
    by('listCampaigns'),
    succeeded,
    ({ body }, { service, key }) => {
      if (key?.account === 'acc_other') body.data = [...service.campaigns.values()].map(shown)
    },
  ),
}

/** §2: `account_id` is the owning account. A run sees these only with `--other-token`. */
export const ACCOUNT_FAULTS: Fault[] = Object.entries(MUTATIONS).map(([name, mutation]) => ({
  name,
  facts: ['2.57'],
  needsOther: true,
  mutation,
}))
