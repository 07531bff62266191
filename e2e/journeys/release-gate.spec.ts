import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '../support/fixtures.ts'
import { addScreens, commandsIn } from '../support/portal-command.ts'
import { copyOfWorkspace } from '../support/workspace-copy.ts'

// `portal-cli.spec.ts` has what is found without a long wait.
test(
  'the gate finds empty screens, and screens that never end, without a portal',
  { tag: '@long' },
  async () => {
    test.setTimeout(300_000)
    const copy = copyOfWorkspace()
    try {
      addScreens(path.join(copy, 'mf-directory'), {
        empty: 'export function Screen() {\n  return <h1>Directory</h1>\n}\n',
        endless: `import { useEffect, useState } from 'react'

export function Component() {
  const [count, setCount] = useState(0)
  useEffect(() => setCount(count + 1))
  return <h1>Directory {count}</h1>
}
`,
        fetching: `import { useEffect } from 'react'

export function Component() {
  useEffect(() => {
    const again = (): Promise<void> => fetch('/api/portal').then(again, again)
    void again()
  }, [])
  return <h1>Directory</h1>
}
`,
        looping: 'export function Component() {\n  for (;;);\n}\n',
      })
      const { code, output } = await commandsIn(copy, { PORTAL_URL: undefined }).run(
        'check',
        'directory',
      )
      expect(code, output).toBe(1)
      expect(output).toMatch(
        /✓ shell +[\w-]+, this workspace’s, because PORTAL_URL names no portal\n/,
      )
      expect(output).toMatch(/ {4}\/directory\/empty: .*showed nothing within/)
      // The shell has found it, or the gate, which waits for a busy machine’s shell no longer than 20 s.
      expect(output).toMatch(/ {4}\/directory\/endless: .*render(ed|s) without end/)
      expect(output).toMatch(
        / {4}\/directory\/fetching: it was still loading after 60 s, and had requested \/api\/portal \d+ times/,
      )
      expect(output).toContain('    /directory/looping: the page stopped answering for 10 s')
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  },
)
