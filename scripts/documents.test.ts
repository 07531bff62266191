import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { menuIcons } from '../api/domain/src/menu.ts'

const root = path.resolve(import.meta.dirname, '..')
const isRepository = existsSync(path.join(root, '.git'))
const records = readdirSync(path.join(root, 'docs/decisions'))
  .filter((file) => /^\d{4}-.+\.md$/.test(file))
  .toSorted()
  .map(parseRecord)

describe('decision records', () => {
  it('have at most 350 words', () => {
    expect(records.filter(({ text }) => words(text) > 350).map(({ file }) => file)).toEqual([])
  })

  it('have a context, a decision, consequences, and what would change our mind', () => {
    const sections = ['Context', 'Decision', 'Consequences', 'What would change our mind']
    const incomplete = records
      .filter(({ state }) => state !== 'superseded')
      .filter(({ text }) => sections.some((section) => !text.includes(`\n## ${section}\n`)))
    expect(incomplete.map(({ file }) => file)).toEqual([])
  })

  it('name their successor if they are superseded', () => {
    const superseded = records.filter(({ state }) => state?.startsWith('superseded'))
    for (const { file, status } of superseded) {
      const successors = [...status.matchAll(/\]\((\d{4}-[^)]+)\)/g)].map(([, name]) => name!)
      expect(successors.length, file).toBeGreaterThan(0)
      expect(
        successors.filter((name) => name <= file || !records.some((other) => other.file === name)),
        file,
      ).toEqual([])
    }
  })

  it('are listed in the index with their title, date and state', () => {
    const rows = read('docs/decisions/README.md')
      .split('\n')
      .filter((line) => line.startsWith('| ['))
    expect(rows).toEqual(
      records.map(
        ({ file, title, date, state }) =>
          `| [${file.slice(0, 4)}](${file}) | ${title} | ${date} | ${state} |`,
      ),
    )
  })
})

describe('documents', () => {
  const documents = [
    ...readdirSync(root).filter((file) => file.endsWith('.md')),
    ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => path.join('docs', file)),
  ]

  it.each(documents)('link to files and headings that exist: %s', (document) => {
    const links = [...read(document).matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link]) => link!)
      .filter((link) => !/^\w+:/.test(link))
    expect(links.filter((link) => !resolves(document, link))).toEqual([])
  })

  it('have an overview of at most 1,500 words with one picture', () => {
    const overview = read('docs/architecture.md')
    expect(words(overview)).toBeLessThanOrEqual(1500)
    expect(overview.match(/^```mermaid$/gm)).toHaveLength(1)
  })

  it('call every endpoint in the curl tour', () => {
    const { paths } = JSON.parse(read('api/contract/openapi.json')) as {
      paths: Record<string, object>
    }
    let tour = read('docs/api-tour.sh')
    for (const [, name, address] of tour.matchAll(/\b(\w+)="?(\/api\/[^"\s]*)/g)) {
      tour = tour.replaceAll(new RegExp(`\\$\\{?${name}\\b\\}?`, 'g'), () => address!)
    }
    const endpoints = Object.entries(paths).flatMap(([address, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${address}`),
    )
    const uncalled = endpoints.filter((endpoint) => {
      const [method, address] = endpoint.split(' ')
      const pattern = address!
        .replace('{meeting}', '{year}(/{quarter})?')
        .replaceAll(/\{\w+\}/g, `[^/?"' ]+`)
      return !new RegExp(`\\b${method} ["']?${pattern}["'?\\s]`).test(tour)
    })
    // Their addresses are those of earlier answers.
    expect(uncalled).toEqual(['GET /api/images/{hash}', 'GET /api/feeds/{file}'])
  })

  it('list the icons of menu entries', () => {
    const list = menuIcons.map((icon) => `\`${icon}\``).join(', ')
    expect(read('docs/a-remote-of-your-own.md')).toContain(`is one of these: ${list}.`)
  })

  it.skipIf(!isRepository)('name, for each nightly test, what holds its rules in every run', () => {
    const page = read('docs/testing.md')
    const patterns = ['*.test.ts', '*.test.tsx', '*.spec.ts']
    const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...patterns], {
      cwd: root,
      encoding: 'utf8',
    })
    const files = listed
      .trim()
      .split('\n')
      .filter((file) => existsSync(path.join(root, file)))
    const isLong = (file: string) =>
      /\.long\.test\.tsx?$/.test(file) ||
      (file.endsWith('.spec.ts') && read(file).includes("'@long'"))
    const nameOf = (file: string) => path.basename(file).replace('.spec.ts', '')
    expect(files.filter((file) => isLong(file) && !page.includes(`\`${nameOf(file)}`))).toEqual([])
    const named = [...page.matchAll(/`([\w.-]+\.test\.tsx?)`/g)].map(([, name]) => name!)
    const names = new Set(files.map((file) => path.basename(file)))
    expect(named.filter((name) => !names.has(name))).toEqual([])
  })

  it.skipIf(!isRepository)('include each decision record that code refers to', () => {
    const references = execFileSync(
      'git',
      [
        'grep',
        '-noE',
        String.raw`\bdocs/decisions/[0-9][a-z0-9-]+\.md`,
        '--',
        '*.ts',
        '*.tsx',
        '*.mjs',
      ],
      { cwd: root, encoding: 'utf8' },
    )
    const missing = references
      .trim()
      .split('\n')
      .filter((line) => !existsSync(path.join(root, line.split(':').at(-1)!)))
    expect(missing).toEqual([])
  })
})

function read(file: string): string {
  return readFileSync(path.join(root, file), 'utf8')
}

function words(text: string): number {
  return text.split(/\s+/).filter(Boolean).length
}

function parseRecord(file: string) {
  const text = read(`docs/decisions/${file}`)
  const status = /^Status: (.+)$/m.exec(text)?.[1] ?? ''
  return {
    file,
    text,
    status,
    title: /^# (.+)$/m.exec(text)?.[1],
    date: /^Date: (\d{4}-\d{2}-\d{2})$/m.exec(text)?.[1],
    state: /^(accepted|superseded( in part)?)/.exec(status)?.[0],
  }
}

function resolves(document: string, link: string): boolean {
  const [file, heading] = link.split('#')
  const target = file ? path.join(path.dirname(document), file) : document
  if (!existsSync(path.join(root, target))) return false
  return !heading || !target.endsWith('.md') || headings(read(target)).includes(heading)
}

/** Anchors of a document’s headings, as GitHub makes them. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
