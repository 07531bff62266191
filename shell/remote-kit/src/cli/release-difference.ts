import { sizeText } from '@portal/domain/file-size'
import type { ReleaseManifest } from '@portal/contract/releases'
import { broughtPackages } from './sharing-words.ts'

/** What differs in the second release, one line each; empty if they are the same. */
export function differenceOf(one: ReleaseManifest, two: ReleaseManifest): string[] {
  return [
    ...section('files', fileLines(one, two)),
    ...section('contract', valueLine(one.contractRange, two.contractRange)),
    ...section('commit', valueLine(one.commit, two.commit)),
    ...section('audience', valueLine(one.audience, two.audience)),
    ...section('brings', recordLines(broughtPackages(one), broughtPackages(two))),
    ...section('shared', recordLines(one.shared, two.shared)),
    ...section('routes', listLines(one.routes, two.routes)),
    ...section(
      'navigation',
      listLines(one.navigation.map(entryWords), two.navigation.map(entryWords)),
    ),
    ...section('slots', listLines(one.slots.map(slotWords), two.slots.map(slotWords))),
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

function fileLines(one: ReleaseManifest, two: ReleaseManifest): string[] {
  const before = new Map(one.files.map((file) => [nameWithoutHash(file), file]))
  const after = new Map(two.files.map((file) => [nameWithoutHash(file), file]))
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

function recordLines(one: Record<string, string>, two: Record<string, string>): string[] {
  return namesOf(new Map(Object.entries(one)), new Map(Object.entries(two))).flatMap((name) => {
    if (one[name] === two[name]) return []
    if (two[name] === undefined) return [`- ${name} ${one[name]}`]
    if (one[name] === undefined) return [`+ ${name} ${two[name]}`]
    return [`~ ${name} ${one[name]} → ${two[name]}`]
  })
}

function listLines(one: string[], two: string[]): string[] {
  return [
    ...one.filter((line) => !two.includes(line)).map((line) => `- ${line}`),
    ...two.filter((line) => !one.includes(line)).map((line) => `+ ${line}`),
  ]
}

function valueLine(one: string | undefined, two: string | undefined): string[] {
  return one === two ? [] : [`~ ${one ?? 'not set'} → ${two ?? 'not set'}`]
}

function namesOf(one: Map<string, unknown>, two: Map<string, unknown>): string[] {
  return [...new Set([...one.keys(), ...two.keys()])].toSorted()
}
