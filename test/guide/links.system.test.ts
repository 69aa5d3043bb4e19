import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { expect, it } from 'vitest'
import { pages, root } from './snippets.ts'

const forDevelopers = readdirSync(join(root, 'docs/dev'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.md'))
  .map((file) => join('docs/dev', file))
const all = [
  ...pages,
  ...forDevelopers,
  '.github/CONTRIBUTING.md',
  'CHANGELOG.md',
  '.github/SECURITY.md',
]
const anchors = new Map(all.map((page) => [page, contentsOf(page).anchors]))

it.each(all)('%s has links and anchors that lead somewhere', (page) => {
  for (const link of contentsOf(page).links) {
    const [path = '', anchor] = link.split('#')
    const target = path === '' ? page : join(dirname(page), path)
    expect(existsSync(join(root, target)), link).toBe(true)
    if (anchor) expect(anchors.get(target), link).toContain(anchor)
  }
})

it('every page of docs/ is in its table of contents', () => {
  const { links } = contentsOf('docs/README.md')
  for (const page of pages.filter(
    (page) => page.startsWith('docs/') && !page.endsWith('README.md'),
  )) {
    expect(links).toContain(page.slice('docs/'.length))
  }
})

it('the help links of the console and of /docs lead to pages and anchors of the guide', () => {
  const screens = readFileSync(join(root, 'src/web/console/app/screens.tsx'), 'utf8')
  const docs = readFileSync(join(root, 'src/web/docs/index.html'), 'utf8')
  const links = [
    ...[...screens.matchAll(/(?:help: |screen\(\s*'\w+',\s*'[^']+',\s*)'([^']+)'/g)].map(
      ([, link = '']) => link,
    ),
    ...[...docs.matchAll(/href="guide\/([^"]+)"/g)].map(([, link = '']) => link),
  ]

  expect(links.length).toBeGreaterThan(7)
  for (const link of links) {
    const [page, anchor] = link.split('#')
    expect(all).toContain(`docs/${page}.md`)
    if (anchor) expect(anchors.get(`docs/${page}.md`), link).toContain(anchor)
  }
})

/** The links of a page to other files and to itself, those of images included, and the anchors that it has. */
function contentsOf(page: string): { links: string[]; anchors: string[] } {
  const links: string[] = []
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type !== 'link' && token.type !== 'image') return
      if (!/^(\w+:|\/\/)/.test(token.href)) links.push(token.href)
    },
  })
  marked.parse(readFileSync(join(root, page), 'utf8'), { async: false })
  return { links, anchors: getHeadingList().map(({ id }) => id) }
}
