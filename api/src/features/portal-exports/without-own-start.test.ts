import { expect, it } from 'vitest'
import { withoutOwnStart } from './planned-files.ts'

const exportId = '00000000-0000-4000-8000-000000000001'

/** An entry of the audit; the second one of chain `b` is the export's own start. */
function entry(chain: string, seq: number, joins?: string) {
  const isOwn = chain === 'b' && seq === 2
  return {
    id: `${chain}-${String(seq).padStart(10, '0')}`,
    revision: 1,
    updatedAt: '2026-11-20T18:00:00.000Z',
    what: isOwn ? 'export started' : 'mapping saved',
    subject: isOwn ? exportId : 'governance-bylaws',
    chain,
    seq,
    previous: null,
    hash: '',
    ...(joins === undefined ? {} : { joins }),
  }
}
type Entry = ReturnType<typeof entry>

async function* pagesOf(...pages: Entry[][]) {
  yield* pages
}
async function* anchorsOf(...tails: { chain: string; seq: number }[]) {
  yield { day: '2026-11-20', tails }
}

async function kept(pages: Entry[][], anchors = anchorsOf()): Promise<string[]> {
  const ids: string[] = []
  for await (const page of withoutOwnStart(pagesOf(...pages), { exportId, anchors })) {
    ids.push(...page.map(({ id }) => id.replace(/0{9}/, '')))
  }
  return ids
}

it('omits the export’s own start, and nothing else', async () => {
  const other = { ...entry('c', 1), what: 'export started' }
  expect(await kept([[entry('a', 1), entry('b', 1), entry('b', 2), other]])).toEqual([
    'a-1',
    'b-1',
    'c-1',
  ])
})

it('keeps it if the next entry of its chain follows, also on another page', async () => {
  expect(await kept([[entry('b', 1), entry('b', 2)], [entry('b', 3)]])).toEqual([
    'b-1',
    'b-2',
    'b-3',
  ])
})

it.each(['a', 'c'])('keeps it if chain %s joins it', async (chain) => {
  const pages = [entry('b', 1), entry('b', 2), entry(chain, 1, entry('b', 2).id)]
  const sorted = pages.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  expect(await kept([sorted])).toContain('b-2')
})

it('keeps it if an anchor of the archive names it', async () => {
  expect(await kept([[entry('b', 1), entry('b', 2)]], anchorsOf({ chain: 'b', seq: 2 }))).toEqual([
    'b-1',
    'b-2',
  ])
})
