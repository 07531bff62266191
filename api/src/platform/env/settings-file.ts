import { readFileSync } from 'node:fs'
import { settingNames } from './env.ts'
import { isOtherPrograms, resembledSetting } from './unknown-settings.ts'
import { SettingsError, unquoted } from './values.ts'

/**
 * A file of settings, one `NAME=value` a line. What a shell and Docker's `--env-file` would read differently is
 * refused, with one exception: Docker passes quotes on, and `unquoted` removes them. So are names that nobody reads.
 */
export function readSettingsFile(file: string): Record<string, string> {
  const values: Record<string, string> = {}
  const fail = (line: number, sentence: string): never => {
    throw new SettingsError(`${file}, line ${line}: ${sentence}`)
  }
  for (const [at, line] of textOf(file).split('\n').entries()) {
    if (line.endsWith('\r'))
      fail(at + 1, 'end lines with LF alone, because a shell reads CR as part of the value.')
    if (/^[ \t]*(#|$)/.test(line)) continue
    const [, name, value] = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/.exec(line) ?? []
    if (name === undefined || value === undefined) {
      return fail(at + 1, 'write NAME=value, with no blanks around the = and no “export”.')
    }
    if (name in values) fail(at + 1, `${name} is set twice.`)
    if (!isPlain(value) && unquoted(value) === value) {
      fail(
        at + 1,
        `the value of ${name} needs quotes: ${name}='…', or "…" if it contains an apostrophe.`,
      )
    }
    if (value.startsWith('"') && /[$`\\]/.test(value)) {
      fail(
        at + 1,
        `the value of ${name} has one of $, \` and \\, so it needs single quotes: ${name}='…'.`,
      )
    }
    values[name] = unquoted(value)
  }
  refuseUnknown(file, Object.keys(values))
  return values
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new SettingsError(
      `The file of settings ${file} can’t be read. Check its path and rights.`,
      {
        cause,
      },
    )
  }
}

/** Names everything in a file that is neither a setting nor another program's: nothing else would notice it. */
function refuseUnknown(file: string, names: string[]): void {
  const unknown = names.flatMap((name) => {
    const meant = resembledSetting(name, settingNames)
    if (meant !== undefined) return `${name} (did you mean ${meant}?)`
    return settingNames.includes(name) || isOtherPrograms(name) ? [] : name
  })
  if (unknown.length === 0) return
  throw new SettingsError(
    `${file} sets what is not a setting of the portal: ${unknown.join(', ')}. Correct or remove it.`,
  )
}

/** Adds a file's settings to the environment. Variables that are already set take precedence. */
export function applySettingsFile(file: string, env: NodeJS.ProcessEnv = process.env): void {
  for (const [name, value] of Object.entries(readSettingsFile(file))) env[name] ??= value
}

/** A line of a settings file. */
export function settingsLine(name: string, value: string): string {
  const written = [value, `'${value}'`, `"${value}"`].find(
    (text) => (isPlain(text) || unquoted(text) !== text) && !/^".*[$`\\]/.test(text),
  )
  if (written === undefined || /[\r\n]/.test(value)) {
    throw new SettingsError(
      `The setting ${name} can’t be written to a file: it contains an apostrophe and one of ", $, \` and \\, or more than one line.`,
    )
  }
  return `${name}=${written}\n`
}

/** Whether a shell reads this value as it is, without quotes. */
function isPlain(value: string): boolean {
  return /^[^\s'"`$\\&|;<>()~]*$/.test(value)
}
