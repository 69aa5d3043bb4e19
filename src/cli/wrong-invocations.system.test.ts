import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runCommand } from '../../test/support/processes/commands.ts'
import { startSandbox } from '../../test/support/sandbox.ts'
import { temporaryFolder } from '../../test/support/temporary.ts'

/** A command line, with variables in front of it, and parts of the message that it gets. */
type Row = [line: string, ...parts: string[]]

/** Mistakes that are found without a sandbox. The exit code is 2. */
const LOCAL: Row[] = [
  // Commands and flags
  ['serv', "unknown command 'serv'", 'Did you mean serve?'],
  ['--prot 5000', "unknown option '--prot'", 'Did you mean --port?'],
  ['serve --port', "'--port <number>' argument missing"],
  ['serve one two', "too many arguments for 'serve'"],
  ['diff packaged', "missing required argument 'after'"],
  ['completion tcsh', "'tcsh'", 'must be one of bash, zsh, fish'],
  ['init --ci gitlub', "'gitlub'", 'must be one of github, gitlab'],
  ['serve 5000', 'There is no target 5000', 'Did you mean --port 5000?'],
  ['serve starter', 'There is no target starter', 'Did you mean --fixture starter?'],
  // Values of serve, and where they came from
  ['serve --port abc', '--port must be a whole number; found "abc".'],
  ['SVC_PORT=70000 serve', 'SVC_PORT must be a whole number from 0 to 65535; found 70000.'],
  ['SVC_PORT=tcp://10.0.0.1:80 serve', 'SVC_PORT (--port) must be', '"tcp://10.0.0.1:80"'],
  ['serve --seed -1', '--seed must be a whole number from 0 to 4294967295; found -1.'],
  ['serve --now yesterday', '--now must be a time', '2026-01-15T09:30:00Z; found "yesterday"'],
  ['SVC_NOW=yesterday serve', 'SVC_NOW must be a time', 'found "yesterday"'],
  ['serve --api-version 2', 'no release "2"', '1.0.0, 1.1.0, 1.2.0'],
  ['serve --host 0.0.0.0', '--host 0.0.0.0 can be reached', 'SVC_ADMIN_TOKEN'],
  ['SVC_HOST=0.0.0.0 serve', 'SVC_HOST 0.0.0.0 can be reached', 'SVC_ADMIN_TOKEN'],
  ['SVC_PUBLIC_URL=example.com serve', 'SVC_PUBLIC_URL must be an address such as https://'],
  ['serve --webhook-target http://a/b', '--webhook-target must be a host', 'localhost:3000'],
  ['serve --cors-origin *', '--cors-origin must be the origin of one page', 'found "*"'],
  ['SVC_OPEN_SIGNUP=n serve', 'SVC_OPEN_SIGNUP must be 1, true, yes, on, or 0,', 'found "n"'],
  ['SVC_EPHEMERAL=maybe serve', 'SVC_EPHEMERAL must be 1, true, yes, on', 'found "maybe"'],
  ['SVC_NO_MIGRATE=n serve', 'SVC_NO_MIGRATE must be', 'found "n"'],
  ['SVC_DATABASE=localhost serve', 'SVC_DATABASE must be an address such as postgres://'],
  ['serve --data d --database postgres://a/b', '--data d and --database', 'Leave one out.'],
  ['serve --database-direct postgres://a/b', 'needs --database'],
  ['SVC_PROT=1 serve --port abc', 'variable SVC_PROT is unknown', 'Did you mean SVC_PORT?'],
  ['serve --base-path /a/../b', '--base-path must be a path such as /sandbox', '"/a/../b"'],
  ['serve --frame-ancestors a.test', 'such as http://app.test:3000, without a path, or self;'],
  // Values of proxy
  ['proxy', 'The base URL is missing.', 'svc-sandbox proxy https://'],
  ['SVC_BASE_URL=localhost:4010 proxy', 'SVC_BASE_URL must be an address such as https://'],
  ['proxy http://a/api --mode replai', "'replai' is invalid", 'Did you mean replay?'],
  ['SVC_MODE=replai proxy http://a/api', 'SVC_MODE must be watch, record, replay or update'],
  ['proxy http://a/api --mode replay', '--mode replay needs a file', '--cassette'],
  ['proxy http://a/api --enforce statd', '--enforce must be stated or assumed', 'mean stated?'],
  ['SVC_ENFORCE=maybe proxy http://a/api', 'SVC_ENFORCE must be 1, true, yes, on'],
  ['proxy http://a/api --sandbox getRanking', '--sandbox', 'Did you mean getRankings?'],
  ['proxy http://a/api --timeout 0', '--timeout must be a whole number from 1 to 3600; found 0.'],
  ['proxy http://a/api --ca missing.pem', '--ca missing.pem cannot be read: there is no such'],
  ['proxy http://a/api --ca notes.txt', '--ca notes.txt holds no certificate in PEM.'],
  ['proxy http://a/api --token svc_live_a', '--token is a live key', '--allow-live-key'],
  ['proxy http://a/api --report xml=a', 'there is no report "xml"'],
  ['proxy http://a/api --host 0.0.0.0', '--host 0.0.0.0 can be reached', 'SVC_ADMIN_TOKEN'],
  ['serve --seed 1.5', '--seed must be a whole number; found "1.5".'],
  ['serve --log-level verbose', 'silent, error, warn, info, debug; found "verbose"'],
  ['SVC_LOG_LEVEL=verbose serve', 'silent, error, warn, info, debug; found "verbose"'],
  // Files
  ['serve --data notes.txt', "notes.txt can't be created: there is a file with its name"],
  ['serve --ephemeral --fixture ./folder', "folder can't be read: it is a folder."],
  ['serve --ephemeral --overlay folder', '--overlay folder: it cannot be read: it is a folder.'],
  ['serve --ephemeral --tls-cert folder --tls-key folder', '--tls-cert folder', 'it is a folder'],
  ['check http://a/api --token t --replay folder', '--replay folder', 'it is a folder'],
  ['serve --overlay missing.yaml', '--overlay missing.yaml: there is no such file in /', 'Correct'],
  ['SVC_OVERLAY=missing.yaml serve', 'SVC_OVERLAY missing.yaml: there is no such file in /'],
  ['serve --overlay broken.yaml', '--overlay broken.yaml: line 2, column'],
  ['serve --ephemeral --fixture demoo', 'no fixture demoo', 'Did you mean demo?'],
  ['serve --ephemeral --fixture typo.yaml', 'typo.yaml:3:5: accounts[0].plna', 'mean plan?'],
  ['serve --config missing.yaml', '--config missing.yaml: there is no such file', 'leave it out'],
  ['SVC_CONFIG=missing.yaml serve', 'SVC_CONFIG missing.yaml: there is no such file'],
  ['serve --config notes.txt', '--config notes.txt must end in json, yaml'],
  ['serve --config text.yaml', 'text.yaml:4: serve.port must be a number; found a text', 'quotes'],
  ['serve --config member.yaml', 'member.yaml:3: there is no member serve.prot.', 'mean port?'],
  ['serve --config value.yaml', 'value.yaml:3: serve.port must be', 'found 70000.'],
  ['serve stagin --config targets.yaml', 'targets.yaml has no target stagin.', 'mean staging?'],
  ['serve staging', 'There is no target staging', 'svc-sandbox.config.'],
  ['import missing.jsonl', 'missing.jsonl cannot be read: there is no such file in /'],
  ['export --data missing', 'There is no data folder missing.', '--data'],
  ['SVC_DATABASE=mysql://a migrate', 'SVC_DATABASE must be an address such as postgres://'],
  ['migrate', 'Name a database with --database or SVC_DATABASE.'],
  ['init nowhere/x.yaml', 'The folder of nowhere/x.yaml does not exist.'],
  ['diff packaged missing.yaml', 'missing.yaml cannot be read: there is no such file.'],
  ['diff packaged packaged --fail-on braking', 'found "braking". Did you mean breaking?'],
  ['SVC_FORMAT=xml diff packaged packaged', 'SVC_FORMAT must be one of text, markdown, json'],
  ['migrate --database postgres://app:s3cr3t@127.0.0.1:1/x', 'nothing listens at its address.'],
  ['export --database postgres://127.0.0.1:1/x', 'database: nothing listens at its address.'],
  // check
  ['check', 'The base URL is missing.', 'SVC_BASE_URL'],
  ['SVC_BASE_URL=localhost:4010 check', 'SVC_BASE_URL must be an address such as https://'],
  ['check ftp://a/b', 'The base URL must be an address such as https://'],
  ['check http://127.0.0.1:1/api', '--token is missing.', 'SVC_TOKEN'],
  ['check http://a/api --token=', '--token is empty.', 'leave --token out'],
  ['check http://a/api --token svc_live_a', '--token is a live key', '--allow-live-key'],
  ['check http://a/api --token a\nb', '--token contains a blank or a line break after its first 1'],
  ['check http://a/api --token t --logout-token t', '--token and --logout-token are the same key'],
  ['check http://me:s3cr3t@a/api --token t', 'base URL must be'],
  ['check http://:s3cr3t@a/api --token t', 'base URL must be'],
  ['check http://a/api --token t --level strict', '--level', '"strict"'],
  ['check http://a/api --token t --rate fast', '--rate must be a whole number; found "fast"'],
  ['check http://a/api --token t --require 2.23,2.2a', 'no check proves a fact "2.2a". Did you'],
  ['check http://a/api --token t --require 9999', '--require must be a number of facts from 1 to'],
  ['check http://a/api --token t --write-known nowhere/a.yaml', '--write-known nowhere/a.yaml'],
  ['check http://a/api --token t --overlay none.yaml', 'no such file in /', 'learn --to none.yaml'],
  ['check http://a/api --token t --learn /not/a.yaml', 'the folder /not cannot be written to'],
  ['check http://a/api --token t --learn a.yaml --fuzz 5', 'learn and fuzz cannot be combined'],
  ['check http://a/api --token t --clean --read-only', 'which --read-only forbids'],
  ['check http://a/api --token t --clean --fuzz 3', 'clean cannot be combined with fuzz'],
  ['fuzz http://a/api --token t --cases 0', '--cases', 'at least 1'],
  ['fuzz http://a/api --token t --report html=x.html', '--report html=x.html', 'only json'],
  ['SVC_REPLAY=missing.json fuzz http://a/api --token t', 'missing.json', 'no such file'],
  ['fuzz http://a/api --token t --only 2.23', "unknown option '--only'"],
  ['learn http://a/api --token t --to a.json', 'The overlay a.json', 'ends in .yaml'],
  ['clean http://a/api', '--token is missing'],
  ['check http://a/api --token t --fuzz many', '--fuzz must be a whole number; found "many"'],
  ['check http://a/api --token t --fuzz 0', '--fuzz must be at least 1; found 0'],
  ['check http://a/api --token t --fuzz 1 --seed 2147483648', '--seed must be at most'],
  ['check http://a/api --token t --fuzz 1 --replay notes.txt', 'Leave one out'],
  [
    'check http://a/api --token t --fuzz 1 --report html=x.html',
    '--report html=x.html',
    'only json',
  ],
  ['check http://a/api --token t --other-token t', '--token and --other-token are the same'],
  ['check http://a/api --token t --replay case.json', '--replay case.json is not a saved case'],
  [
    'check http://a/api --report junit=a html=b',
    'html=b is no server to check.',
    '--report junit=contract.xml --report html=b',
  ],
  ['check http://a/api --token t --report junti=a', 'no report "junti"', 'junit, json, html'],
  ['check http://a/api --token t --report json=folder', '--report json=folder', 'is a folder'],
  ['check http://a/api --token t --report md=notes.txt/a.md', 'a part of its path is a file'],
  ['proxy http://a/api --report json=folder', '--report json=folder cannot', 'is a folder'],
  ['SVC_REPORT=junti=a check http://a/api --token t', 'SVC_REPORT junti=a: there is no report'],
  ['check http://a/api --token t --only listCampaing', 'Did you mean listCampaigns?'],
  ['check http://a/api --token t --only 2.999', '"2.999" is no fact', 'Did you mean 2.'],
  ['check http://a/api --token t --skip getRanking', '"getRanking" is no', 'mean getRankings?'],
  ['check http://a/api --token t --only §12', '"§12" is no fact'],
  ['check http://a/api --token t --only 2.23 --skip 2.23', 'leave no fact to judge'],
  ['check http://a/api --token t --skip verifyToken,listCampaigns', '--skip needs verifyToken or'],
  ['check http://a/api --token t --only §9 --require 2.23', '--require 2.23 is left out by --only'],
  ['check http://a/api --token t --only §9 --require 2', 'a number of facts from 1 to 1,'],
  ['SVC_LEVEL=asumed check http://a/api --token t', 'SVC_LEVEL must be stated or assumed'],
  ['SVC_MAX_REQUESTS=many check http://a/api --token t', 'SVC_MAX_REQUESTS must be a whole'],
  ['SVC_READ_ONLY=n check http://a/api --token t', 'SVC_READ_ONLY must be 1, true', 'found "n"'],
  ['check --config rate.yaml --token t', 'rate.yaml:2: rate must be at least 1; found 0.'],
  ['check http://a/api --token t --known missing.yaml', '--known missing.yaml', 'no such file'],
  ['check http://a/api --token t --replay missing.json', '--replay missing.json', 'no such file'],
  ['check http://a/api --token t --fuzz 9 --only 2.23', '--only and --skip', 'Leave them out.'],
  ['check http://a/api --token t --seed 7', '--seed selects the cases of fuzz, as in'],
  [
    'fuzz http://a/api --token t --replay a.json --seed 7',
    '--seed selects new ones. Leave one out',
  ],
  ['fuzz http://a/api --token t --replay a.json --cases 7', 'no number of new ones. Leave one out'],
  // Commands for a running sandbox
  ['wait --timeout soon', '--timeout must be a length of time', 'found "soon"'],
  ['SVC_URL=localhost:4010 wait', 'SVC_URL must be the address of a sandbox', '"localhost:4010"'],
  ['SVC_URL=localhost:4010 clock', 'SVC_URL must be the address of a sandbox'],
  ['clock --url localhost', '--url must be the address of a sandbox', 'found "localhost"'],
  [
    'SVC_URL=http://127.0.0.1:1 clock',
    'No sandbox answers at http://127.0.0.1:1: bad port.',
    'SVC_URL',
  ],
  ['clock --account=', '--account is empty.', 'leave it out'],
  ['clock --admin-token a --token b', 'cannot be combined'],
  ['reset --account=', '--account is empty.', 'leave it out'],
  ['reset --url=', '--url is empty.', 'leave it out'],
  ['clock advnace 3d', 'clock has no command "advnace". Did you mean advance?'],
  [
    'help clokc',
    'no command "clokc". Did you mean clock?',
    'wait, healthcheck, completion, init, ',
  ],
  ['clokc --help', 'svc-sandbox has no command "clokc". Did you mean clock?'],
  ['faults help ad', 'faults has no command "ad". Did you mean add?', 'It has list, add, update'],
  ['clock advnace --help', 'clock has no command "advnace". Did you mean advance?'],
  ['faults ad', 'faults has no command "ad". Did you mean add?', 'It has list, add, update'],
  ['events trigger ranking.changed', 'events has no command "trigger".', 'It has list.'],
  ['trigger campaign.complete', 'Did you mean campaign.completed?'],
  ['trigger campaign.completed --data {', '--data must be a JSON object such as'],
  ['trigger campaign.completed --data [1]', '--data must be a JSON object such as', '[1]'],
  ['trigger campaign.completed --data=', 'such as \'{"position":1}\'; found an empty text.'],
  ['trigger campaign.completed --to localhost:3000', '--to must be an address such as http://'],
  ['trigger campaign.completed --to http://[::1', '--to must be an address such as http://'],
  ['trigger campaign.completed --secret s', '--secret needs --to'],
  ['listen --forward-to=', '--forward-to must be an address such as', 'found "".'],
  ['listen --forward-to localhost:3000', 'must be an address such as', 'localhost:3000'],
  ['listen --forward-to http://localhost:1 --header webhook-id:evt_1', 'sender sets itself'],
  ['listen --forward-to http://localhost:1 --header X-Tenant', '1 to 1000 characters'],
  ['listen --events campaign.complete', 'Did you mean campaign.completed?'],
  ['webhooks set any', 'Nothing to change'],
  ['webhooks set any --rate-limit fast', 'like 5/second'],
  ['webhooks set any --header Host:x', 'sender sets itself'],
  ['webhooks replay any --type ranking.change', 'Did you mean ranking.changed?'],
  ['faults add --connection rest', 'must be one of reset, empty', 'Did you mean reset?'],
  ['faults add --share half --status 500', '--share must be a number; found "half"'],
  ['faults add --delay slow', '--delay must be milliseconds such as 800', 'found "slow"'],
  ['faults update any --enable --disable', 'cannot be combined. Leave one out.'],
  ['receiver script slow', 'must be like 500, reset'],
  ['receiver script {"status"', 'must be like 500, reset'],
  ['receiver script 500,coutn=2', 'found "coutn=2" in 500,coutn=2. Did you mean count?'],
  ['requests --wait-for soon', '--wait-for must be a length of time up to 60s', '"soon"'],
  ['requests clear', '"clear" is not a request id.', 'Did you mean --clear?'],
  ['requests --clear --status 4xx', '--status has no effect with --clear.', 'Leave one out.'],
  ['requests --clear --follow', '--follow has no effect with --clear.'],
  ['requests --follow --limit 3', '--limit has no effect with --follow.'],
  ['requests req_1 --method GET', '--method has no effect with the id of a request.'],
  ['receiver script 204,delay=5s', 'delay=5s', 'A delay is in milliseconds, such as 5000.'],
  ['keys create app --rate-limit fast', '--rate-limit must be a whole number; found "fast".'],
  ['timeline --limit abc', '--limit must be a whole number; found "abc".'],
  ['deliveries --limit=', '--limit must be a whole number; found "".'],
  ['accounts create --fixture empty.yaml', '--fixture empty.yaml is empty.'],
  ['accounts create --fixture missing.yaml', '--fixture missing.yaml', 'no such file in /'],
]

