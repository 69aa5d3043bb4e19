import { type Bug, bugsOf, FEW_KEYS } from '../changes.ts'
import { Refusal, type World } from '../world.ts'

const KIND = 'validation'

/** Fields for which no problem is found. */
function tolerates(isFine: (field: string, body: Record<string, unknown>) => boolean) {
  return (world: World) => {
    const { problems, accept } = world
    world.problems = (body, isPartial, request) =>
      problems(body, isPartial, request).filter(({ field }) => !isFine(field, body))
    const standard = { name: 'Untitled', type: 'serp', keywords: [], frequency: 'daily' }
    world.accept = (body, request) => {
      const fields = accept(body, request)
      return request.operation === 'createCampaign' ? { ...standard, ...fields } : fields
    }
  }
}

function refuses(is: (body: Record<string, unknown>) => boolean, field: string) {
  return (world: World) => {
    const { problems } = world
    world.problems = (body, isPartial, request) =>
      is(body) && request.operation === 'createCampaign'
        ? [{ field, message: 'is not valid' }]
        : problems(body, isPartial, request)
  }
}

const isMissing = (...names: string[]) =>
  tolerates((field, body) => names.includes(field) && body[field] === undefined)
const isWrong = (name: string) =>
  tolerates((field, body) => field === name && body[field] !== undefined)

const isOfType = (name: string, type: string) =>
  tolerates((field, body) => field === name && typeof body[name] === type)

/** Only for updates. */
function updates(plant: Bug['plant']): Bug['plant'] {
  return (world) => {
    const strict = world.problems
    plant(world)
    const { problems } = world
    world.problems = (body, isPartial, request) =>
      (request.operation === 'updateCampaign' ? problems : strict)(body, isPartial, request)
  }
}

/** Accepts a body that is not JSON as another text. */
function repairs(repair: (text: string) => string): Bug['plant'] {
  return (world) => {
    const { before } = world
    world.before = (request, next) => {
      if (request.method === 'POST' && request.path === '/campaigns')
        request.text = repair(request.text)
      return before(request, next)
    }
  }
}

export const VALIDATION = [
  ...bugsOf(KIND, [
    [
      'a campaign of one keyword is refused',
      refuses(({ keywords }) => Array.isArray(keywords) && keywords.length === 1, 'keywords'),
    ],
    [
      'a missing type is accepted when settings are there',
      tolerates(
        (field, { type, settings }) =>
          field === 'type' && type === undefined && settings !== undefined,
      ),
    ],
    ['a missing type is accepted', isMissing('type')],
    ['a missing frequency is daily', isMissing('frequency')],
    ['a missing name is Untitled', isMissing('name')],
    ['missing keywords are none', isMissing('keywords')],
    ['an empty object creates a campaign', isMissing('name', 'type', 'keywords', 'frequency')],
    ['settings are required', refuses(({ settings }) => settings === undefined, 'settings')],
    ['settings are refused', refuses(({ settings }) => settings !== undefined, 'settings')],
    [
      'the frequency daily is refused',
      refuses(({ frequency }) => frequency === 'daily', 'frequency'),
    ],
    ['a name that is an object is accepted', isWrong('name')],
    ['keywords that are a number are accepted', isWrong('keywords')],
    ['a type that is an object is accepted', isWrong('type')],
    ['a frequency that is an object is accepted', isWrong('frequency')],
    ['a name that is a number is stored as one', isOfType('name', 'number')],
    ['keywords that are a text are stored as one', isOfType('keywords', 'string')],
    [
      'settings that are a list are stored as one',
      tolerates((field, { settings }) => field === 'settings' && Array.isArray(settings)),
    ],
    [
      'an update to a name that is a list is stored',
      tolerates((field, { name }) => field === 'name' && Array.isArray(name)),
      FEW_KEYS,
    ],
    [
      'an update to settings that are a list is stored',
      updates(tolerates((field) => field === 'settings')),
      FEW_KEYS,
    ],
    [
      'a body that is cut off is repaired',
      repairs((text) => (text.endsWith('}') || !text.startsWith('{') ? text : `${text}}`)),
    ],
    [
      'a form is accepted',
      repairs((text) =>
        text.startsWith('name=')
          ? JSON.stringify({
              type: 'serp',
              keywords: ['form'],
              frequency: 'daily',
              name: new URLSearchParams(text).get('name'),
            })
          : text,
      ),
    ],
    [
      'a list is accepted as a campaign',
      repairs((text) =>
        text === '[]'
          ? '{"name":"Untitled","type":"serp","keywords":["a"],"frequency":"daily"}'
          : text,
      ),
    ],
    [
      'a missing name is a server_error',
      (world) => {
        const { problems } = world
        world.problems = (body, isPartial, request) => {
          if (body.name === undefined && !isPartial)
            throw new Refusal('server_error', 'undefined method')
          return problems(body, isPartial, request)
        }
      },
    ],
    [
      'ids are compared by their beginning',
      (world) => {
        const { find, owned } = world
        world.find = (key, id, request) =>
          find(key, id, request) ?? owned(key).find((each) => id.startsWith(each.id))
      },
    ],
    [
      'an unknown id is the first campaign',
      (world) => {
        const { find, owned } = world
        world.find = (key, id, request) => find(key, id, request) ?? owned(key)[0]
      },
    ],
    [
      'reads of an unknown id are the last campaign',
      (world) => {
        const { find, owned } = world
        world.find = (key, id, request) => {
          const found = find(key, id, request)
          return found ?? (request.operation === 'getCampaign' ? owned(key).at(-1) : undefined)
        }
      },
    ],
    [
      'a read after a create is not found',
      (world) => {
        const { find } = world
        world.find = (key, id, request) => {
          const found = find(key, id, request)
          const isNew =
            found && request.operation === 'getCampaign' && found.createdAt > world.startedAt
          return isNew ? undefined : found
        }
      },
    ],
  ]),
]
