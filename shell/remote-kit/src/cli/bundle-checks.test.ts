import { contractVersion } from '@portal/contract/releases'
import { releaseLimits } from '@portal/contract/publishing'
import { describe, expect, it } from 'vitest'
import { publishedBuild } from '../../../../api/src/features/releases/published-build-fixture.ts'
import {
  checkBudget,
  checkFiles,
  checkHostOwned,
  checkPolicy,
  checkStyles,
  marks,
} from './bundle-checks.ts'
import { checkCollisions, checkFit } from './check-release.ts'
import { findingLines } from './findings.ts'

const { manifest, files: texts } = publishedBuild()
const files = new Map(Object.entries(texts).map(([name, text]) => [name, Buffer.from(text)]))
const whole = { manifest, files }
const against = {
  where: 'here',
  contractVersion,
  provided: { react: '19.3.1' },
  shell: {
    folder: '',
    content: { build: 'none', page: { file: 'p', integrity: '', size: 0 }, files: [] },
    summary: '',
  },
  live: [publishedBuild({ name: 'directory', release: '2.0.0-d' }).manifest],
}

describe('a release’s files', () => {
  it('accepts files that match their record', () => {
    expect(checkFiles(whole).faults).toEqual([])
  })

  it('rejects a file that is missing, longer, or different with the same length', () => {
    const text = Buffer.from(texts['container.js']!)
    const altered = Buffer.from(text)
    altered[3]! ^= 1
    const faultsFor = (bytes: Uint8Array) =>
      checkFiles({ manifest, files: new Map([...files, ['container.js', bytes]]) }).faults
    expect(faultsFor(altered)).toEqual(['The hash of container.js differs from its record.'])
    expect(faultsFor(Buffer.concat([text, text]))[0]).toMatch(/^container\.js has \d+ bytes, not/)
    expect(checkFiles({ manifest, files: new Map() }).faults).toEqual([
      'container.js is missing.',
      'styles.css is missing.',
    ])
  })

  it('rejects a record that names a file it doesn’t list', () => {
    const odd = { ...manifest, entry: 'other.js' }
    expect(checkFiles({ manifest: odd, files }).faults).toEqual([
      'Of 1.0.0-a: its release.json doesn’t list other.js.',
    ])
    const react = { version: '18.3.1', file: 'react.js', compressed: 1 }
    expect(checkFiles({ manifest: { ...manifest, brings: { react } }, files }).faults).toEqual([
      'Of 1.0.0-a: its release.json doesn’t list react.js.',
    ])
  })
})

describe('a release’s styles', () => {
  const faultsOf = (css: string) =>
    checkStyles({ manifest, files: new Map([['styles.css', Buffer.from(css)]]) }).faults

  it('accepts those with a class of its own', () => {
    expect(faultsOf('.card-a{top:0}')).toEqual([])
  })

  it('names the sheet and the selector that reaches beyond it', () => {
    expect(faultsOf('body{margin:0}')).toEqual([
      'styles.css: body isn’t limited to the release: add a class of its own.',
    ])
  })
})

describe('a release’s budget', () => {
  const sized = (...sizes: number[]) => ({
    ...manifest,
    files: sizes.map((size, n) => ({ ...manifest.files[0]!, file: `${n}.js`, size })),
  })

  it('reports how much of the budget is used', () => {
    const { faults, summary } = checkBudget({ manifest: sized(50_000, 1000), budget: 100_000 })
    expect(faults).toEqual([])
    expect(summary).toBe('the largest file has 50 KB of 100 KB')
  })

  it('rejects each file over it, and more than a portal accepts', () => {
    expect(checkBudget({ manifest: sized(120, 100, 101), budget: 100 }).faults).toEqual([
      '0.js has 120 bytes, 20 over the budget of 100.',
      '2.js has 101 bytes, 1 over the budget of 100.',
    ])
    const most = releaseLimits.file
    expect(
      checkBudget({ manifest: sized(most, most, most, most, 1), budget: most }).faults,
    ).toEqual(['All files have 20971521 bytes; a release may have 20971520.'])
    const many = sized(...Array.from({ length: 201 }, () => 1))
    expect(checkBudget({ manifest: many, budget: 100 }).faults).toEqual([
      'There are 201 files; a release may have 200.',
    ])
  })
})

