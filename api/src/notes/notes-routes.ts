import { eraseNotes, getNotes, listNotes, saveNotes } from '@portal/contract/notes'
import type { AppParts } from '../app-parts.ts'
import type { DocumentsService } from '../documents/documents-service.ts'
import type { MappingsService } from '../mappings/mappings-service.ts'
import { createNotesService } from './notes-service.ts'
import { quartersOfPapers } from './paper-quarters.ts'

type Uses = {
  documents: DocumentsService
  mappings: Pick<MappingsService, 'list'>
}

export function mountNotes(parts: AppParts, { documents, mappings }: Uses): void {
  const { serve } = parts
  const service = createNotesService({
    ...parts,
    documents,
    quarters: (person) => quartersOfPapers(Object.values(mappings.list(person))),
  })

  serve(getNotes, ({ person, params, query }) => service.get(person, params.id, query.version))
  serve(saveNotes, ({ person, body }) => service.save(person, body))
  serve(listNotes, ({ person, query }) => service.list(person, query.after))
  serve(eraseNotes, async ({ person }) => {
    await service.erase(person)
    return undefined
  })
}
