import { expect, it } from 'vitest'
import { type Migration, migrations } from './migrations.ts'
import { rewriteSource } from './rewrite-source.ts'

/** What a next major could change. */
const next: Migration = {
  since: '@portal/remote-kit 2.0.0',
  moved: [
    {
      from: '@portal/remote-kit/query-panel',
      to: '@portal/remote-kit/panel',
      names: ['QueryPanel'],
      renamed: { QueryPanel: 'Panel' },
    },
    { from: '@portal/remote-kit/client', to: '@portal/remote-kit/api' },
  ],
  renamedProps: [
    { module: '@portal/remote-kit/panel', component: 'Panel', from: 'failure', to: 'sentence' },
  ],
}

const rewrite = (text: string) => rewriteSource('src/news.tsx', text, [...migrations, next])

it.each<[string, string, string]>([
  [
    'a type that moved twice',
    `import type { Call } from "@portal/contract/client";\n`,
    `import type { Call } from "@portal/remote-kit/api";\n`,
  ],
  [
    'names that went to different modules, and one that stayed',
    `import {\n  type NoteTarget,\n  noteColors as colors,\n  noteColor,\n} from '@portal/contract/notes'\n`,
    `import { type NoteTarget } from '@portal/contract/note-target'\nimport { noteColors as colors } from '@portal/domain/mark-colors'\nimport { noteColor } from '@portal/contract/notes'\n`,
  ],
  [
    'a renamed component with its props, which keeps its name in the file',
    `import { QueryPanel } from '@portal/remote-kit/query-panel'\nexport const a = <QueryPanel query={q} failure="No." />\nexport const b = <Other failure="No." />\n`,
    `import { Panel as QueryPanel } from '@portal/remote-kit/panel'\nexport const a = <QueryPanel query={q} sentence="No." />\nexport const b = <Other failure="No." />\n`,
  ],
  [
    'names in a file with Windows line ends',
    `import { noteColors, noteColor } from '@portal/contract/notes'\r\n`,
    `import { noteColors } from '@portal/domain/mark-colors'\r\nimport { noteColor } from '@portal/contract/notes'\r\n`,
  ],
  [
    'an export of another module’s names',
    `export { satisfies } from '@portal/contract/ranges'\n`,
    `export { satisfies } from '@portal/domain/version-ranges'\n`,
  ],
  [
    'a module that is imported as a whole, also when it is needed',
    `import * as silence from '@portal/contract/silence'\nconst later = () => import('@portal/contract/silence')\n`,
    `import * as silence from '@portal/shared-ui/silence'\nconst later = () => import('@portal/shared-ui/silence')\n`,
  ],
  [
    'types that are imported where they are used',
    `type A = import('@portal/contract/client').Call\ntype B = typeof import("@portal/contract/silence")\ntype C = import('@portal/remote-kit/query-panel').QueryPanel<A>\n`,
    `type A = import('@portal/remote-kit/api').Call\ntype B = typeof import("@portal/shared-ui/silence")\ntype C = import('@portal/remote-kit/panel').Panel<A>\n`,
  ],
  [
    'modules that are required',
    `const silence = require('@portal/contract/silence')\nimport later = require('@portal/contract/silence')\nconst { noteColors, noteColors: colors } = require('@portal/contract/notes')\n`,
    `const silence = require('@portal/shared-ui/silence')\nimport later = require('@portal/shared-ui/silence')\nconst { noteColors, noteColors: colors } = require('@portal/domain/mark-colors')\n`,
  ],
  [
    'names that are taken from a module that is imported later',
    `const { QueryPanel, QueryPanel: Shown } = await import('@portal/remote-kit/query-panel')\nconst colors = (await import('@portal/contract/notes')).noteColors\n`,
    `const { Panel: QueryPanel, Panel: Shown } = await import('@portal/remote-kit/panel')\nconst colors = (await import('@portal/domain/mark-colors')).noteColors\n`,
  ],
  [
    'mocks of modules, with what they make',
    `vi.mock('@portal/contract/silence')\nvi.mock(import('@portal/contract/notes'), async (load) => ({ ...(await load()), noteColors: [] }))\njest.mock('@portal/remote-kit/query-panel', () => ({ QueryPanel: () => null }))\nconst real = await vi.importActual<typeof import('@portal/contract/silence')>('@portal/contract/silence')\n`,
    `vi.mock('@portal/shared-ui/silence')\nvi.mock(import('@portal/domain/mark-colors'), async (load) => ({ ...(await load()), noteColors: [] }))\njest.mock('@portal/remote-kit/panel', () => ({ Panel: () => null }))\nconst real = await vi.importActual<typeof import('@portal/shared-ui/silence')>('@portal/shared-ui/silence')\n`,
  ],
])('rewrites %s, once', (_, before, after) => {
  const { text, byHand } = rewrite(before)
  expect(text).toBe(after)
  expect(byHand).toEqual([])
  expect(rewrite(after)).toEqual({ text: after, done: [], byHand: [] })
})

it('leaves everything else as it is, words in texts included', () => {
  const text = `// é '@portal/contract/client'\nconst a = "import { Call } from '@portal/contract/client'"\nexport { a }\n`
  expect(rewrite(text)).toEqual({ text, done: [], byHand: [] })
})

it('names what a person has to change, with its line', () => {
  const { text, byHand } = rewrite(
    `import { noteSubject } from '@portal/contract/note-subject'\nimport * as client from '@portal/contract/client'\n`,
  )
  expect(text).toContain('@portal/contract/note-subject')
  expect(byHand).toEqual([
    expect.stringMatching(/^line 1, noteSubject of .*: use subjectOf of @portal\/domain/),
    'line 2: import from @portal/contract/sign-ins and @portal/remote-kit/client instead of @portal/contract/client.',
  ])
})

it('names the mocks and loaded names that went to different modules', () => {
  const { text, byHand } = rewrite(
    `vi.mock('@portal/contract/notes')\nconst { noteColors, noteColor } = require('@portal/contract/notes')\n`,
  )
  expect(text).toContain(`vi.mock('@portal/contract/notes')`)
  expect(byHand).toEqual([
    expect.stringMatching(/^line 1: names of @portal\/contract\/notes have moved to .*: mock what/),
    'line 2, noteColors of @portal/contract/notes: take it from @portal/domain/mark-colors.',
  ])
})

it('changes nothing in a file that it can’t read', () => {
  const { text, byHand } = rewrite('import {')
  expect(text).toBe('import {')
  expect(byHand).toEqual([expect.stringMatching(/^It can’t be read/)])
})
