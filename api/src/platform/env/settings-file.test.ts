import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '../files/temporary-folder.ts'
import { parseSettings } from './env.ts'
import { applySettingsFile, readSettingsFile, settingsLine } from './settings-file.ts'

const values = {
  FOUNDATION_NAME: 'Wren Hill Trust',
  FOUNDATION_ACCENT: '#7a3b8f',
  FOUNDATION_DOMAIN: 'wrenhill.example',
  FOUNDATION_LOGO: '/files/St. Anne’s & Wren Hill.png',
  FOUNDATION_SIGN_IN_PICTURE: "/files/Wren Hill's garden.jpg",
  OTEL_EXPORTER_OTLP_HEADERS: 'authorization=a "$5" `b` \\c',
  EMBED_HOSTS: '*.wrenhill.example,docs.google.com',
  LIAISON_EMAIL: '',
}

function fileOf(text: string): string {
  const file = join(temporaryFolder(), 'production.env')
  writeFileSync(file, text)
  return file
}

const written = Object.entries(values)
  .map(([name, value]) => settingsLine(name, value))
  .join('')
const bare = '# The color.\n\nFOUNDATION_ACCENT=#7a3b8f\n'

/** What a POSIX shell has exported after it has read a file. */
function inShell(file: string): Record<string, string> {
  const script = 'set -a; . "$0"; exec env -0'
  const { stdout, status } = spawnSync('env', ['-i', 'sh', '-c', script, file])
  expect(status).toBe(0)
  const variables = stdout.toString().split('\0').filter(Boolean)
  return Object.fromEntries(variables.map((one) => one.split(/=(.*)/s).slice(0, 2)))
}

/**
 * `docker run --env-file`: lines without blanks at their beginning, empty ones and comments are left out, and everything
 * after the first = is the value, quotes included. https://docs.docker.com/reference/cli/docker/container/run/#env
 */
function inDocker(file: string): Record<string, string> {
  const lines = readFileSync(file, 'utf8').split(/\r?\n/)
  const set = lines.map((line) => line.trimStart()).filter((line) => line && !line.startsWith('#'))
  return Object.fromEntries(set.map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

describe('a settings file', () => {
  it('means the same to the portal, a shell and Docker', () => {
    for (const text of [written, bare]) {
      const file = fileOf(text)
      const read = readSettingsFile(file)
      expect(inShell(file)).toMatchObject(read)
      const settings = parseSettings(read)
      expect(parseSettings(inShell(file))).toEqual(settings)
      expect(parseSettings(inDocker(file))).toEqual(settings)
      expect(settings.foundation.accent).toBe('#7a3b8f')
    }
    expect(readSettingsFile(fileOf(written))).toEqual(values)
  })

  it('has quotes only where a shell needs them', () => {
    expect(written.split('\n').slice(0, 5)).toEqual([
      "FOUNDATION_NAME='Wren Hill Trust'",
      'FOUNDATION_ACCENT=#7a3b8f',
      'FOUNDATION_DOMAIN=wrenhill.example',
      "FOUNDATION_LOGO='/files/St. Anne’s & Wren Hill.png'",
      'FOUNDATION_SIGN_IN_PICTURE="/files/Wren Hill\'s garden.jpg"',
    ])
  })

  it('yields to variables that are already set', () => {
    const env = { FOUNDATION_NAME: 'Other' }
    applySettingsFile(fileOf('FOUNDATION_NAME=Wren\nPORT=3100\n'), env)
    expect(env).toEqual({ FOUNDATION_NAME: 'Other', PORT: '3100' })
  })

  it.each([
    ['FOUNDATION_NAME=Wren Hill', "the value of FOUNDATION_NAME needs quotes: FOUNDATION_NAME='…'"],
    ['PORT=3000 # the port', 'the value of PORT needs quotes'],
    ['A="1" B="2"', 'the value of A needs quotes'],
    ['A=x$HOME', 'the value of A needs quotes'],
    ['A="x$HOME"', 'the value of A has one of $, ` and \\, so it needs single quotes'],
    ['A=~/files', 'the value of A needs quotes'],
    ["A='open", 'the value of A needs quotes'],
    ['export A=1', 'write NAME=value, with no blanks around the = and no “export”.'],
    ['A = 1', 'write NAME=value'],
    ['A', 'write NAME=value'],
    ['A=1\r', 'end lines with LF alone'],
    ['A=1\nA=2', 'A is set twice.'],
  ])('is refused where they would differ: %s', (text, sentence) => {
    const last = text.split('\n').length
    const file = fileOf(`${text}\n`)
    expect(() => readSettingsFile(file)).toThrow(`${file}, line ${last}: ${sentence}`)
  })

  it('is refused if it sets what neither the portal nor Node reads', () => {
    const file = fileOf(
      'NODE_OPTIONS=--use-system-ca\nSIGNIN_DAYS=10\nPORT=3100\nSESSION_COLOR=1\n',
    )
    expect(() => readSettingsFile(file)).toThrow(
      `${file} sets what is not a setting of the portal: SIGNIN_DAYS (did you mean SIGN_IN_DAYS?), SESSION_COLOR.`,
    )
  })

  it('is refused if it can’t be read', () => {
    expect(() => applySettingsFile('/nowhere/production.env')).toThrow(
      'The file of settings /nowhere/production.env can’t be read. Check its path and rights.',
    )
  })

  it('never repeats a value in a message', () => {
    expect(() => readSettingsFile(fileOf('ADMIN_API_KEY=se cret'))).not.toThrow('cret')
  })

  it('can’t contain a value that no quotes fit', () => {
    expect(() => settingsLine('A', `it's "$5"`)).toThrow('The setting A can’t be written to a file')
  })
})
