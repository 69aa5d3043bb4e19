import { bugsOf, keywords, named, repliesTo, shows, stores, without } from '../changes.ts'

const KIND = 'what was sent is read back'

const escaped = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')

const setting = (name: string) =>
  stores((fields) =>
    fields.settings ? { ...fields, settings: without(fields.settings, name) } : fields,
  )

export const READ_BACK = [
  ...bugsOf(KIND, [
    ['keywords are sorted', keywords((list) => list.toSorted())],
    ['keywords are reversed', keywords((list) => list.toReversed())],
    ['keywords are in lower case', keywords((list) => list.map((each) => each.toLowerCase()))],
    ['keywords are split at commas', keywords((list) => list.flatMap((each) => each.split(/, ?/)))],
    ['keywords are cut after ten', keywords((list) => list.slice(0, 10))],
    [
      'keywords lose what is not ASCII',
      keywords((list) => list.map((each) => each.replace(/[^\0-\x7f]/g, '?'))),
    ],
    ['keywords lose hyphens', keywords((list) => list.map((each) => each.replaceAll('-', ' ')))],
    ['names are cut at 255', named((name) => name.slice(0, 255))],
    ['names are HTML-escaped', named(escaped)],
    [
      'names are percent-decoded',
      named((name) => name.replace(/%[0-9a-f]{2}/gi, (hex) => decodeURIComponent(hex))),
    ],
    ['names are read as Latin-1', named((name) => Buffer.from(name).toString('latin1'))],
    ['settings are lost', stores((fields) => without(fields, 'settings'))],
    ['settings lose device', setting('device')],
    [
      'settings have the standard device',
      stores((fields) =>
        fields.settings
          ? { ...fields, settings: { ...fields.settings, device: 'mobile' } }
          : fields,
      ),
    ],
    [
      'settings of another campaign are shown',
      shows((fields, as, campaign, world) => {
        const other = world.campaigns.find((each) => each !== campaign && each.fields.settings)
        const isShown = as === 'detail' && fields.settings && other
        return isShown ? { ...fields, settings: other.fields.settings } : fields
      }),
    ],
    [
      'all campaigns share one settings object',
      (world) => {
        const shared = {}
        stores((fields) => {
          if (fields.settings) fields.settings = Object.assign(shared, fields.settings)
          else fields.settings = shared
          return fields
        })(world)
      },
    ],
    ['the frequency is always weekly', stores((fields) => ({ ...fields, frequency: 'weekly' }))],
    ['the type is shown as a chat', shows((fields) => ({ ...fields, type: 'chat' }))],
    [
      'a campaign is shown without frequency',
      shows((fields, as) => (as === 'detail' ? without(fields, 'frequency') : fields)),
    ],
    [
      'the list shows the keywords of its first row',
      shows((fields, as, _campaign, world) =>
        as === 'list' ? { ...fields, keywords: world.campaigns[0]?.fields.keywords } : fields,
      ),
    ],
    [
      'the list shows the first keyword only',
      shows((fields, as) =>
        as === 'list' ? { ...fields, keywords: fields.keywords.slice(0, 1) } : fields,
      ),
    ],
    [
      'what a create returns is not what is stored',
      (world) => {
        const { create } = world
        world.create = (key, fields, days) => {
          const campaign = create(key, fields, days)
          const sent = structuredClone(fields)
          campaign.fields = { ...fields, keywords: fields.keywords.slice(0, 1) }
          const { show } = world
          world.show = (shown, as) =>
            shown === campaign && as === 'create' ? sent : show(shown, as)
          return campaign
        }
      },
    ],
    [
      'the id of a campaign that is got is an object',
      repliesTo('getCampaign', ({ body }) => {
        const campaign = body.data.campaign ?? body.data
        campaign.id = { value: campaign.id }
      }),
    ],
    [
      'keywords are one text',
      shows((fields) => ({ ...fields, keywords: fields.keywords.join(', ') })),
    ],
    [
      'settings are JSON in a text',
      shows((fields) =>
        fields.settings ? { ...fields, settings: JSON.stringify(fields.settings) } : fields,
      ),
    ],
  ]),
]