/** Mistakes that the sandbox finds, so that users of curl get the same message. The exit code is 1. */
const REFUSED: Row[] = [
  ['clock advance 7 dayz', 'advance', 'such as 3d, 1d12h or 7 days', 'found "7 dayz"'],
  ['clock set tomorrow', 'now', 'a time such as 2026-03-01T09:00:00Z or a date', '"tomorrow"'],
  ['clock set 2026-02-30', 'now', 'a time such as', 'found "2026-02-30"'],
  ['clock --account acc_nobody', 'no account "acc_nobody"', 'There are acc_demo'],
  ['clock --token nonsense', 'neither the admin token'],
  ['events --type campaign.complete', 'Did you mean campaign.completed?'],
  ['deliveries --status faild', 'pending, delivered, failed', 'Did you mean failed?'],
  ['faults add --operation listCampaing --status 500', 'Did you mean listCampaigns?'],
  ['faults add --method GTE --status 500', 'found "GTE". Did you mean GET?'],
  ['faults add --path campaigns --status 500', 'path', 'must begin with /; found "campaigns"'],
  ['faults add --expires-in soon --status 500', 'must be a duration such as 90d', '"soon"'],
  ['faults add', 'must say what the rule does', 'error, status, delay'],
  ['requests --operation listCampaing', 'Did you mean listCampaigns?'],
  [
    'requests --method GETT',
    'an HTTP method such as GET or POST; found "GETT"',
    'Did you mean GET?',
  ],
  ['requests --since soon', 'must be a value such as 2026-01-15T09:30:00Z or req_12; found "soon"'],
  ['faults add --share 0 --status 500', 'must be greater than 0; found 0'],
  ['accounts create --plan starter', 'found "starter". Did you mean Starter?'],
  ['accounts create --fixture word.yaml', 'line 1, column 1', 'expected a mapping'],
  ['requests --status 700', 'such as 4xx; found "700"'],
  ['keys create app --permission campaing:read', 'Did you mean campaigns:read?'],
  ['accounts create --plan Gold', 'must be one of Starter, Professional, Enterprise', '"Gold"'],
  ['accounts create --fixture demoo', 'found "demoo". Did you mean demo?'],
  ['accounts create --fixture typo.yaml', 'line 3, column 5', 'did you mean plan?'],
  ['snapshot save Upper', 'lower-case letters', 'such as logged-in; found "Upper"'],
  ['reset --fixture demmo', 'Did you mean demo?'],
]

