import type { StoredDocument } from './stored-document.ts'

/** A valid PDF as stored by a sync, in the drive's root unless overridden. */
export function storedPaper(id: string, other: Partial<StoredDocument> = {}): StoredDocument {
  return {
    google_id: id,
    title: id,
    name: `${id}.pdf`,
    mime_type: 'application/pdf',
    path: '',
    parent_folder: '',
    created_time: '2026-11-01T09:00:00.000Z',
    modified_time: '2026-11-02T09:00:00.000Z',
    last_synced: '2026-11-03T09:00:00.000Z',
    size: 9,
    condition: 'ready',
    sha256: 'a'.repeat(64),
    ...other,
  }
}
