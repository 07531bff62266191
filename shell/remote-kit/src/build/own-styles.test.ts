import { expect, it } from 'vitest'
import { foreignStyles } from './own-styles.ts'

const owner = { remote: 'polls', release: '1.2.0-59a738c0b67b' }
const own = 'x3vlM59a738c0b67b'
const faultsOf = (css: string) => foreignStyles(css, owner)

it.each([
  `.${own}{top:0}`,
  `.${own}>li:hover::before,ul .${own}{top:0}`,
  `@media print{@container (width>1px){.${own} a{top:0}}}`,
  `:is(.${own},p.${own}) i{top:0}`,
  `.${own}:has(img):not(.other){top:0}`,
  `.${own}{& nav{top:0} @media print{top:0}}`,
  `[data-remote=polls] table{top:0}`,
  `[data-release="1.2.0-59a738c0b67b"] table{top:0}`,
  `@keyframes ${own}{from{top:0}}`,
])('accepts what is limited to the release: %s', (css) => {
  expect(faultsOf(css)).toEqual([])
})

it.each([
  ['body{margin:0}', 'body'],
  ['nav a{color:red}', 'nav a'],
  ['*{top:0}', '*'],
  [':root{--accent:red}', ':root'],
  ['#menu>li{top:0}', '#menu > li'],
  ['.card{top:0}', '.card'],
  [`.${own},.card{top:0}`, '.card'],
  [`body:has(.${own}){overflow:hidden}`, 'body:has'],
  [`a:not(.${own}){top:0}`, 'a:not'],
  [`:is(.${own},p) i{top:0}`, ':is i'],
  ['[data-remote=meetings] a{top:0}', '[data-remote] a'],
  ['[data-remote] a{top:0}', '[data-remote] a'],
  ['.x3vlM0a2e4e8b7935{top:0}', '.x3vlM0a2e4e8b7935'],
  ['@layer a{@media print{p{top:0}}}', 'p'],
])('reports a selector that reaches beyond it: %s', (css, selector) => {
  expect(faultsOf(css)).toEqual([
    `${selector} isn’t limited to the release: add a class of its own.`,
  ])
})

it.each([
  '@font-face{font-family:a;src:url(a)}',
  '@property --a{syntax:"*";inherits:true}',
  '@page{margin:0}',
])('reports a rule for the whole page: %s', (css) => {
  expect(faultsOf(css)).toEqual([expect.stringMatching(/^@[\w-]+ applies to the whole page\.$/)])
})

it('reports an animation with a name that another sheet could have, and an imported sheet', () => {
  expect(faultsOf('@keyframes spin{from{top:0}}')).toEqual([
    '@keyframes spin isn’t limited to the release: name it in a module.',
  ])
  expect(faultsOf('@import "a.css";')).toEqual(['@import adds a sheet that nobody has checked.'])
})