const FILES = {
  'broken.yaml': 'accounts: [\n  - x: {',
  'typo.yaml': 'accounts:\n  - id: acc_a\n    plna: Starter\n',
  'text.yaml': 'report: [junit=a]\nserve:\n  fixture: demo\n  port: "4010"\n',
  'member.yaml': 'serve:\n  fixture: demo\n  prot: 4010\n',
  'value.yaml': 'serve:\n  fixture: demo\n  port: 70000\n',
  'targets.yaml': 'targets:\n  staging:\n    baseUrl: http://127.0.0.1:1/api\n',
  'rate.yaml': 'baseUrl: http://127.0.0.1:1/api\nrate: 0\n',
  'notes.txt': '',
  'empty.yaml': '',
  'case.json': '{"format":2}',
  'word.yaml': 'hello',
}

const former = process.cwd()

beforeEach(() => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text)
  mkdirSync(join(folder, 'folder'))
  process.chdir(folder)
})
afterEach(() => process.chdir(former))

/** Runs a line as a shell does. */
function run(line: string) {
  const words = line.split(' ')
  const first = words.findIndex((word) => !/^SVC_\w+=/.test(word))
  const env = words.slice(0, first).map((word) => {
    const [name = '', ...value] = word.split('=')
    return [name, value.join('=')]
  })
  return runCommand(words.slice(first), { env: Object.fromEntries(env) })
}

