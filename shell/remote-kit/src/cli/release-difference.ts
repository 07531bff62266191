import { sizeText } from '@portal/domain/file-size'
import type { ReleaseManifest } from '@portal/contract/releases'
import { broughtPackages } from './sharing-words.ts'

/** What differs in the second release, one line each; empty if they are the same. */
export function differenceOf(a: ReleaseManifest, b: ReleaseManifest): string[] {
  return [
    ...section('files', fileLines(a, b)),
    ...section('contract', valueLine(a.contractRange, b.contractRange)),
    ...section('commit', valueLine(a.commit, b.commit)),
    ...section('audience', valueLine(a.audience, b.audience)),
    ...section('brings', recordLines(broughtPackages(a), broughtPackages(b))),
    ...section('shared', recordLines(a.shared, b.shared)),
    ...section('routes', listLines(a.routes, b.routes)),
    ...section('navigation', listLines(a.navigation.map(entryWords), b.navigation.map(entryWords))),
    ...section('slots', listLines(a.slots.map(slotWords), b.slots.map(slotWords))),
  ]
}

type Entry = ReleaseManifest['navigation'][number]
type Slot = ReleaseManifest['slots'][number]
type File = ReleaseManifest['files'][number]

function entryWords({ to, label, icon, order }: Entry): string {
  return `“${label}” to ${to} (${icon}, place ${order})`
}

function slotWords({ slot, component, order }: Slot): string {
  return `${component} in ${slot} (place ${order})`
}

function section(name: string, lines: string[]): string[] {
  return lines.length === 0 ? [] : [name, ...lines.map((line) => `  ${line}`)]
}

/**
 * A file's name contains a hash of its bytes: without it, the file can be matched with another
 * release's.
 */
export function nameWithoutHash({ file }: File): string {
  return file.replace(/\.[0-9a-f]{8,}(?=\.)/, '')
}

function fileLines(a: ReleaseManifest, b: ReleaseManifest): string[] {
  const before = new Map(a.files.map((file) => [nameWithoutHash(file), file]))
  const after = new Map(b.files.map((file) => [nameWithoutHash(file), file]))
  return namesOf(before, after).flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)]
    if (!is) return [`- ${name}, ${sizeText(was!.size)}`]
    if (!was) return [`+ ${name}, ${sizeText(is.size)}`]
    if (was.integrity === is.integrity) return []
    const more = is.size - was.size
    return [`~ ${name}, ${sizeText(was.size)} → ${sizeText(is.size)} (${signed(more)} bytes)`]
  })
}

function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`
}

function recordLines(a: Record<string, string>, b: Record<string, string>): string[] {
  return namesOf(new Map(Object.entries(a)), new Map(Object.entries(b))).flatMap((name) => {
    if (a[name] === b[name]) return []
    if (b[name] === undefined) return [`- ${name} ${a[name]}`]
    if (a[name] === undefined) return [`+ ${name} ${b[name]}`]
    return [`~ ${name} ${a[name]} → ${b[name]}`]
  })
}

function listLines(a: string[], b: string[]): string[] {
  return [
    ...a.filter((line) => !b.includes(line)).map((line) => `- ${line}`),
    ...b.filter((line) => !a.includes(line)).map((line) => `+ ${line}`),
  ]
}

function valueLine(a: string | undefined, b: string | undefined): string[] {
  return a === b ? [] : [`~ ${a ?? 'not set'} → ${b ?? 'not set'}`]
}

function namesOf(a: Map<string, unknown>, b: Map<string, unknown>): string[] {
  return [...new Set([...a.keys(), ...b.keys()])].toSorted()
}
