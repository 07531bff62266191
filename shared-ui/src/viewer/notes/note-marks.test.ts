import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

it('blends no mark with its page, which would slow each frame of a scroll', () => {
  const styles = readFileSync(path.join(import.meta.dirname, 'note-marks.css'), 'utf8')
  const rules = styles.replaceAll(/\/\*.*?\*\//gs, '')
  expect(rules).not.toMatch(/mix-blend-mode|backdrop-filter|isolation|[^-]filter:/)
})