/** Words of programs and passwords, which no message may show to users. */
const RAW =
  /s3cr3t|\bE(NOENT|ISDIR|ACCES|CONNREFUSED)\b|\[\\?[wdS]|\\[dwS]|\^\(|\n\s+at |undefined|\[object/

function expectMessage(stderr: string, parts: readonly string[]): void {
  for (const part of parts) expect(stderr).toContain(part)
  expect(stderr).not.toMatch(RAW)
}

describe('says what is wrong, where it came from, and the way out', () => {
  it.each(LOCAL)('%s', async (line, ...parts) => {
    const { code, stderr } = await run(line)

    expectMessage(stderr, parts)
    expect(code).toBe(2)
  })
})

describe('of a running sandbox', () => {
  it.each(REFUSED)('%s', async (line, ...parts) => {
    const { port } = await startSandbox()

    const { code, stderr } = await run(`SVC_URL=http://127.0.0.1:${port} ${line}`)

    expectMessage(stderr, parts)
    expect(code).toBe(1)
  })
})

it('lists all problems once, without a reference to the answer', async () => {
  const { port } = await startSandbox()

  const { stderr } = await run(`SVC_URL=http://127.0.0.1:${port} faults add --status 999 --share 5`)

  expect(stderr).not.toContain('details.issues')
  expect(stderr).toContain('share (body) must be at most 1; found 5.\n  status must be at most 599')
})

it('lists the accounts, if none was named and none is the only one', async () => {
  const { port } = await startSandbox({ fixture: 'starter' })

  const { stderr } = await run(`SVC_URL=http://127.0.0.1:${port} clock`)

  expect(stderr).toContain('must name an account. There are acc_mine, acc_new. (400')
})

it('thousands of unknown names cost the sandbox little', async () => {
  const { port } = await startSandbox()
  const members = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`operatoin${index}`, 'listCampaing']),
  )

  const before = process.cpuUsage()
  const response = await fetch(`http://127.0.0.1:${port}/_sandbox/faults`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ...members, operation: Array(5000).fill('listCampaing'.repeat(5)) }),
  })
  const { user } = process.cpuUsage(before)

  expect(response.status).toBe(400)
  // Microseconds; each of 10,000 names compared with 30 operations would take seconds.
  expect(user).toBeLessThan(1_500_000)
})
