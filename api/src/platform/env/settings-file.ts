import { readFileSync } from 'node:fs'
import { SettingsError } from './values.ts'

/**
 * A file of settings, one `NAME=value` a line. What a shell and Docker's `--env-file` would read differently is
 * refused, with one exception: Docker passes quotes on, and `unquoted` removes them.
 */
export function readSettingsFile(file: string): Record<string, string> {
  const values: Record<string, string> = {}
  const fail = (line: number, sentence: string): never => {
    throw new SettingsError(`${file}, line ${line}: ${sentence}`)
  }
  for (const [at, line] of readFileSync(file, 'utf8').split('\n').entries()) {
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
  return values
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

/** A value without the quotes around it, which Docker leaves there. */
export function unquoted(value: string): string {
  return (
    /^'([^']*)'$|^"([^"]*)"$/
      .exec(value)
      ?.slice(1)
      .find((inner) => inner !== undefined) ?? value
  )
}

/** Whether a shell reads this value as it is, without quotes. */
function isPlain(value: string): boolean {
  return /^[^\s'"`$\\&|;<>()~]*$/.test(value)
}