describe('what has grown since the running release', () => {
  const record = (
    release: string,
    sizes: Record<string, number>,
    parts?: Record<string, number>,
  ) => ({
    ...manifest,
    release,
    files: Object.entries(sizes).map(([file, size]) => ({ ...manifest.files[0]!, file, size })),
    ...(parts ? { parts } : {}),
  })
  const running = record(
    '1.0.0-a',
    { 'screens.0011223344.js': 40_000, 'styles.css': 3000 },
    { 'mf-meetings/src/agenda': 90_000, clsx: 400 },
  )
  const built = record(
    '1.1.0-b',
    { 'screens.5566778899.js': 60_000, 'styles.css': 2500 },
    { 'mf-meetings/src/agenda': 92_000, clsx: 300, 'temporal-polyfill': 70_000 },
  )
  const budgets = { budget: 100_000, totalBudget: 100_000 }

  it('lists it below a release within its budget: files, then parts, biggest first', () => {
    expect(findingLines(checkBudget({ manifest: built, ...budgets }, running))).toEqual([
      '✓ budget       the largest file has 60 KB of 100 KB, all files 63 KB of 100 KB',
      '    +20 KB compared with 1.0.0-a, which runs.',
      '    +20 KB screens.js',
      '    +70 KB temporal-polyfill (source)',
      '    +2 KB mf-meetings/src/agenda (source)',
    ])
  })

  it('refuses a release over the budget for all files, and names the biggest growth', () => {
    const { faults } = checkBudget(
      { manifest: built, budget: 100_000, totalBudget: 60_000 },
      running,
    )
    expect(faults).toEqual([
      'All files have 62500 bytes, 2500 over the budget of 60000.',
      'temporal-polyfill has grown most since 1.0.0-a: by 70 KB.',
    ])
  })

  it('names the file if an older release doesn’t list its parts', () => {
    const { parts: _parts, ...older } = running
    const { faults } = checkBudget({ manifest: built, budget: 50_000 }, older)
    expect(faults).toEqual([
      'screens.5566778899.js has 60000 bytes, 10000 over the budget of 50000.',
      'screens.js has grown most since 1.0.0-a: by 20 KB.',
    ])
  })

  it('shows how much smaller a release is that has only shrunk', () => {
    expect(
      checkBudget({ manifest: running, ...budgets }, record('1.0.0-z', { 'screens.js': 90_000 }))
        .notes,
    ).toEqual(['−47 KB compared with 1.0.0-z, which runs.', '+3 KB styles.css'])
  })
})

it('names bundled copies of the host’s packages, by module and by marker', () => {
  const marked = new Map([['container.js', Buffer.from(`"${marks['react']}"`)]])
  expect(
    checkHostOwned({ manifest, files: marked, modules: ['shared-ui/src/button.tsx'] }, against)
      .faults,
  ).toEqual([
    'shared-ui/src/button.tsx is bundled: import @portal/shared-ui/button, which the shell provides.',
    'container.js contains a copy of react, which the shell provides.',
  ])
})

it('shows what a release shares, what it brings, and what that costs', () => {
  const live = [{ ...against.live[0]!, shared: { react: '^19.3.0' } }]
  const summary = (of: typeof manifest) =>
    checkHostOwned({ manifest: of, files }, { ...against, live }).summary
  expect(summary({ ...manifest, shared: { react: '^19.3.0', 'react-dom': '^19.3.0' } })).toBe(
    'shares 2 modules of the shell and brings none of its own',
  )
  const react = { version: '18.3.1', file: 'react.js', compressed: 38_000 }
  const foreign = {
    ...manifest,
    shared: { '@portal/remote-kit/foreign': '^1.1.0' },
    brings: { react },
  }
  expect(summary(foreign)).toBe(
    'brings react 18.3.1 of its own: +38 KB (Brotli); the shell’s 19.3.1 is used by directory; shares @portal/remote-kit/foreign',
  )
})

it('reports everything that a portal lacks for a release, and every collision with both names', () => {
  const wanting = {
    ...manifest,
    contract: 2,
    contractRange: '^9.0.0',
    shared: { react: '^20.0.0' },
    routes: ['/meetings', '/directory/staff', '/api/x'],
  }
  expect(checkFit({ manifest: wanting, files }, against).faults).toEqual([
    '1.0.0-a uses contract 2, but this portal uses 1.',
    `1.0.0-a was built for the API’s contract ^9.0.0, but this portal has ${contractVersion}.`,
    '1.0.0-a needs react@^20.0.0, which this portal’s shell doesn’t provide.',
  ])
  expect(checkFit(whole, against).faults).toEqual([])
  expect(checkCollisions({ manifest: wanting, files }, against).faults).toEqual([
    'The path /api/x, which meetings (1.0.0-a) claims, is the portal’s own.',
    'The path /directory/staff is claimed by meetings (1.0.0-a) and by directory (2.0.0-d).',
  ])
})

it('prints a finding on one line, and its faults below', () => {
  expect(findingLines({ check: 'fit', faults: [], summary: 'it fits' })).toEqual([
    '✓ fit          it fits',
  ])
  expect(findingLines({ check: 'fit', faults: ['a\nb', 'c'], summary: '' })).toEqual([
    '✗ fit          2 faults',
    '    a',
    '    b',
    '    c',
  ])
})

describe('the portal’s policy for the remote', () => {
  const [first] = manifest.files
  const news = { ...manifest, name: 'news', slots: [], files: [{ ...first!, size: 50_000 }] }

  it('is named with what it allows', () => {
    const policy = { budgets: { file: 60_000, total: 100_000 }, slots: ['dashboard'] }
    expect(findingLines(checkPolicy({ manifest: news }, policy))).toEqual([
      '✓ policy       within what the portal allows this remote: 60 KB a file, 100 KB for all files, parts in dashboard',
    ])
    expect(checkPolicy({ manifest: news }, {}).summary).toBe(
      'the portal has no limits of its own for this remote',
    )
  })

  it('refuses what the team’s own budgets allow, and the other way round', () => {
    const strict = { budgets: { file: 40_000 } }
    expect(checkBudget({ manifest: news, budget: 60_000 }).faults).toEqual([])
    expect(checkPolicy({ manifest: news }, strict).faults).toHaveLength(1)
    expect(checkBudget({ manifest: news, budget: 40_000 }).faults).toHaveLength(1)
    expect(checkPolicy({ manifest: news }, { budgets: { file: 60_000 } }).faults).toEqual([])
  })
})
