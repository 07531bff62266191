import { readFileSync } from 'node:fs'
import path from 'node:path'
import { noteMarkColors } from '@portal/domain/mark-colors'
import { expect, it } from 'vitest'

const rulesOf = (file: string) =>
  readFileSync(path.join(import.meta.dirname, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')

it.each(['note-marks.css', '../pdf-pages.css'])(
  'blends no mark of %s with its page, which would slow each frame of a scroll',
  (file) => {
    expect(rulesOf(file)).not.toMatch(/mix-blend-mode|backdrop-filter|isolation|[^-]filter:/)
  },
)

it.each(Object.entries(noteMarkColors))('draws the lines of %s in its color', (color, { line }) => {
  const rules = rulesOf('note-marks.css')
  expect(rules).toMatch(new RegExp(String.raw`::highlight\(note-${color}\) {[^}]*${line}`))
  expect(rules).toMatch(new RegExp(String.raw`\.${color} {\s*color: ${line}`))
  expect(rules).not.toContain('background')
})

it('draws another line where the words are only the most alike, also around boxes', () => {
  const rules = rulesOf('note-marks.css')
  expect(rules).toMatch(/::highlight\(note-approximate\) {[^}]*wavy/)
  expect(rules).toMatch(/\.approximate \.outline {[^}]*stroke-dasharray/)
})
