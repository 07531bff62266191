import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')
const styleSheets = globSync(
  ['shell/src/**/*.css', 'shared-ui/src/**/*.css', 'mf-*/src/**/*.css'],
  {
    cwd: root,
  },
)

/** pdf.js's own rules. */
const foreign = 'shared-ui/src/viewer/pdf-pages.css'

/** The rules for `:hover` alone that apply on every device. */
function hoverEverywhere(css: string): string[] {
  const elsewhere = css.replaceAll(/@media \(hover: hover\) \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  const selectors = [...elsewhere.matchAll(/([^{};]+)\{[^{}]*\}/g)].map(([, selector]) => selector!)
  return selectors
    .filter((selector) =>
      selector.split(/,\s*(?![^(]*\))/).every((part) => part.includes(':hover')),
    )
    .map((selector) => selector.trim())
}

test('hover styles apply only where a pointer can hover: touched things would keep them', () => {
  expect(
    hoverEverywhere('.a:hover { color: red } @media (hover: hover) { .b:hover { top: 0 } }'),
  ).toEqual(['.a:hover'])
  expect(styleSheets.length).toBeGreaterThan(60)
  const selectors = styleSheets
    .filter((file) => file !== foreign)
    .flatMap((file) =>
      hoverEverywhere(readFileSync(path.join(root, file), 'utf8')).map(
        (rule) => `${file}: ${rule}`,
      ),
    )
  expect(selectors).toEqual([])
})

/** The rules that set the serif with another weight than its only file has. */
function otherWeights(css: string): string[] {
  const fonts = [...css.matchAll(/font: ([^;]*var\(--serif\))/g)].map(([, font]) => font!)
  return fonts.filter((font) => !font.startsWith('600 '))
}

test('the serif has one weight, so that a page loads one small file of it', () => {
  expect(otherWeights('a { font: 400 1rem / 1.2 var(--serif); }')).toHaveLength(1)
  const rules = styleSheets.flatMap((file) =>
    otherWeights(readFileSync(path.join(root, file), 'utf8')).map((font) => `${file}: ${font}`),
  )
  expect(rules).toEqual([])
})
