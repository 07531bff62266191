import { DatabaseSync } from 'node:sqlite'
import { counted } from '@portal/domain/counted'
import { answerJobs } from '../../platform/background/answer-jobs.ts'
import { damagedDocuments } from './document-checksum.ts'
import { emptyLog, lockTimeout } from './sqlite-erasure.ts'
import type { MaintenanceJob, MaintenanceOutcome } from './sqlite-maintenance.ts'

answerJobs(({ path, task }: MaintenanceJob): MaintenanceOutcome => {
  const db = new DatabaseSync(path, { timeout: lockTimeout, readOnly: task === 'check' })
  try {
    db.exec('PRAGMA trusted_schema=OFF')
    if (task === 'check') return { defects: [...pageDefects(db), ...documentDefects(db)] }
    // Pages keep copies of what was moved to another page, also with secure_delete.
    db.exec('PRAGMA secure_delete=ON; VACUUM')
    emptyLog(db)
    return { defects: [] }
  } finally {
    db.close()
  }
})

const mostDefects = 10

/** What SQLite finds wrong with pages, indexes and their order. */
function pageDefects(db: DatabaseSync): string[] {
  return orError(() => {
    const rows = db.prepare(`PRAGMA integrity_check(${mostDefects})`).all()
    return rows.map((row) => String(Object.values(row)[0])).filter((verdict) => verdict !== 'ok')
  })
}

function documentDefects(db: DatabaseSync): string[] {
  return orError(() =>
    [...damagedDocuments(db)].map(
      ([collection, count]) => `altered in ${collection}: ${counted(count, 'document')}`,
    ),
  )
}

/** A page may be too damaged to be read. */
function orError(read: () => string[]): string[] {
  try {
    return read()
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)]
  }
}
