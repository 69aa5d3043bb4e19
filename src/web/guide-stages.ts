import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { RequestHandler } from 'express'
import { Marked } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import type { Config } from '../config.ts'
import { packageRoot } from '../package/package-root.ts'
import { below, inOrder, onGet } from '../pipeline/in-order.ts'
import type { SearchEntry } from './guide/search-entry.ts'
import { pageHtml } from './page-files.ts'
import { filePolicy, pagePolicy } from './page-policy.ts'
import { revalidatedFiles, sendText } from './revalidated.ts'

/** The page at `/guide/`; the others are next to it. */
const START_PAGE = 'README'

/** GET /guide/ and below: the pages of `docs/`, so that help is at hand offline. */
export function guideStages(parts: { config: Config }): RequestHandler {
  const source = join(packageRoot(), 'docs')
  const pages = readdirSync(source).flatMap((name) =>
    name.endsWith('.md') ? [name.slice(0, -3)] : [],
  )
  const start = readFileSync(join(source, `${START_PAGE}.md`), 'utf8')
  // Pages do not change while the sandbox runs, and anybody may ask for them.
  const rendered = new Map<string, string>()
  const page = async (name: string) => {
    const known = rendered.get(name)
    if (known !== undefined) return known
    const text = readFileSync(join(source, `${name}.md`), 'utf8')
    const made = guidePage(await pageHtml('guide'), text, start, guideLink(`${name}.md`))
    rendered.set(name, made)
    return made
  }

  let index: SearchEntry[] | undefined
  const search: RequestHandler = (_req, res) => {
    index ??= pages.flatMap((name) =>
      sectionsOf(guideLink(`${name}.md`), readFileSync(join(source, `${name}.md`), 'utf8')),
    )
    sendText(res, 'application/json', JSON.stringify(index))
  }

  const startPage: RequestHandler = async (req, res) => {
    // Links between pages are relative to the folder.
    const { pathname } = new URL(req.originalUrl, 'http://sandbox')
    if (pathname.endsWith('/')) sendText(res, 'text/html', await page(START_PAGE))
    else res.redirect(301, 'guide/')
  }
  const pageNamed =
    (name: string): RequestHandler =>
    async (req, res) => {
      if (req.path.endsWith('/')) res.redirect(301, `../${name}`)
      else sendText(res, 'text/html', await page(name))
    }
  const policy = pagePolicy(parts)
  return inOrder(
    onGet('/', inOrder(policy, startPage)),
    ...pages.map((name) => onGet(`/${name.toLowerCase()}`, inOrder(policy, pageNamed(name)))),
    filePolicy,
    onGet('/search.json', search),
    below('/images', revalidatedFiles(join(source, 'images'))),
  )
}

/** A page of Markdown in the frame of the guide. `start` lists all pages, and `current` is the link of this one among them. */
function guidePage(template: string, markdown: string, start: string, current: string): string {
  const marked = new Marked(gfmHeadingId(), {
    walkTokens: (token) => {
      if (token.type === 'link') token.href = guideLink(token.href)
    },
  })
  // Scrollable tables can be reached by keyboard.
  const content = marked
    .parse(markdown, { async: false })
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replaceAll('<table>', '<table tabindex="0">')
    .replaceAll(/<!--.*?-->/g, '')
  const headings = getHeadingList()
  const title = headings.find(({ level }) => level === 1)?.text ?? 'Guide'
  const sections = headings.filter(({ level }) => level === 2)
  const list = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('')
  const pages = [...start.matchAll(/^\| \[([^\]]+)\]\(([\w-]+\.md)\)/gm)].map(
    ([, text, file = '']) => {
      const href = guideLink(file)
      const mark = href === current ? ' aria-current="page"' : ''
      return `<li><a href="${href}"${mark}>${text}</a></li>`
    },
  )
  return template
    .replace('<!-- title -->', () => title)
    .replace('<!-- pages -->', () => pages.join(''))
    .replace('<!-- sections -->', () => (sections.length > 1 ? `<ul>${list}</ul>` : ''))
    .replace('<!-- content -->', () => content)
}

/** The sections of a page, each with its text without the marks of Markdown. */
function sectionsOf(href: string, markdown: string): SearchEntry[] {
  const marked = new Marked(gfmHeadingId())
  marked.parse(markdown, { async: false })
  const headings = getHeadingList()
  const parts = markdown.replaceAll(/<!--.*?-->/gs, '').split(/^(?=#{1,6} )/m)
  const entries: SearchEntry[] = []
  for (const part of parts) {
    const heading = headings[entries.length]
    const [line = '', ...lines] = part.split('\n')
    // A line of code may begin with # as well.
    if (heading === undefined || !line.startsWith(`${'#'.repeat(heading.level)} `)) continue
    const text = lines
      .join(' ')
      .replaceAll(/\]\([^)]*\)|[`*|[\]>#]|:?-{3,}:?/g, ' ')
      .replaceAll(/\s+/g, ' ')
    const [page = heading] = headings
    entries.push({
      href: heading.level === 1 ? href : `${href}#${heading.id}`,
      page: plain(page.text),
      heading: plain(heading.text),
      text,
    })
  }
  return entries
}

/** The text of a heading without tags. */
const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

/** The address of a page of the guide, such as `webhooks#retries` for `webhooks.md#retries`. */
function guideLink(href: string): string {
  const [, name, anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  if (name === undefined) return href
  return `${name === START_PAGE ? './' : name}${anchor}`
}
