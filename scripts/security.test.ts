import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const docs = path.resolve(import.meta.dirname, '../docs')
const page = readFileSync(path.join(docs, 'security.md'), 'utf8')

/** How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; those of level 3 come after them. */
const requirements = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
}

type Row = { ids: string[]; verdict: string; how: string; heldBy: string }

const rows: Row[] = page.split('\n').flatMap((line) => {
  const [, ids = '', verdict = '', how = '', heldBy = ''] = line
    .split('|')
    .map((cell) => cell.trim())
  return /^\d+\.\d+\.\d/.test(ids) ? [{ ids: idsIn(ids), verdict, how, heldBy }] : []
})

/** `4.4.1–4.4.4` means four requirements. */
function idsIn(text: string): string[] {
  const [first = '', last = first] = text.split('–')
  const section = first.slice(0, first.lastIndexOf('.'))
  const numberOf = (id: string) => Number(id.slice(id.lastIndexOf('.') + 1))
  const count = numberOf(last) - numberOf(first) + 1
  return Array.from({ length: count }, (_, at) => `${section}.${numberOf(first) + at}`)
}

/** That what a member reads and writes is theirs alone, in the words that the portal has for it. */
const promise =
  /\b(?:only you (?:can )?see\b|onlyYouSee\(|nobodyElseReceives\(|nobody else (?:receives|may learn|can (?:open|see))|(?:sent|served) to nobody else|private to the (?:member|reader|person)|served only to their owner)/i

describe('the security page', () => {
  it('has one row for each of the 253 requirements of levels 1 and 2', () => {
    const all = Object.entries(requirements).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
    )
    expect(all).toHaveLength(253)
    expect(rows.flatMap(({ ids }) => ids)).toEqual(all)
  })

  it('names what holds each requirement that is met, and why another one isn’t', () => {
    for (const { ids, verdict, how, heldBy } of rows) {
      expect(['met', 'partly', 'not met', 'provider', 'n/a']).toContain(verdict)
      if (verdict === 'met') expect([ids, heldBy]).not.toEqual([ids, ''])
      if (verdict === 'partly' || verdict === 'not met') {
        expect([ids, how.length > 20]).toEqual([ids, true])
      }
    }
  })

  it('names only tests, pages and sections that exist', () => {
    const links = [...page.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !link.startsWith('https:'))
    expect(links.length).toBeGreaterThan(100)
    const missing = links.filter((link) => !existsSync(path.join(docs, link.replace(/#.*/, ''))))
    expect(missing).toEqual([])
    const named = [...page.matchAll(/`((?:api|e2e|scripts|shell)\/[\w./-]+)`/g)].map(
      ([, file = '']) => file,
    )
    expect(named.filter((file) => !existsSync(path.join(docs, '..', file)))).toEqual([])
  })

  it('lists every source that promises that reading and notes are private', () => {
    const root = path.join(docs, '..')
    const sources = globSync(
      '{api,shell,shared-ui,mf-*}/{,{contract,domain,remote-kit}/}src/**/*.{ts,tsx}',
      {
        cwd: root,
      },
    )
    const promising = sources.filter(
      (file) =>
        !/\.test\.tsx?$|-fixture\.ts$|-suite\.ts$/.test(file) &&
        promise.test(readFileSync(path.join(root, file), 'utf8').replaceAll(/\s+(?:\* )?/g, ' ')),
    )
    const [, section = ''] = page.split('### Where it is promised')
    const [list = ''] = section.split('\n#')
    const listed = [...list.matchAll(/\]\(\.\.\/([^)]+\.tsx?)\)/g)].map(([, file = '']) => file)
    expect(listed.toSorted()).toEqual(promising.toSorted())
  })
})
