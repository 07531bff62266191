import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'

const source = import.meta.dirname
const files = globSync('**/*.tsx', { cwd: source }).filter(
  (file) => !/\.(test|stories)\.tsx$/.test(file),
)
const components = files.filter((file) =>
  /^export (default )?(async )?(function|const) [A-Z]/m.test(read(file)),
)

describe('component stories', () => {
  it.each(components)('finds stories next to %s', (file) => {
    const stories = file.replace('.tsx', '.stories.tsx')
    expect(existsSync(path.join(source, stories)), `${stories} is missing`).toBe(true)
    expect(read(stories)).toMatch(/^export function [A-Z]/m)
  })

  it('finds the components it checks', () => {
    expect(components).toEqual(
      expect.arrayContaining(['button.tsx', path.join('viewer', 'pdf-pane.tsx')]),
    )
  })
})

function read(file: string): string {
  return readFileSync(path.join(source, file), 'utf8')
}
