import {
  actionsFor,
  advanceOf,
  type Command,
  type CommandGroup,
  faultsOf,
  matching,
  recordOf,
} from '../../client/commands.ts'
import { apiDocument, operationsOf } from '../../client/document.ts'
import { messageOf } from '../../client/problems.ts'
import { useFaults } from '../../hooks/faults.tsx'
import { useLoaded, useRead, useSandbox } from '../../hooks/sandbox.ts'
import { menuFor } from '../../screens/screens.ts'

/** Commands of each kind at most. */
const MOST = 6
const LOADED = 50

/** The commands for a text. `rested` is the same text once the user stops typing: campaigns and requests are searched by the server. */
export function useCommands(
  text: string,
  rested: string,
): { groups: CommandGroup[]; failure: string | undefined } {
  const { api: service, control, account, session, health } = useSandbox()
  const { data: faults = [] } = useFaults()
  const clock = useRead((ask, signal) => ask('GET', '/clock', { signal }))
  const keys = useRead((ask, signal) => ask('GET', '/keys', { signal }))
  const operations = useLoaded(async () => operationsOf(await apiDocument()), [])
  const wanted = rested.trim()
  const campaigns = useLoaded(
    async (signal) => {
      const query = { limit: LOADED, ...(wanted && { search: wanted }) }
      return (await service('GET', '/campaigns', { query, signal })).data
    },
    [service, wanted],
  )
  const requests = useLoaded(
    async (signal) => {
      const query = { limit: LOADED, ...(wanted && { text: wanted }) }
      return (await control('GET', '/requests', { query, signal })).data
    },
    [control, wanted],
  )

  const ids = operations.data?.map(({ id }) => id) ?? []
  const hasFaults = faults.some(({ state }) => state === 'active')
  const actions = actionsFor({ frozen: clock.data?.frozen, hasFaults })
  const spelled = [recordOf(text), advanceOf(text), ...faultsOf(text, ids)].filter(
    (command) => command !== undefined,
  )
  const open = (screen: string, id: string, label: string, detail: string): Command => ({
    id: `${screen} ${id}`,
    label,
    detail,
    act: { kind: 'open', screen, id },
  })
  const found = (commands: readonly Command[]) => matching(commands, text, MOST)

  const screens = menuFor(session, health).flatMap((group) => group.screens)

  const groups = [
    { title: 'Actions', commands: unique([...spelled, ...found(actions)]) },
    {
      title: 'Screens',
      commands: matching(
        screens.map(({ path, title }) => ({
          id: `screen ${path}`,
          label: title,
          act: { kind: 'open', screen: path },
        })),
        text,
        screens.length,
      ),
    },
    {
      title: 'Campaigns',
      // The server finds them by their keywords, too.
      commands: (campaigns.data ?? [])
        .slice(0, MOST)
        .map(({ id, name, status }) => open('campaigns', id, name, `${status}, ${id}`)),
    },
    {
      title: 'Keys',
      commands: found(
        (keys.data ?? []).map(({ id, name, prefix }) =>
          open('keys', id, name, `${prefix}…, ${id}`),
        ),
      ),
    },
    {
      title: 'Requests',
      commands: (requests.data ?? [])
        .slice(0, text === '' ? 3 : MOST)
        .map(({ id, method, url, status }) =>
          open('requests', id, `${method} ${url}`, `${status ?? 'no response'}, ${id}`),
        ),
    },
    {
      title: 'Accounts',
      commands:
        text === ''
          ? []
          : found(
              session.accounts
                .filter(({ id }) => id !== account)
                .map(({ id, name }) => ({
                  id: `account ${id}`,
                  label: name,
                  detail: `switch to the account ${id}`,
                  act: { kind: 'account', id },
                })),
            ),
    },
  ]
  const [error] = [campaigns, keys, requests, operations]
    .map((each) => each.error)
    .filter((each) => each !== undefined)
  return {
    groups: groups.filter(({ commands }) => commands.length > 0),
    failure: error === undefined ? undefined : `Not everything was found: ${messageOf(error)}`,
  }
}

/** Without later commands of the same id. */
function unique(commands: readonly Command[]): Command[] {
  return [...new Map([...commands].reverse().map((each) => [each.id, each])).values()].reverse()
}
