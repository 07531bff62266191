import type { BoardDocument } from '@portal/contract/documents'
import type { Person } from '@portal/contract/portal'
import { countWords } from '@portal/domain/reading-pace'
import type { DocumentsService } from '../documents/documents-feature.ts'
import { Refusal } from '../../refusal.ts'

/** The words of each page of a paper; absent if it has no text. */
type WordCounts = ReadonlyMap<string, readonly number[]>

type Paper = Pick<BoardDocument, 'id' | 'version' | 'modified_time'>
type Papers = ReadonlyMap<string, Paper>

/** How many papers' counts are kept in memory; each is a number per page. */
const mostKept = 2000
/** How many texts are read at a time. */
const atOnce = 8

/** Counts the words of papers, each text once while it is the same. */
export function createPaperWordCounts(
  documents: Pick<DocumentsService, 'text'>,
): (person: Person, papers: Papers, ids: readonly string[]) => Promise<WordCounts> {
  const cache = new Map<string, readonly number[]>()

  const count = async (person: Person, { id, version = 1, modified_time }: Paper) => {
    const key = `${id} ${version} ${modified_time}`
    const known = cache.get(key)
    if (known) return known
    const { pages } = await documents.text(person, id)
    const counts = pages.map(countWords)
    if (cache.size >= mostKept) cache.delete(cache.keys().next().value!)
    cache.set(key, counts)
    return counts
  }

  return async (person, papers, ids) => {
    const counts = new Map<string, readonly number[]>()
    const left = [...new Set(ids)].filter((id) => papers.has(id))
    const work = async () => {
      for (let id = left.pop(); id !== undefined; id = left.pop()) {
        try {
          counts.set(id, await count(person, papers.get(id)!))
        } catch (error) {
          // It isn't a PDF, its text hasn't been read yet, or all of its versions were withdrawn.
          const isWithout =
            error instanceof Refusal && (error.code === 'notFound' || error.code === 'gone')
          if (!isWithout) throw error
        }
      }
    }
    await Promise.all(Array.from({ length: atOnce }, work))
    return counts
  }
}
