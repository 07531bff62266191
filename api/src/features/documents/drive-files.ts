import type { BoardDocument, DriveFiles } from '@portal/contract/documents'
import * as z from 'zod/mini'
import { Refusal } from '../../refusal.ts'

export type DriveQuery = {
  pageSize: number
  pageToken?: string | undefined
  folder?: string | undefined
  q?: string | undefined
}

type Place = Pick<BoardDocument, 'path' | 'name' | 'id'>

/** The page that follows the token; `sorted` must be in the order of `byFolderAndName`. */
export function driveFilesPage(sorted: readonly BoardDocument[], query: DriveQuery): DriveFiles {
  const { pageSize, pageToken, folder = '', q = '' } = query
  const words = q.toLowerCase().split(/\s+/).filter(Boolean)
  const matches = sorted.filter(({ path, name }) => {
    if (folder !== '' && path !== folder && !path.startsWith(`${folder}/`)) return false
    const text = `${path}/${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const after = pageToken === undefined ? undefined : placeOf(pageToken)
  const rest = after ? matches.filter((file) => byFolderAndName(file, after) > 0) : matches
  const files = rest.slice(0, pageSize)
  const more = rest.length > pageSize
  return {
    files,
    total: matches.length,
    ...(more ? { nextPageToken: tokenOf(files.at(-1)!) } : {}),
  }
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** Names may compare as equal, so the id breaks ties. */
export function byFolderAndName(a: Place, b: Place): number {
  return (
    collator.compare(a.path, b.path) ||
    collator.compare(a.name, b.name) ||
    (a.id < b.id ? -1 : Number(a.id > b.id))
  )
}

const place = z.tuple([z.string(), z.string(), z.string()])

function tokenOf({ path, name, id }: Place): string {
  return Buffer.from(JSON.stringify([path, name, id])).toString('base64url')
}

function placeOf(token: string): Place {
  try {
    const [path, name, id] = place.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
    return { path, name, id }
  } catch (cause) {
    throw new Refusal('badRequest', 'This page of the list no longer exists. Please start again.', {
      cause,
    })
  }
}
