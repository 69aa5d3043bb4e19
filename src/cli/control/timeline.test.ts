import { expect, it } from 'vitest'
import { commandsAt } from '../../../test/support/processes/commands.ts'
import { CAMPAIGN, startSandbox } from '../../../test/support/sandbox.ts'

it('lists changes, and undoes the last one or a named one', async () => {
  const sandbox = await startSandbox()
  const run = commandsAt(sandbox.url)
  const { id } = (await sandbox.api.post('/campaigns', { body: CAMPAIGN })).body.data
  await sandbox.api.delete(`/campaigns/${id}`)
  await run('snapshot save clean')
  const statusOf = async () => (await sandbox.api.get(`/campaigns/${id}`)).status

  const all = await run('timeline')
  const undoable = await run('timeline --undoable --limit 5')
  const last = await run('timeline --limit 1')
  const undone = await run('undo')
  const afterUndo = await statusOf()
  const named = await run('undo chg_4')

  const [titles, ...lines] = all.stdout.trimEnd().split('\n')
  expect(titles).toMatch(/^ID +CLOCK +MADE +CHANGE +ABOUT +FROM +KEY +CAN BE UNDONE$/)
  const cells = (line: string) => line.replace(/20\S+ \S+ +20\S+ \S+/, '').split(/ {2,}/)
  expect(lines.map((line) => cells(line).filter((cell) => cell !== '–'))).toEqual([
    ['chg_3', 'saveSnapshot', 'clean', 'cli'],
    ['chg_2', 'deleteCampaign', 'Spring launch', 'api', 'Everything', 'yes'],
    ['chg_1', 'createCampaign', 'Spring launch', 'api', 'Everything'],
  ])
  expect(undoable.stdout.trimEnd().split('\n')).toHaveLength(1 + 1)
  expect(last.stdout.match(/^chg_\d/gm)).toEqual(['chg_3'])
  expect(undone.stdout).toBe('deleteCampaign Spring launch is undone. So is the later change.\n')
  expect([afterUndo, await statusOf()]).toEqual([200, 404])
  expect(named.stdout).toBe('undoChange chg_2 is undone.\n')
})

it('says why it cannot undo, and which sources there are', async () => {
  const run = commandsAt((await startSandbox()).url)

  const none = await run('undo chg_9')
  const source = await run('timeline --source me')

  expect(none.stderr).toContain('has no change "chg_9"')
  expect(source.stderr).toMatch(/api, console, cli, sdk, sandbox/)
})
